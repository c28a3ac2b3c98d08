import { skipToken, useQuery } from '@tanstack/react-query';
import type { CalendarDate } from '../../domain/zone.ts';
import type { Owner } from '../entries/kind.ts';
import { call } from '../platform/client.ts';
import { formerAnswerOf, keys } from '../platform/keys.ts';
import { allPages } from '../platform/pages.ts';

/** The check-ins from one day to another, both included, the latest first. */
export function useCheckInsWithin(
  { id: userId }: Owner,
  days: { readonly from: CalendarDate; readonly to: CalendarDate } | undefined,
) {
  return useQuery({
    queryKey: keys.entries('checkIns', userId, 'within', days?.from, days?.to),
    queryFn: days
      ? ({ signal }) =>
          allPages((to = days.to) => call('getCheckIns', { userId, from: days.from, to }, signal))
      : skipToken,
    // The shown list stays while a longer one is fetched.
    placeholderData: formerAnswerOf(userId),
  });
}
