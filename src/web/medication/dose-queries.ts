import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Input } from '../../contract/endpoints.ts';
import type { Dose } from '../../contract/entities.ts';
import { RECENT_DOSES_MS } from '../../contract/page-data.ts';
import { type Instant, isoOf } from '../../domain/zone.ts';
import { call } from '../platform/client.ts';
import { takeOut } from '../platform/deleted.ts';
import { formerAnswerOf, keys } from '../platform/keys.ts';
import { PAGE_FRESH_MS } from '../platform/page-data.ts';
import { allPages } from '../platform/pages.ts';

interface Owner {
  readonly id: string;
}

/** The doses of the last three days, newest first. */
export function useRecentDoses(user: Owner) {
  return useQuery({
    queryKey: keys.doses(user.id, 'recent'),
    queryFn: ({ signal }) => {
      const from = isoOf(Date.now() - RECENT_DOSES_MS);
      return allPages((cursor) => call('getDoses', { userId: user.id, from, cursor }, signal));
    },
    staleTime: PAGE_FRESH_MS,
  });
}

/** The most doses in one answer. It is enough for 40 doses a day over three months. */
const MOST = 4000;

/** The doses taken within a span (ms), newest first, at most `MOST`. */
export function useDosesWithin(user: Owner, { from, to }: { from: Instant; to: Instant }) {
  return useQuery({
    queryKey: keys.doses(user.id, 'within', from, to),
    queryFn: ({ signal }) => {
      const span = { from: isoOf(from), to: isoOf(to), limit: MOST };
      return allPages((cursor) => call('getDoses', { userId: user.id, ...span, cursor }, signal));
    },
    // The shown list stays while a longer one is fetched.
    placeholderData: formerAnswerOf(user.id),
    enabled: from < to,
  });
}

/** A change of a saved dose. */
export type DoseChange =
  | { readonly kind: 'edit'; readonly edit: Omit<Input<'updateDose'>, 'userId'> }
  | { readonly kind: 'delete' | 'restore'; readonly doseId: string };

/** Corrects, deletes or restores a dose. */
export function useChangeDose(user: Owner) {
  const client = useQueryClient();
  return useMutation({
    meta: { showsOwnError: true },
    mutationFn: (change: DoseChange): Promise<Dose> => {
      if (change.kind === 'edit') return call('updateDose', { userId: user.id, ...change.edit });
      const { doseId, kind } = change;
      return call(kind === 'delete' ? 'deleteDose' : 'restoreDose', { userId: user.id, doseId });
    },
    onSuccess: ({ doseId }, { kind }) => {
      const queryKey = keys.doses(user.id);
      if (kind !== 'delete') return client.invalidateQueries({ queryKey });
      return takeOut<Dose>(client, queryKey, (each) => each.doseId === doseId);
    },
  });
}

/** The doses that were deleted in the last 30 days, the last deleted first. Fetched only if `isWanted`. */
export function useDeletedDoses(user: Owner, isWanted: boolean) {
  return useQuery({
    queryKey: keys.doses(user.id, 'deleted'),
    queryFn: ({ signal }) => call('getDeletedDoses', { userId: user.id }, signal),
    enabled: isWanted,
  });
}

/** Shows a saved dose at once, and fetches all doses again. */
export function useDoseSaved(userId: string): (dose: Dose) => void {
  const client = useQueryClient();
  return (dose) => {
    // Without this, the medication's row would offer the same dose again until the fetch ends.
    client.setQueryData<Dose[]>(keys.doses(userId, 'recent'), (doses = []) => [
      dose,
      ...doses.filter(({ doseId }) => doseId !== dose.doseId),
    ]);
    void client.invalidateQueries({ queryKey: keys.doses(userId) });
  };
}
