import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { calls } from '../../contract/calls.ts';
import type { Answer, Input } from '../../contract/endpoints.ts';
import { call } from '../platform/client.ts';
import { keys } from '../platform/keys.ts';
import { paperHere, saveAnswer } from '../platform/save-file.ts';

type HealthLinks = Answer<'getHealthLinks'>;
/** A code for a clinic's system, as its owner sees it. */
export type HealthLink = HealthLinks['links'][number];
/** What the report contains, and its first day. */
export type HealthReport = Pick<Input<'makeHealthLink'>, 'scope' | 'from'>;

/** How often the page asks who has collected the report, while a code is live (ms). */
const ASK_AGAIN_MS = 3000;

/** The codes of the person, the latest first. */
export function useHealthLinks(userId: string) {
  return useQuery({
    queryKey: keys.healthLinks(userId),
    queryFn: ({ signal }) => call('getHealthLinks', { userId }, signal) as Promise<HealthLinks>,
    refetchInterval: ({ state: { data } }) =>
      data?.links.some(({ state }) => state === 'live') ? ASK_AGAIN_MS : false,
  });
}

/** Makes a code. Only the answer of this call contains it. */
export function useMakeHealthLink(userId: string) {
  const client = useQueryClient();
  return useMutation({
    meta: { showsOwnError: true },
    mutationFn: (report: HealthReport) =>
      call('makeHealthLink', { userId, paper: paperHere(), ...report }) as Promise<
        Answer<'makeHealthLink'>
      >,
    // Also after an error, because the server may have made the code although its answer was lost.
    onSettled: () => client.invalidateQueries({ queryKey: keys.healthLinks(userId) }),
  });
}

export function useEndHealthLink(userId: string) {
  const client = useQueryClient();
  const queryKey = keys.healthLinks(userId);
  return useMutation({
    meta: { showsOwnError: true },
    mutationFn: async (healthLinkId: string) => {
      const changed = (await call('endHealthLink', { userId, healthLinkId })) as HealthLink;
      client.setQueryData<HealthLinks>(queryKey, (known) => {
        const links = known?.links.map((each) =>
          each.healthLinkId === healthLinkId ? changed : each,
        );
        return known && links && { ...known, links };
      });
    },
    onError: () => client.invalidateQueries({ queryKey }),
  });
}

/** Saves the report on the device as a file for a clinic's system. */
export function useHealthFile(userId: string) {
  return useMutation({
    meta: { showsOwnError: true },
    mutationFn: async (report: HealthReport) => {
      const { path, method } = calls.makeHealthFile;
      const response = await fetch(path, {
        method,
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ userId, paper: paperHere(), ...report }),
      });
      await saveAnswer(response);
    },
  });
}
