import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { Input } from '../../contract/endpoints.ts';
import type { Profile } from '../../contract/entities.ts';
import { SYMPTOM_KEYS, type SymptomKey, slotText } from '../../domain/symptoms.ts';
import { call } from './client.ts';

function profileQuery(userId: string) {
  return queryOptions({
    queryKey: ['profile', userId],
    queryFn: ({ signal }) => call('getUserProfile', { userId }, signal),
  });
}

export function useProfile(userId: string) {
  return useQuery(profileQuery(userId));
}

/** From then on the profile that is known will do: milliseconds. A network may swallow what is asked for. */
const PATIENCE_MS = 3000;

/** The profile, asked for anew when what shows it opens; `isLate` where that takes long. */
export function useFreshProfile(userId: string) {
  const profile = useQuery({ ...profileQuery(userId), refetchOnMount: 'always' });
  const [isLate, setIsLate] = useState(false);
  useEffect(() => {
    const patience = setTimeout(() => setIsLate(true), PATIENCE_MS);
    return () => clearTimeout(patience);
  }, []);
  return { ...profile, isLate };
}

/** The symptoms someone tracks now, in slot order. */
export function profileSymptoms(profile: Profile): { key: SymptomKey; name: string }[] {
  return SYMPTOM_KEYS.flatMap((key) => {
    const name = slotText(profile[key]);
    return name ? [{ key, name }] : [];
  });
}

/** A change of the symptoms: what they were before it, and what it has led to. */
export interface SymptomChange {
  readonly former: Profile;
  readonly made: Profile;
}

/**
 * Changes the symptoms. Changes are made one after the other: each begins with what the one before has led to.
 *
 * @param make makes the change, and gives what it has led to
 */
function useChange<Wish>(userId: string, make: (wish: Wish) => Promise<Profile>) {
  const client = useQueryClient();
  const query = profileQuery(userId);
  return useMutation({
    scope: { id: `symptoms of ${userId}` },
    mutationFn: async (wish: Wish): Promise<SymptomChange> => {
      // What was asked for before may be answered after it.
      await client.cancelQueries(query);
      const former = await client.ensureQueryData(query);
      const made = await make(wish);
      client.setQueryData(query.queryKey, made);
      return { former, made };
    },
  });
}

/** Saves one slot; 'No Symptom entered' creates it where it is the next one. */
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
    // It is deleted, even where the profile cannot be fetched anew.
    await client.invalidateQueries(query);
    return await client.ensureQueryData(query);
  });
}

/** Makes the symptoms what they were before a change; refused where they are no longer what it has led to. */
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
