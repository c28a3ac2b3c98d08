import {
  type QueryClient,
  queryOptions,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import type { SessionUser } from '../../contract/entities.ts';
import { call, isStatus } from './client.ts';
import { forgetAnswers, keepAnswers, restoreAnswers } from './kept.ts';
import { dropText, keepText, readText } from './kept-text.ts';
import { keys } from './keys.ts';
import {
  type Forgotten,
  onSignedIn,
  onSignedOut,
  tellSignedIn,
  tellSignedOut,
} from './other-tabs.ts';
import { takePageData } from './page-data.ts';
import { endPush, endPushFirst, forgetEndedPush } from './push-end.ts';
import type { Unsaved } from './unsaved.ts';

/** How often to retry while the server cannot be reached (ms). */
const TRY_EVERY_MS = 5000;
/** How often to retry while the page shows stored answers (ms). */
const TRY_KEPT_EVERY_MS = 15_000;
/**
 * How long to wait for the session before the page shows stored answers (ms). A bad network may never report an error.
 */
const PATIENCE_MS = 1500;

const sessionQuery = queryOptions({
  queryKey: keys.session,
  // Does not read `signal`. If it did, a change of the screen would cancel the request without an error, and nothing
  // would repeat the request.
  queryFn: async ({ client }): Promise<SessionUser | null> => {
    const patience = setTimeout(() => void restoreAnswers(client), PATIENCE_MS);
    try {
      return await call('getSession', {});
    } catch (error) {
      if (isStatus(error, 401)) return null;
      await restoreAnswers(client);
      throw error;
    } finally {
      clearTimeout(patience);
    }
  },
  staleTime: Number.POSITIVE_INFINITY,
  // The session may have ended while the window was in the background. A signed-out page does not fetch the session
  // when it gets the focus, because other tabs report a sign-in, and the browser would log the 401 in its console.
  refetchOnWindowFocus: ({ state }) => state.data !== null && 'always',
  // After a failed fetch, the page recovers by itself once the server can be reached.
  refetchOnReconnect: ({ state }) => state.status === 'error' && 'always',
  refetchInterval: ({ state: { status, data } }) => {
    if (status !== 'error') return false;
    return data === undefined ? TRY_EVERY_MS : TRY_KEPT_EVERY_MS;
  },
});

/**
 * Fetches the session again if this tab is signed out, because the person may have signed in again in another window.
 */
export async function renewSession(client: QueryClient): Promise<void> {
  if (client.getQueryData(keys.session) === null) {
    await client.refetchQueries({ queryKey: keys.session });
  }
}

/**
 * Takes the session from the data block that the server has put into the page. If the page has no data block, fetches
 * the session while the code of the screen is still loading.
 *
 * @returns a function that stops storing answers and listening to other tabs
 */
export function startSession(client: QueryClient): () => void {
  const stopKeeping = keepAnswers(client);
  const stopListening = onSignedIn((userId) => {
    if (client.getQueryData(sessionQuery.queryKey)?.id === userId) return;
    void client.invalidateQueries({ queryKey: keys.session });
  });
  const data = takePageData(client);
  if (data) {
    if (data.session) {
      dropText(LOGGED_OUT_KEY);
      tellSignedIn(data.session.id);
    }
  } else {
    void client.prefetchQuery(sessionQuery);
  }
  return () => {
    stopKeeping();
    stopListening();
  };
}

/** The signed-in person: undefined while loading, null if signed out. */
export function useSession() {
  return useQuery(sessionQuery);
}

/** The key in local storage that says that the last person has logged out. */
const LOGGED_OUT_KEY = 'loggedOut';

/** The key in local storage under which the id of the person's spreadsheet is kept (SPEC section 3). */
const SHEET_KEY = 'userSheetId';

export function rememberSheet(spreadsheetId: string): void {
  keepText(SHEET_KEY, spreadsheetId);
}

export function forgetSheet(): void {
  dropText(SHEET_KEY);
}

/** Sets the signed-in person, and removes everything else from the cache. */
export function useSetSession() {
  const client = useQueryClient();
  return (user: SessionUser | null) => {
    forgetSheet();
    client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== keys.session[0] });
    client.setQueryData(keys.session, user);
    if (user) dropText(LOGGED_OUT_KEY);
    else keepText(LOGGED_OUT_KEY, 'yes');
    if (user) tellSignedIn(user.id);
    // A session request that is still running would return the previous session.
    void client.cancelQueries({ queryKey: keys.session });
  };
}

/** Whether the last person in this browser has logged out, and nobody has signed in since. */
export function hasLoggedOut(): boolean {
  return readText(LOGGED_OUT_KEY) !== null;
}

/**
 * Fetches the session again, for example after a sign-in in a popup. What else is cached stays, because another request
 * may have brought the session before, and the person may have typed since.
 *
 * @throws if nobody is signed in
 */
export function useRefreshSession(): () => Promise<void> {
  const client = useQueryClient();
  return async () => {
    // A session request that is still running may return the session as it was before.
    await client.cancelQueries({ queryKey: keys.session });
    const user = await client.fetchQuery({ ...sessionQuery, staleTime: 0 });
    if (!user) throw new Error('Nobody is signed in');
    dropText(LOGGED_OUT_KEY);
    tellSignedIn(user.id);
  };
}

/** Deletes from this device what a log-out has named, or everything. */
type Forget = (forgotten: Forgotten) => Promise<void>;

/** What follows a log-out: `leaveAt` is where the browser logs out at the sign-in provider too. */
type SignedOut = (forgotten: Forgotten, answer: { readonly leaveAt?: string }) => Promise<void>;

/**
 * Clears a person's data from every tab after they have logged out by hand. Only what the log-out has named is deleted;
 * what waits for the network stays.
 */
export function useSignedOut(userId: string | undefined, forget?: Forget): SignedOut {
  const setSession = useSetSession();
  return async (forgotten, { leaveAt }) => {
    await forget?.(forgotten);
    // The server deletes its copy of the push subscription together with the session.
    await endPush();
    forgetEndedPush();
    if (userId) tellSignedOut({ userId, forgotten });
    setSession(null);
    if (leaveAt) location.assign(leaveAt);
  };
}

/**
 * Clears a person's data from this tab after they have logged out in another one.
 *
 * @param userId the person this tab shows
 */
export function useSignedOutElsewhere(userId: string, forget: Forget): void {
  const setSession = useSetSession();
  const leave = useEffectEvent((signedOut: { userId: string; forgotten: Forgotten }) => {
    if (signedOut.userId !== userId) return;
    // This tab may have written a draft after the other tab deleted the drafts.
    void forget(signedOut.forgotten);
    setSession(null);
  });
  useEffect(() => onSignedOut(leave), []);
}

/** Logs out. The variable of the mutation is what the log-out has named. */
export function useSignOut(userId: string | undefined, forget?: Forget) {
  const signedOut = useSignedOut(userId, forget);
  return useMutation({
    mutationFn: (_named: readonly Unsaved[]) => {
      // Not awaited: a browser may ask its push service first, which no log-out must wait for.
      void endPushFirst();
      return call('signOut', {});
    },
    onSuccess: (answer, named) => signedOut(named, answer),
    // After a failed log-out the session continues, because only the server can end it. The stored answers are erased,
    // so that the next person who opens the app offline sees no data.
    onError: forgetAnswers,
  });
}

export function useClearNewUser() {
  const client = useQueryClient();
  function clear() {
    client.setQueryData<SessionUser | null>(
      keys.session,
      (user) => user && { ...user, isNewUser: false },
    );
  }
  return useMutation({
    mutationFn: (userId: string) => call('clearNewUser', { userId }),
    onMutate: async () => {
      clear();
      // A session request that is still running would greet the person again.
      await client.cancelQueries({ queryKey: keys.session });
      clear();
    },
    onSuccess: clear,
  });
}
