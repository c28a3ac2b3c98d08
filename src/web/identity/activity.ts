import { useInfiniteQuery } from '@tanstack/react-query';
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
