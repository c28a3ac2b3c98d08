import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { Input } from '../../contract/endpoints.ts';
import type { Profile, SessionUser } from '../../contract/entities.ts';
import { SYMPTOM_KEYS, type SymptomKey, slotText } from '../../domain/symptoms.ts';
import { call, isStatus } from '../platform/client.ts';
import { keys } from '../platform/keys.ts';
import { useIsOffline } from '../platform/offline.ts';
import { PAGE_FRESH_MS } from '../platform/page-data.ts';

export function profileQuery(userId: string) {
  return queryOptions({
    queryKey: keys.profile(userId),
    queryFn: ({ signal }) => call('getUserProfile', { userId }, signal),
    staleTime: PAGE_FRESH_MS,
  });
}

export function useProfile(userId: string) {
  return useQuery(profileQuery(userId));
}

/** How long to wait for a fresh profile before the cached one is used (ms). A bad network may never report an error. */
const PATIENCE_MS = 3000;

/**
 * The profile, fetched again when its screen mounts. `isLate` becomes true if that fetch takes longer than
 * `PATIENCE_MS`, and is also true while the page is offline. The caller then need not wait for the fetch.
 */
export function useFreshProfile(userId: string) {
  const profile = useQuery({ ...profileQuery(userId), refetchOnMount: 'always' });
  const { isFetchedAfterMount } = profile;
  const [isLate, setIsLate] = useState(false);
  useEffect(() => {
    // Once the fetch has ended, nothing waits: a change of `isLate` would only render the screen while somebody types.
    if (isFetchedAfterMount) return;
    const patience = setTimeout(() => setIsLate(true), PATIENCE_MS);
    return () => clearTimeout(patience);
  }, [isFetchedAfterMount]);
  const isOffline = useIsOffline();
  return { ...profile, isLate: isLate || isOffline };
}

/**
 * Changes of facts and of symptoms run one after the other: each answer is the whole profile, so if two requests
 * overlapped, the older answer could replace the newer one in the cache.
 */
function profileScope(userId: string) {
  return { id: `profile of ${userId}` };
}

type Facts = Omit<Input<'updateProfile'>, 'userId'>;

/** Changes facts about the person, such as the name or the time zone. */
export function useUpdateProfile(userId: string) {
  const client = useQueryClient();
  return useMutation({
    // After a 401 the page shows the error itself. The sign-in screen would replace the page and lose what was typed.
    meta: { showsOwnError: true },
    scope: profileScope(userId),
    mutationFn: (facts: Facts) => call('updateProfile', { userId, ...facts }),
    onSuccess: async (profile) => {
      // A fetch that started before the change was made may be answered now, with the old facts.
      await client.cancelQueries(profileQuery(userId));
      const user = client.getQueryData<SessionUser | null>(keys.session);
      // Somebody else may have signed in while the change was sent.
      if (user?.id !== userId) return;
      client.setQueryData(profileQuery(userId).queryKey, profile);
      client.setQueryData<SessionUser | null>(keys.session, { ...user, ...profile });
    },
  });
}

/** The symptoms that are tracked now, in slot order. */
export function profileSymptoms(profile: Profile): { key: SymptomKey; name: string }[] {
  return SYMPTOM_KEYS.flatMap((key) => {
    const name = slotText(profile[key]);
    return name ? [{ key, name }] : [];
  });
}

/** The profile after a change of the symptoms. */
interface Changed {
  readonly profile: Profile;
  /** Whether the change can be undone. */
  readonly undoable: boolean;
}

/**
 * Changes the symptoms. Changes run one after the other, so each is based on the result of the one before. The server
 * refuses a change with 409 if another device has changed the symptoms; the profile is then fetched again.
 *
 * @param make makes the change
 * @returns a mutation; its result is the revision that the change made, or undefined if the change cannot be undone
 */
function useChange<ChangeRequest>(
  userId: string,
  make: (request: ChangeRequest, revision: number) => Promise<Changed>,
) {
  const client = useQueryClient();
  const query = profileQuery(userId);
  return useMutation({
    scope: profileScope(userId),
    // After a 401 the page shows the error itself. The sign-in screen would replace the page and lose the typed names.
    meta: { showsOwnError: true },
    mutationFn: async (request: ChangeRequest): Promise<number | undefined> => {
      const { revision: seen } = await client.ensureQueryData(query);
      try {
        const { profile, undoable } = await make(request, seen);
        // A fetch that started before the change was made may be answered now, with the old profile.
        await client.cancelQueries(query);
        client.setQueryData(query.queryKey, profile);
        return undoable ? profile.revision : undefined;
      } catch (error) {
        if (isStatus(error, 409)) await client.invalidateQueries(query);
        throw error;
      }
    },
  });
}

/** The texts of slots to save. The text 'No Symptom entered' creates an empty slot 4 or 5. */
export type SlotTexts = Readonly<Partial<Record<SymptomKey, string>>>;

/** Saves slots, all or none. */
export function useSaveSlots(userId: string) {
  return useChange(userId, async (texts: SlotTexts, revision) => {
    const [first, ...others] = Object.entries(texts) as [SymptomKey, string][];
    const change =
      first && others.length === 0
        ? ({ action: 'single', symptomKey: first[0], symptomValue: first[1] } as const)
        : ({ action: 'update', ...texts } as const);
    const answer = await call('updateSymptoms', { userId, revision, ...change });
    const { undoable, ...profile } = answer as Profile & { undoable: boolean };
    return { profile, undoable };
  });
}

export function useDeleteSlot(userId: string) {
  return useChange(userId, async (symptomNumber: number, revision) => {
    const { profile } = await call('deleteSymptom', { userId, symptomNumber, revision });
    return { profile, undoable: true };
  });
}

/** Undoes the change that made a revision, if that revision is still the latest one. */
export function useUndoChange(userId: string) {
  return useChange(userId, async (revision: number) => {
    const profile = await call('undoSymptomChange', { userId, revision });
    return { profile, undoable: false };
  });
}
