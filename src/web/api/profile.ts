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

/** Saves one slot; 'No Symptom entered' creates it where it is the next one. */
export function useSaveSlot(userId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (slot: { symptomKey: SymptomKey; symptomValue: string }) =>
      call('updateSymptoms', { userId, action: 'single', ...slot }),
    onSuccess: (answer) => client.setQueryData(profileQuery(userId).queryKey, answer as Profile),
  });
}

/** The symptoms of a profile, to undo a change of them by. */
function symptomsOf(profile: Profile): Input<'undoSymptomChange'>['from'] {
  const { symptom1, symptom2, symptom3, symptom4, symptom5, pastSymptoms } = profile;
  return { symptom1, symptom2, symptom3, symptom4, symptom5, pastSymptoms };
}

/** Makes the symptoms what they were before a change. */
export function useUndoChange(userId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (change: { from: Profile; to: Profile }) =>
      call('undoSymptomChange', {
        userId,
        from: symptomsOf(change.from),
        to: symptomsOf(change.to),
      }),
    onSuccess: (answer) => client.setQueryData(profileQuery(userId).queryKey, answer),
  });
}

export function useDeleteSlot(userId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (symptomNumber: number) => call('deleteSymptom', { userId, symptomNumber }),
    onSuccess: () => client.invalidateQueries(profileQuery(userId)),
  });
}
