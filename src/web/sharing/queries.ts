import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Answer, Input } from '../../contract/endpoints.ts';
import { call } from '../platform/client.ts';
import { keys } from '../platform/keys.ts';

/** A link as its owner sees it. */
export type Share = Answer<'getShares'>[number];
export type NewShare = Omit<Input<'makeShare'>, 'userId'>;

/** The links of the person, the latest first. */
export function useShares(userId: string) {
  return useQuery({
    queryKey: keys.shares(userId),
    queryFn: ({ signal }) => call('getShares', { userId }, signal) as Promise<Share[]>,
  });
}

/** Makes a link. Only the answer of this call contains its address. */
export function useMakeShare(userId: string) {
  const client = useQueryClient();
  return useMutation({
    meta: { showsOwnError: true },
    mutationFn: (share: NewShare) =>
      call('makeShare', { userId, ...share }) as Promise<Answer<'makeShare'>>,
    // Also after an error, because the server may have made the link although its answer was lost.
    onSettled: () => client.invalidateQueries({ queryKey: keys.shares(userId) }),
  });
}

/** Ends links, or restores ended ones. */
export function useChangeShares(userId: string, name: 'endShare' | 'restoreShare') {
  const client = useQueryClient();
  return useMutation({
    meta: { showsOwnError: true },
    mutationFn: async (shareIds: readonly string[]) => {
      for (const shareId of shareIds) {
        const changed = (await call(name, { userId, shareId })) as Share;
        client.setQueryData<Share[]>(keys.shares(userId), (shares) =>
          shares?.map((each) => (each.shareId === shareId ? changed : each)),
        );
      }
    },
    onError: () => client.invalidateQueries({ queryKey: keys.shares(userId) }),
  });
}
