import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Visit } from '../../contract/entities.ts';
import type { VisitSummary } from '../../domain/visit-summary.ts';
import type { CalendarDate } from '../../domain/zone.ts';
import { call } from '../platform/client.ts';
import { takeOut } from '../platform/deleted.ts';
import { formerAnswerOf, keys } from '../platform/keys.ts';
import { PAGE_FRESH_MS } from '../platform/page-data.ts';
import { useHelping } from '../platform/user.ts';

/** All visits with the doctor. Fetched only in one's own tracker, because caregivers may not see them. */
export function useSavedVisits(userId: string) {
  const isOwn = useHelping() === undefined;
  return useQuery({
    enabled: isOwn,
    queryKey: keys.visits(userId),
    queryFn: ({ signal }) => call('getVisits', { userId }, signal),
    staleTime: PAGE_FRESH_MS,
  });
}

/** The visits that were deleted in the last 30 days, the last deleted first. Fetched only if `isWanted`. */
export function useDeletedVisits(userId: string, isWanted: boolean) {
  return useQuery({
    queryKey: keys.visits(userId, 'deleted'),
    queryFn: ({ signal }) => call('getDeletedVisits', { userId }, signal),
    enabled: isWanted,
  });
}

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

/** Deletes or restores a visit. */
export function useSetVisitDeleted(userId: string) {
  const client = useQueryClient();
  return useMutation({
    meta: { showsOwnError: true },
    mutationFn: ({
      visitId,
      isDeleted,
    }: {
      readonly visitId: string;
      readonly isDeleted: boolean;
    }): Promise<Visit> => call(isDeleted ? 'deleteVisit' : 'restoreVisit', { userId, visitId }),
    onSuccess: ({ visitId }, { isDeleted }) => {
      const queryKey = keys.visits(userId);
      if (!isDeleted) return client.invalidateQueries({ queryKey });
      return takeOut<Visit>(client, queryKey, (each) => each.visitId === visitId);
    },
  });
}

/** Shows a saved visit at once, and fetches all visits again. */
export function useVisitSaved(userId: string): (visit: Visit) => void {
  const client = useQueryClient();
  return (visit) => {
    client.setQueryData<Visit[]>(keys.visits(userId), (visits = []) => [
      ...visits.filter(({ visitId }) => visitId !== visit.visitId),
      ...(visit.deletedAt === undefined ? [visit] : []),
    ]);
    void client.invalidateQueries({ queryKey: keys.visits(userId) });
  };
}
