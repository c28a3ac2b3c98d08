import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { Input } from '../../contract/endpoints.ts';
import type { Profile } from '../../contract/entities.ts';
import { SYMPTOM_KEYS, type SymptomKey, slotText } from '../../domain/symptoms.ts';
import { call } from './client.ts';
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

/** A change of the symptoms: the profile before it and the profile after it. */
export interface SymptomChange {
  readonly former: Profile;
  readonly made: Profile;
}

/**
 * Changes the symptoms. Changes run one after the other, so each is based on the result of the one before.
 *
 * @param make makes the change and returns the changed profile
 */
function useChange<ChangeRequest>(
  userId: string,
  make: (request: ChangeRequest) => Promise<Profile>,
) {
  const client = useQueryClient();
  const query = profileQuery(userId);
  return useMutation({
    scope: { id: `symptoms of ${userId}` },
    // Names that were typed stay on the page.
    meta: { showsOwnError: true },
    mutationFn: async (request: ChangeRequest): Promise<SymptomChange> => {
      // A fetch that started before this change may be answered after it, with the old profile.
      await client.cancelQueries(query);
      const former = await client.ensureQueryData(query);
      const made = await make(request);
      client.setQueryData(query.queryKey, made);
      return { former, made };
    },
  });
}

/** Saves one slot. The text 'No Symptom entered' creates the next slot. */
export function useSaveSlot(userId: string) {
  return useChange(userId, async (slot: { symptomKey: SymptomKey; symptomValue: string }) => {
    const answer = await call('updateSymptoms', { userId, action: 'single', ...slot });
    return answer as Profile;
  });
}

export function useDeleteSlot(userId: string) {
  const client = useQueryClient();
  const query = profileQuery(userId);
  return useChange(userId, async (symptomNumber: number) => {
    await call('deleteSymptom', { userId, symptomNumber });
    // The symptom is deleted even if this fetch fails.
    await client.invalidateQueries(query);
    return await client.ensureQueryData(query);
  });
}

/** Restores the symptoms from before a change. The server rejects that if they have changed again since. */
export function useUndoChange(userId: string) {
  return useChange(
    userId,
    async ({ former, made }: SymptomChange) =>
      await call('undoSymptomChange', {
        userId,
        from: symptomsOf(made),
        to: symptomsOf(former),
      }),
  );
}

function symptomsOf(profile: Profile): Input<'undoSymptomChange'>['from'] {
  const { symptom1, symptom2, symptom3, symptom4, symptom5, pastSymptoms } = profile;
  return { symptom1, symptom2, symptom3, symptom4, symptom5, pastSymptoms };
}
