import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { call, isStatus } from './client.ts';
import { SESSION_KEY, useSetSession, useSignedOut } from './session.ts';

function accountQuery(userId: string) {
  return queryOptions({
    queryKey: ['account', userId],
    queryFn: ({ signal }) => call('getAccount', { userId }, signal),
    // Whether someone has just confirmed who they are is soon out of date.
    refetchOnMount: 'always',
  });
}

/** How the account's owner gets in. */
export function useAccount(userId: string) {
  return useQuery(accountQuery(userId));
}

export function useReloadAccount(userId: string): () => Promise<void> {
  const client = useQueryClient();
  return () => client.invalidateQueries(accountQuery(userId));
}

/** What a refusal may mean beside its words: the session has ended, or a confirmation has run out. */
function useHeed(userId: string): (error: Error) => void {
  const setSession = useSetSession();
  const reload = useReloadAccount(userId);
  return (error) => {
    if (isStatus(error, 401)) setSession(null);
    if (isStatus(error, 403)) reload();
  };
}

export function useChangePassword(userId: string) {
  const reload = useReloadAccount(userId);
  const heed = useHeed(userId);
  return useMutation({
    mutationFn: (change: { password: string; newPassword: string }) =>
      call('changePassword', { userId, ...change }),
    onSuccess: reload,
    onError: heed,
  });
}

/** The first time asks for a code, with it makes the change. */
export function useChangeEmail(userId: string) {
  const client = useQueryClient();
  const reload = useReloadAccount(userId);
  const heed = useHeed(userId);
  return useMutation({
    onError: heed,
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
  const onError = useHeed(userId);
  return useMutation({
    mutationFn: () => call('signOutEverywhere', { userId }),
    onSuccess,
    onError,
  });
}

/** Where it is kept, for the next screen, that an account was deleted. */
const FAREWELL_KEY = ['farewell'];

/** @param forget forgets everything of the account on this device */
export function useDeleteAccount(userId: string, forget: () => Promise<void>) {
  const client = useQueryClient();
  const signedOut = useSignedOut(userId, forget);
  const heed = useHeed(userId);
  return useMutation({
    onError: heed,
    mutationFn: (proof: { password?: string }) => call('deleteAccount', { userId, ...proof }),
    onSuccess: async () => {
      await signedOut();
      client.setQueryData(FAREWELL_KEY, true);
    },
  });
}

/** Whether an account was just deleted here. */
export function useFarewell(): boolean {
  const client = useQueryClient();
  const [isFarewell] = useState(() => client.getQueryData(FAREWELL_KEY) === true);
  useEffect(() => () => client.removeQueries({ queryKey: FAREWELL_KEY }), [client]);
  return isFarewell;
}
