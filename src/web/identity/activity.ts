import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { Activity } from '../../contract/activity.ts';
import { call } from '../platform/client.ts';
import { keys } from '../platform/keys.ts';

const PAGE = 10;

/** The activity of an account, newest first, in pages. Fetched when the list is opened. */
export function useActivity(userId: string) {
  return useInfiniteQuery({
    queryKey: keys.activity(userId),
    queryFn: ({ pageParam, signal }) =>
      call('getActivity', { userId, limit: PAGE, before: pageParam }, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page: Activity[]) => (page.length < PAGE ? undefined : page.at(-1)?.id),
    refetchOnMount: 'always',
  });
}

/** When somebody last signed in to the account (an ISO instant); undefined if it is not known. */
export function useLastSignIn(userId: string): string | undefined {
  const signIns = useQuery({
    queryKey: [...keys.activity(userId), 'signedIn'],
    queryFn: ({ signal }) =>
      call('getActivity', { userId, kind: 'signedIn' as const, limit: 1 }, signal),
    refetchOnMount: 'always',
  });
  return signIns.data?.[0]?.at;
}
