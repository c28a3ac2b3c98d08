import { onlineManager, QueryCache, QueryClient } from '@tanstack/react-query';
import { ApiError, isStatus } from './client.ts';
import { forgetSheet, SESSION_KEY } from './session.ts';

/** The cache of answers. A 401 from any query sends the person to the sign-in screen. */
export function makeQueryClient(): QueryClient {
  // The query client assumes a network. A page opened offline needs this line to notice that the network is
  // back.
  onlineManager.setOnline(navigator.onLine);
  const client: QueryClient = new QueryClient({
    queryCache: new QueryCache({
      onError: (error) => {
        if (!isStatus(error, 401)) return;
        forgetSheet();
        client.setQueryData(SESSION_KEY, null);
      },
    }),
    defaultOptions: {
      queries: {
        // The server would reject the same query again; a lost answer may arrive at the second try.
        retry: (failures, error) => !(error instanceof ApiError) && failures < 2,
        refetchOnWindowFocus: false,
        // The server may run on this computer, so the browser's idea of the network says nothing about it.
        networkMode: 'always',
      },
      mutations: { networkMode: 'always' },
    },
  });
  return client;
}
