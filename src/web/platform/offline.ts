import { skipToken, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { isAnswer } from './client.ts';
import { useIsLost } from './connection.ts';
import type { Restored } from './kept.ts';
import { keys } from './keys.ts';
import { useSession } from './session.ts';

/** How often a page that has lost its connection asks whether the server answers again (ms). */
const ASK_EVERY_MS = 15_000;

/** Whether the server cannot be reached. The page then shows what it has, perhaps from the device. */
export function useIsOffline(): boolean {
  const { data } = useQuery<Restored>({
    queryKey: keys.restored,
    queryFn: skipToken,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const session = useSession();
  const isLost = useIsLost();
  return isLost || (data !== undefined && (!data.isAnswered || session.isError));
}

/** When the page got the person's data from the server (ms); undefined if it has none. */
export function useDataTime(userId: string): number | undefined {
  const client = useQueryClient();
  const history = client.getQueryState(keys.forms(userId, 'history'))?.dataUpdatedAt;
  return history || client.getQueryState(keys.session)?.dataUpdatedAt || undefined;
}

/**
 * While the page has no connection, asks for the session until the server answers. Then fetches again what could not be
 * fetched meanwhile.
 */
export function useRecovery(): void {
  const client = useQueryClient();
  const isLost = useIsLost();
  // A session that could not be fetched is fetched again without this hook.
  const isAsked = useSession().isError;
  useEffect(() => {
    if (!isLost) {
      void client.invalidateQueries({
        predicate: ({ state }) => state.status === 'error' && !isAnswer(state.error),
      });
      return;
    }
    if (isAsked) return;
    const ask = () =>
      void client.invalidateQueries({ queryKey: keys.session }, { cancelRefetch: false });
    const timer = setInterval(ask, ASK_EVERY_MS);
    addEventListener('online', ask);
    return () => {
      clearInterval(timer);
      removeEventListener('online', ask);
    };
  }, [client, isLost, isAsked]);
}

/** What a query says about its last fetch. */
export interface Fetched {
  readonly isError: boolean;
  readonly isFetching: boolean;
  readonly error: Error | null;
}

/**
 * Whether a fetch failed because the server cannot be reached. While such a fetch is repeated after the connection has
 * come back, it still counts, so that no error appears for a moment.
 */
export function isUnreached({ isError, isFetching, error }: Fetched, isOffline: boolean): boolean {
  return isError && !isAnswer(error) && (isOffline || isFetching);
}
