import { useQuery } from '@tanstack/react-query';
import type { VisitSummary } from '../../domain/visit-summary.ts';
import type { CalendarDate } from '../../domain/zone.ts';
import { call } from '../platform/client.ts';
import { formerAnswerOf, keys } from '../platform/keys.ts';

/** The data of the page for a visit, by default for the days since the last visit. */
export function useVisitSummary(
  userId: string,
  days: { readonly from?: CalendarDate; readonly to?: CalendarDate },
) {
  return useQuery({
    queryKey: keys.visitSummary(userId, days.from, days.to),
    queryFn: ({ signal }): Promise<VisitSummary> =>
      call('getVisitSummary', { userId, ...days }, signal),
    // The shown page stays while the page for another period is fetched.
    placeholderData: formerAnswerOf(userId),
  });
}
