import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { Answer, Input } from '../../contract/endpoints.ts';
import type { SessionUser } from '../../contract/entities.ts';
import { call } from '../platform/client.ts';
import { keys } from '../platform/keys.ts';
import type { Forgotten } from '../platform/other-tabs.ts';
import { useSetSession, useSignedOut } from '../platform/session.ts';
import type { Unsaved } from '../platform/unsaved.ts';

function accountQuery(userId: string) {
  return queryOptions({
    queryKey: keys.account(userId),
    queryFn: ({ signal }) => call('getAccount', { userId }, signal),
    // The answer says whether the person has confirmed their identity lately. The confirmation expires within minutes,
    // so a cached answer may be out of date.
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
 * Proves that the person owns the account, with a passkey, the password or a code. Without any, requests a code by email.
 */
export function useProveOwner(userId: string) {
  const reload = useReloadAccount(userId);
  return useMutation({
    meta: { showsOwnError: true },
    mutationFn: (proof: Omit<Input<'proveOwner'>, 'userId'>) =>
      call('proveOwner', { userId, ...proof }),
    onSuccess: async (answer) => {
      if (!('challenge' in answer)) await reload();
    },
  });
}

/** Removes a way to sign in. Reloads the account after an error too, because the owner's proof may have expired. */
export function useRemoveWayIn(userId: string) {
  const reload = useReloadAccount(userId);
  return useMutation({
    meta: { showsOwnError: true },
    mutationFn: (wayId: string) => call('removeWayIn', { userId, wayId }),
    onSettled: reload,
  });
}

export function useChangePassword(userId: string) {
  const client = useQueryClient();
  const reload = useReloadAccount(userId);
  return useMutation({
    mutationFn: (change: { password?: string; newPassword: string }) =>
      call('changePassword', { userId, ...change }),
    // After an error too, because the owner's proof may have expired.
    onSettled: reload,
    // The other devices are logged out.
    onSuccess: () => client.invalidateQueries({ queryKey: keys.sessions(userId) }),
  });
}

/** The first call requests a code; the second one sends the code and changes the email. */
export function useChangeEmail(userId: string) {
  const client = useQueryClient();
  const reload = useReloadAccount(userId);
  return useMutation({
    mutationFn: (change: { email: string; password?: string; challenge?: string; code?: string }) =>
      call('changeEmail', { userId, ...change }),
    onSuccess: async (answer) => {
      if ('challenge' in answer) return;
      client.setQueryData(keys.session, answer);
      await Promise.all([reload(), client.invalidateQueries({ queryKey: keys.profile(userId) })]);
    },
  });
}

/**
 * Proves the account's address, or another one in its place. The first call requests a code; the second one sends it.
 * The address of the account that was split from this one joins the two.
 */
export function useProveAddress(userId: string) {
  const client = useQueryClient();
  const reload = useReloadAccount(userId);
  const setSession = useSetSession();
  return useMutation({
    mutationFn: (proof: { email: string; challenge?: string; code?: string }) =>
      call('proveAddress', { userId, ...proof }),
    onSuccess: async (answer) => {
      if ('challenge' in answer) return;
      const { split } = client.getQueryData<SessionUser>(keys.session) ?? {};
      // The code has joined the accounts, so everything may have changed.
      if (split?.email === answer.email) return setSession(answer);
      client.setQueryData(keys.session, answer);
      await Promise.all([reload(), client.invalidateQueries({ queryKey: keys.profile(userId) })]);
    },
  });
}

/** Joins this account with the former one, whose password it needs. The session then has another user id. */
export function useJoinEntries(userId: string) {
  const setSession = useSetSession();
  return useMutation({
    mutationFn: (password: string) => call('joinEntries', { userId, password }),
    onSuccess: setSession,
  });
}

/** Says whether it was the person who confirmed the address in another account. */
export function useAnswerSplit(userId: string) {
  const setSession = useSetSession();
  return useMutation({
    mutationFn: (isMe: boolean) => call('answerSplit', { userId, isMe }),
    onSuccess: setSession,
  });
}

/** A browser in which the person is signed in. */
export type SignedInDevice = Answer<'getSessions'>[number];

/** The browsers in which the person is signed in, this one first. */
export function useSessions(userId: string) {
  return useQuery({
    queryKey: keys.sessions(userId),
    queryFn: ({ signal }) => call('getSessions', { userId }, signal),
    // Somebody may have signed in elsewhere since the last fetch.
    refetchOnMount: 'always',
  });
}

/** Logs out another browser. */
export function useEndSession(userId: string) {
  const client = useQueryClient();
  return useMutation({
    meta: { showsOwnError: true },
    mutationFn: (sessionId: string) => call('endSession', { userId, sessionId }),
    onSettled: () => client.invalidateQueries({ queryKey: keys.sessions(userId) }),
  });
}

/** Logs out on every device. The variable of the mutation is what the log-out has named. */
export function useSignOutEverywhere(
  userId: string,
  forget: (forgotten: Forgotten) => Promise<void>,
) {
  const signedOut = useSignedOut(userId, forget);
  return useMutation({
    mutationFn: (_named: readonly Unsaved[]) => call('signOutEverywhere', { userId }),
    onSuccess: (answer, named) => signedOut(named, answer),
  });
}

/** @param forget deletes the account's data on this device */
export function useDeleteAccount(userId: string, forget: (forgotten: Forgotten) => Promise<void>) {
  const client = useQueryClient();
  const reload = useReloadAccount(userId);
  const signedOut = useSignedOut(userId, forget);
  return useMutation({
    mutationFn: (proof: { password?: string }) => call('deleteAccount', { userId, ...proof }),
    onSuccess: async (answer) => {
      await signedOut('everything', answer);
      client.setQueryData(keys.farewell, true);
    },
    // The owner's proof may have expired.
    onError: reload,
  });
}

/** Whether the person deleted their account in this tab just before this screen was shown. */
export function useFarewell(): boolean {
  const client = useQueryClient();
  const [isFarewell] = useState(() => client.getQueryData(keys.farewell) === true);
  useEffect(() => () => client.removeQueries({ queryKey: keys.farewell }), [client]);
  return isFarewell;
}
