import { skipToken, useQuery } from '@tanstack/react-query';
import type { Restored } from './kept.ts';
import { keys } from './keys.ts';
import { useSession } from './session.ts';

/** The state of a page that showed stored answers when it was opened; undefined for a page that did not. */
export function useOpenedOffline():
  | { readonly at: number; readonly isOffline: boolean }
  | undefined {
  const { data } = useQuery<Restored>({
    queryKey: keys.restored,
    queryFn: skipToken,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const session = useSession();
  return data && { at: data.at, isOffline: !data.isAnswered || session.isError };
}

/** Whether the page shows stored answers, because the server cannot be reached. */
export function useIsOffline(): boolean {
  return useOpenedOffline()?.isOffline ?? false;
}
