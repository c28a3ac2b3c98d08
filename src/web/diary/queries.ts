import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { DiaryHalfHour } from '../../contract/entities.ts';
import { recentDiary } from '../../domain/diary.ts';
import { isoOf } from '../../domain/zone.ts';
import { call } from '../platform/client.ts';
import { keys } from '../platform/keys.ts';
import { PAGE_FRESH_MS } from '../platform/page-data.ts';

interface Owner {
  readonly id: string;
  readonly timeZone: string;
}

/** The half-hours of today and of the three days before, in order of time. */
export function useRecentDiary({ id: userId, timeZone }: Owner) {
  return useQuery({
    queryKey: keys.diary(userId, 'recent'),
    queryFn: ({ signal }) => {
      const { from, to } = recentDiary(Date.now(), timeZone);
      return call('getDiary', { userId, from: isoOf(from), to: isoOf(to) }, signal);
    },
    staleTime: PAGE_FRESH_MS,
  });
}

/** Deletes or restores half-hours. */
export function useSetDiaryDeleted({ id: userId }: Owner) {
  const client = useQueryClient();
  return useMutation({
    meta: { showsOwnError: true },
    mutationFn: ({
      slots,
      isDeleted,
    }: {
      readonly slots: readonly string[];
      readonly isDeleted: boolean;
    }): Promise<DiaryHalfHour[]> =>
      call(isDeleted ? 'deleteDiary' : 'restoreDiary', { userId, slots: [...slots] }),
    onSuccess: () => client.invalidateQueries({ queryKey: keys.diary(userId) }),
  });
}

/** The half-hours that were deleted in the last 30 days, the last deleted first. Fetched only if `isWanted`. */
export function useDeletedDiary({ id: userId }: Owner, isWanted: boolean) {
  return useQuery({
    queryKey: keys.diary(userId, 'deleted'),
    queryFn: ({ signal }) => call('getDeletedDiary', { userId }, signal),
    enabled: isWanted,
  });
}

/** Shows saved half-hours at once, and fetches all half-hours again. */
export function useDiarySaved(userId: string): (saved: readonly DiaryHalfHour[]) => void {
  const client = useQueryClient();
  return (saved) => {
    const slots = new Set(saved.map(({ slot }) => slot));
    client.setQueryData<DiaryHalfHour[]>(keys.diary(userId, 'recent'), (former = []) =>
      [...former.filter(({ slot }) => !slots.has(slot)), ...saved].sort((a, b) =>
        a.slot.localeCompare(b.slot),
      ),
    );
    void client.invalidateQueries({ queryKey: keys.diary(userId) });
  };
}
