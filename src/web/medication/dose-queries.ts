import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Input } from '../../contract/endpoints.ts';
import type { Dose } from '../../contract/entities.ts';
import { type Instant, isoOf } from '../../domain/zone.ts';
import { call } from '../platform/client.ts';
import { formerAnswerOf, keys } from '../platform/keys.ts';
import { allPages } from '../platform/pages.ts';

interface Owner {
  readonly id: string;
}

/** The most doses in one answer. It is enough for 40 doses a day over three months. */
const MOST = 4000;

/** The doses taken within a span (ms), newest first, at most `MOST`. */
export function useDosesWithin(user: Owner, { from, to }: { from: Instant; to: Instant }) {
  return useQuery({
    queryKey: keys.entries('doses', user.id, 'within', from, to),
    queryFn: ({ signal }) => {
      const span = { from: isoOf(from), to: isoOf(to), limit: MOST };
      return allPages((cursor) => call('getDoses', { userId: user.id, ...span, cursor }, signal));
    },
    // The shown list stays while a longer one is fetched.
    placeholderData: formerAnswerOf(user.id),
    enabled: from < to,
  });
}

/** Corrects a saved dose. */
export function useEditSavedDose(user: Owner) {
  const client = useQueryClient();
  return useMutation({
    meta: { showsOwnError: true },
    mutationFn: (edit: Omit<Input<'updateDose'>, 'userId'>): Promise<Dose> =>
      call('updateDose', { userId: user.id, ...edit }),
    onSuccess: () => client.invalidateQueries({ queryKey: keys.entries('doses', user.id) }),
  });
}
