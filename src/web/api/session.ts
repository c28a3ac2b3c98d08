import {
  type QueryClient,
  queryOptions,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import type { SessionUser } from '../../contract/entities.ts';
import { dropText, keepText } from '../kept-text.ts';
import { call, isStatus } from './client.ts';
import { dropOpenForms } from './device.ts';

export const SESSION_KEY = ['session'];

/** How often to look for a server that cannot be reached. */
const TRY_EVERY_MS = 5000;

const sessionQuery = queryOptions({
  queryKey: SESSION_KEY,
  queryFn: async ({ signal }): Promise<SessionUser | null> => {
    try {
      return await call('getSession', {}, signal);
    } catch (error) {
      if (isStatus(error, 401)) return null;
      throw error;
    }
  },
  staleTime: Number.POSITIVE_INFINITY,
  // Once the server can be reached again, the page comes by itself.
  refetchOnReconnect: ({ state }) => state.status === 'error' && 'always',
  refetchInterval: ({ state }) => (state.status === 'error' ? TRY_EVERY_MS : false),
});

/** Asks who is signed in while the screen's code is still on its way. */
export function askSession(client: QueryClient): void {
  void client.prefetchQuery(sessionQuery);
}

/** Who is signed in: undefined while that is looked up, null for no one. */
export function useSession() {
  return useQuery(sessionQuery);
}

/** Where the browser remembers someone's spreadsheet (SPEC section 3). */
const SHEET_KEY = 'userSheetId';

export function rememberSheet(spreadsheetId: string): void {
  keepText(SHEET_KEY, spreadsheetId);
}

export function forgetSheet(): void {
  dropText(SHEET_KEY);
}

/** Makes someone the signed-in user; what the browser knows of anyone else is forgotten. */
export function useSetSession() {
  const client = useQueryClient();
  return (user: SessionUser | null) => {
    forgetSheet();
    client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== SESSION_KEY[0] });
    client.setQueryData(SESSION_KEY, user);
  };
}

/** Looks up anew who is signed in, as after a sign-in in another window. */
export function useRefreshSession(): () => Promise<void> {
  const setSession = useSetSession();
  return async () => setSession(await call('getSession', {}));
}

export function useSignOut() {
  const client = useQueryClient();
  const setSession = useSetSession();
  return useMutation({
    mutationFn: () => call('signOut', {}),
    onSuccess: async () => {
      // Whoever signs out by hand leaves no half a form behind; one that waits for the network stays.
      const user = client.getQueryData<SessionUser | null>(SESSION_KEY);
      if (user) await dropOpenForms(user.id);
      setSession(null);
    },
  });
}

export function useClearNewUser() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (userId: string) => call('clearNewUser', { userId }),
    onMutate: () => {
      client.setQueryData<SessionUser | null>(
        SESSION_KEY,
        (user) => user && { ...user, isNewUser: false },
      );
    },
  });
}
