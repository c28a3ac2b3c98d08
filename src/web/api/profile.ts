import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { Profile } from '../../contract/entities.ts';
import { SYMPTOM_KEYS, type SymptomKey, slotText } from '../../domain/symptoms.ts';
import { call, isStatus } from './client.ts';
import { keys } from './keys.ts';

function profileQuery(userId: string) {
  return queryOptions({
    queryKey: keys.profile(userId),
    queryFn: ({ signal }) => call('getUserProfile', { userId }, signal),
  });
}

export function useProfile(userId: string) {
  return useQuery(profileQuery(userId));
}

/**
 * How long to wait for a fresh profile before the cached one is used (ms). A network may swallow the request.
 */
const PATIENCE_MS = 3000;

/** The profile, fetched again when its screen mounts; `isLate` if that takes long. */
export function useFreshProfile(userId: string) {
  const profile = useQuery({ ...profileQuery(userId), refetchOnMount: 'always' });
  const [isLate, setIsLate] = useState(false);
  useEffect(() => {
    const patience = setTimeout(() => setIsLate(true), PATIENCE_MS);
    return () => clearTimeout(patience);
  }, []);
  return { ...profile, isLate };
}

/** The symptoms that are tracked now, in slot order. */
export function profileSymptoms(profile: Profile): { key: SymptomKey; name: string }[] {
  return SYMPTOM_KEYS.flatMap((key) => {
    const name = slotText(profile[key]);
    return name ? [{ key, name }] : [];
  });
}

/** The profile after a change of the symptoms, and the revision that the change made. */
interface SymptomChange {
  readonly profile: Profile;
  readonly revision: number;
}

/**
 * Changes the symptoms. Changes run one after the other, so each is based on the result of the one before.
 * The server refuses a change with 409 if another device has changed the symptoms; then they are fetched.
 *
 * @param make makes the change
 * @returns the revision that the change made, which undoes it
 */
function useChange<ChangeRequest>(
  userId: string,
  make: (request: ChangeRequest, revision: number) => Promise<SymptomChange>,
) {
  const client = useQueryClient();
  const query = profileQuery(userId);
  return useMutation({
    scope: { id: `symptoms of ${userId}` },
    // Names that were typed stay on the page.
    meta: { showsOwnError: true },
    mutationFn: async (request: ChangeRequest): Promise<number> => {
      // A fetch that started before this change may be answered after it, with the old profile.
      await client.cancelQueries(query);
      const { revision: seen } = await client.ensureQueryData(query);
      try {
        const { profile, revision } = await make(request, seen);
        client.setQueryData(query.queryKey, profile);
        return revision;
      } catch (error) {
        if (isStatus(error, 409)) await client.invalidateQueries(query);
        throw error;
      }
    },
  });
}

/** Saves one slot. The text 'No Symptom entered' creates the next slot. */
export function useSaveSlot(userId: string) {
  return useChange(
    userId,
    async (slot: { symptomKey: SymptomKey; symptomValue: string }, revision) => {
      const change = { userId, action: 'single', revision, ...slot } as const;
      const profile = (await call('updateSymptoms', change)) as Profile;
      return { profile, revision: profile.revision };
    },
  );
}

export function useDeleteSlot(userId: string) {
  const client = useQueryClient();
  const query = profileQuery(userId);
  return useChange(userId, async (symptomNumber: number, seen) => {
    const { revision } = await call('deleteSymptom', { userId, symptomNumber, revision: seen });
    // The symptom is deleted even if this fetch fails.
    await client.invalidateQueries(query);
    return { profile: await client.ensureQueryData(query), revision };
  });
}

/** Restores the symptoms from before the change that made a revision, if it is the last one. */
export function useUndoChange(userId: string) {
  return useChange(userId, async (revision: number) => {
    const profile = await call('undoSymptomChange', { userId, revision });
    return { profile, revision: profile.revision };
  });
}
