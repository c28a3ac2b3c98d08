import { MutationCache, onlineManager, QueryCache, QueryClient } from '@tanstack/react-query';
import { ApiError, isStatus } from './client.ts';
import { noteCall } from './connection.ts';
import { forgetAnswers, replaceRestored } from './kept.ts';
import { keys } from './keys.ts';
import { forgetSheet } from './session.ts';

/**
 * The cache of answers. A 401 sends the person to the sign-in screen, unless the mutation's `meta` says that its page
 * shows the error itself. After a 403 the person's confirmation of identity may have expired, so the account is fetched
 * again.
 */
export function makeQueryClient(): QueryClient {
  // The query client assumes a network when it starts. Without this line, a page that was opened offline would not
  // notice that the network is back.
  onlineManager.setOnline(navigator.onLine);
  noteCall(true);
  const onError = (error: Error) => {
    if (isStatus(error, 403)) void client.invalidateQueries({ queryKey: keys.accounts });
    if (!isStatus(error, 401)) return;
    forgetSheet();
    client.setQueryData(keys.session, null);
  };
  const client = new QueryClient({
    queryCache: new QueryCache({
      onError,
      onSuccess: (_data, { queryHash }) => replaceRestored(client, queryHash),
    }),
    mutationCache: new MutationCache({
      onError: (error, _input, _result, { meta }) => {
        if (isStatus(error, 401)) forgetAnswers();
        if (!meta?.showsOwnError) onError(error);
      },
    }),
    defaultOptions: {
      queries: {
        // A query that got an error response is not repeated, because the server would reject it again. A query without
        // a response is repeated twice.
        retry: (failures, error) => !(error instanceof ApiError) && failures < 2,
        refetchOnWindowFocus: false,
        // Cached answers never expire, because a page without a network cannot fetch them again. They are removed when
        // the person logs out or somebody signs in.
        gcTime: Number.POSITIVE_INFINITY,
        // The server may run on this computer, where it can be reached while the browser is offline.
        networkMode: 'always',
      },
      mutations: { networkMode: 'always' },
    },
  });
  return client;
}
