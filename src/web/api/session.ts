import {
  type QueryClient,
  queryOptions,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import type { SessionUser } from '../../contract/entities.ts';
import { dropText, keepText } from '../kept-text.ts';
import { call, isStatus } from './client.ts';
import { onSignedOut, tellSignedOut } from './other-tabs.ts';

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
  // In another tab someone may have signed out, or someone else in.
  refetchOnWindowFocus: 'always',
  // Once the server can be reached again, the page comes by itself.
  refetchOnReconnect: ({ state }) => state.status === 'error' && 'always',
  refetchInterval: ({ state: { status, data } }) =>
    status === 'error' && data === undefined ? TRY_EVERY_MS : false,
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
    // What was asked before is answered with who was signed in then.
    void client.cancelQueries({ queryKey: SESSION_KEY });
  };
}

/** Looks up anew who is signed in, as after a sign-in in another window. */
export function useRefreshSession(): () => Promise<void> {
  const setSession = useSetSession();
  return async () => setSession(await call('getSession', {}));
}

/** Forgets on this device what someone has begun and not submitted. */
type Forget = () => Promise<void>;

/**
 * After someone has logged out by hand: no tab shows anything of theirs any more. They leave no drafts behind; a
 * form that waits for the network stays.
 */
export function useSignedOut(userId: string | undefined, forget?: Forget): () => Promise<void> {
  const setSession = useSetSession();
  return async () => {
    await forget?.();
    if (userId) tellSignedOut(userId);
    setSession(null);
  };
}

/**
 * The same after it was done in another tab.
 *
 * @param userId who is shown here
 */
export function useSignedOutElsewhere(userId: string, forget: Forget): void {
  const setSession = useSetSession();
  const leave = useEffectEvent((signedOut: string) => {
    if (signedOut !== userId) return;
    // Something may have been entered here since the other tab forgot it.
    void forget();
    setSession(null);
  });
  useEffect(() => onSignedOut(leave), []);
}

export function useSignOut(userId: string | undefined, forget?: Forget) {
  const onSuccess = useSignedOut(userId, forget);
  return useMutation({ mutationFn: () => call('signOut', {}), onSuccess });
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
