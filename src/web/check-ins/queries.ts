import { skipToken, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { CheckIn } from '../../contract/entities.ts';
import { recentCheckInDays } from '../../domain/check-in.ts';
import type { CalendarDate } from '../../domain/zone.ts';
import { call } from '../platform/client.ts';
import { takeOut } from '../platform/deleted.ts';
import { formerAnswerOf, keys } from '../platform/keys.ts';
import { PAGE_FRESH_MS } from '../platform/page-data.ts';
import { allPages } from '../platform/pages.ts';

interface Owner {
  readonly id: string;
  readonly timeZone: string;
}

/** The check-ins of yesterday and today, the latest first. */
export function useRecentCheckIns({ id: userId, timeZone }: Owner) {
  return useQuery({
    queryKey: keys.checkIns(userId, 'recent'),
    queryFn: ({ signal }) =>
      call('getCheckIns', { userId, ...recentCheckInDays(Date.now(), timeZone) }, signal),
    staleTime: PAGE_FRESH_MS,
  });
}

/** The check-ins from one day to another, both included, the latest first. */
export function useCheckInsWithin(
  { id: userId }: Owner,
  days: { readonly from: CalendarDate; readonly to: CalendarDate } | undefined,
) {
  return useQuery({
    queryKey: keys.checkIns(userId, 'within', days?.from, days?.to),
    queryFn: days
      ? ({ signal }) =>
          allPages((to = days.to) => call('getCheckIns', { userId, from: days.from, to }, signal))
      : skipToken,
    // The shown list stays while a longer one is fetched.
    placeholderData: formerAnswerOf(userId),
  });
}

/** Deletes or restores the check-in of a day. */
export function useSetCheckInDeleted({ id: userId }: Owner) {
  const client = useQueryClient();
  return useMutation({
    meta: { showsOwnError: true },
    mutationFn: ({ day, isDeleted }: { day: CalendarDate; isDeleted: boolean }): Promise<CheckIn> =>
      call(isDeleted ? 'deleteCheckIn' : 'restoreCheckIn', { userId, day }),
    onSuccess: ({ day }, { isDeleted }) => {
      const queryKey = keys.checkIns(userId);
      if (!isDeleted) return client.invalidateQueries({ queryKey });
      return takeOut<CheckIn>(client, queryKey, (each) => each.day === day);
    },
  });
}

/** The check-ins that were deleted in the last 30 days, the last deleted first. Fetched only if `isWanted`. */
export function useDeletedCheckIns({ id: userId }: Owner, isWanted: boolean) {
  return useQuery({
    queryKey: keys.checkIns(userId, 'deleted'),
    queryFn: ({ signal }) => call('getDeletedCheckIns', { userId }, signal),
    enabled: isWanted,
  });
}

/** Shows a saved check-in at once, and fetches all check-ins again. */
export function useCheckInSaved(userId: string): (checkIn: CheckIn) => void {
  const client = useQueryClient();
  return (checkIn) => {
    client.setQueryData<CheckIn[]>(keys.checkIns(userId, 'recent'), (checkIns = []) => [
      checkIn,
      ...checkIns.filter(({ day }) => day !== checkIn.day),
    ]);
    void client.invalidateQueries({ queryKey: keys.checkIns(userId) });
  };
}
