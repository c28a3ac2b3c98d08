import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { call, isStatus } from './client.ts';
import { SESSION_KEY, useSetSession, useSignedOut } from './session.ts';

function accountQuery(userId: string) {
  return queryOptions({
    queryKey: ['account', userId],
    queryFn: ({ signal }) => call('getAccount', { userId }, signal),
    // A recent confirmation of identity expires within minutes.
    refetchOnMount: 'always',
  });
}

/** The sign-in methods of an account. */
export function useAccount(userId: string) {
  return useQuery(accountQuery(userId));
}

export function useReloadAccount(userId: string): () => Promise<void> {
  const client = useQueryClient();
  return () => client.invalidateQueries(accountQuery(userId));
}

/**
 * Handles an error that says more than its message: 401 means the session has ended, 403 that a confirmation
 * of identity has expired.
 */
function useAuthErrorHandler(userId: string): (error: Error) => void {
  const setSession = useSetSession();
  const reload = useReloadAccount(userId);
  return (error) => {
    if (isStatus(error, 401)) setSession(null);
    if (isStatus(error, 403)) reload();
  };
}

export function useChangePassword(userId: string) {
  const reload = useReloadAccount(userId);
  const onError = useAuthErrorHandler(userId);
  return useMutation({
    mutationFn: (change: { password: string; newPassword: string }) =>
      call('changePassword', { userId, ...change }),
    onSuccess: reload,
    onError,
  });
}

/** The first call requests a code; the second one sends the code and changes the email. */
export function useChangeEmail(userId: string) {
  const client = useQueryClient();
  const reload = useReloadAccount(userId);
  const onError = useAuthErrorHandler(userId);
  return useMutation({
    onError,
    mutationFn: (change: { email: string; password?: string; challenge?: string; code?: string }) =>
      call('changeEmail', { userId, ...change }),
    onSuccess: async (answer) => {
      if ('challenge' in answer) return;
      client.setQueryData(SESSION_KEY, answer);
      await Promise.all([reload(), client.invalidateQueries({ queryKey: ['profile', userId] })]);
    },
  });
}

export function useSignOutEverywhere(userId: string, forget: () => Promise<void>) {
  const onSuccess = useSignedOut(userId, forget);
  const onError = useAuthErrorHandler(userId);
  return useMutation({
    mutationFn: () => call('signOutEverywhere', { userId }),
    onSuccess,
    onError,
  });
}

/** Holds a flag for the next screen: an account was deleted. */
const FAREWELL_KEY = ['farewell'];

/** @param forget deletes the account's data on this device */
export function useDeleteAccount(userId: string, forget: () => Promise<void>) {
  const client = useQueryClient();
  const signedOut = useSignedOut(userId, forget);
  const onError = useAuthErrorHandler(userId);
  return useMutation({
    onError,
    mutationFn: (proof: { password?: string }) => call('deleteAccount', { userId, ...proof }),
    onSuccess: async () => {
      await signedOut();
      client.setQueryData(FAREWELL_KEY, true);
    },
  });
}

/** Whether an account was deleted in this tab just before this screen. */
export function useFarewell(): boolean {
  const client = useQueryClient();
  const [isFarewell] = useState(() => client.getQueryData(FAREWELL_KEY) === true);
  useEffect(() => () => client.removeQueries({ queryKey: FAREWELL_KEY }), [client]);
  return isFarewell;
}
