import { onlineManager, QueryCache, QueryClient } from '@tanstack/react-query';
import { ApiError, isStatus } from './client.ts';
import { forgetSheet, SESSION_KEY } from './session.ts';

/** The browser's memory of answers. A session that ended elsewhere sends the person to sign in. */
export function makeQueryClient(): QueryClient {
  // A page that is opened without a network is told of its return as well.
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
        // What the server refuses, it refuses again; what did not arrive may arrive the second time.
        retry: (failures, error) => !(error instanceof ApiError) && failures < 2,
        refetchOnWindowFocus: false,
        // The server may be this very computer: what the browser thinks of the network says nothing.
        networkMode: 'always',
      },
      mutations: { networkMode: 'always' },
    },
  });
  return client;
}
