import { useEffect, useEffectEvent, useState } from 'react';
import type { Medication, Profile } from '../../contract/entities.ts';
import { dateOf } from '../../domain/zone.ts';
import { isStatus } from '../platform/client.ts';
import { randomUuid } from '../platform/random-uuid.ts';
import { nearDayText } from '../ui/calendar-date-text.ts';
import {
  draftOf,
  drugNamed,
  type MedicationDraft,
  newDraft,
  understood,
} from './medication-draft.ts';
import { groupMedications, versionBefore, versionFrom } from './medication-groups.ts';
import { useDeleteMedication, useSaveMedication } from './queries.ts';

/** What was typed and not saved. */
export interface KeptMedication {
  readonly medicationId: string;
  /** The version that the person saw when the fields opened first; undefined for a new medication. */
  readonly opened: Medication | undefined;
  /** What the fields held when they opened first. */
  readonly start: MedicationDraft;
  readonly draft: MedicationDraft;
}

/**
 * The values of a medication's fields, and the functions that change and save them.
 *
 * @param versions all versions of all medications, as the server has them
 * @param opened the version to change; undefined for a new medication
 * @param kept what was typed before and not saved
 * @param keep called with what is typed, and with undefined if the fields hold what they held at first
 */
export function useMedicationForm(
  profile: Profile,
  versions: readonly Medication[],
  opened: Medication | undefined,
  kept: KeptMedication | undefined,
  keep: (typed: KeptMedication | undefined) => void,
) {
  const save = useSaveMedication(profile.userId);
  const remove = useDeleteMedication(profile.userId);
  const today = dateOf(Date.now(), profile.timeZone);
  // Created when the fields open, so that a repeated press saves the same medication.
  const [medicationId] = useState(() => kept?.medicationId ?? opened?.medicationId ?? randomUuid());
  const [seen] = useState(kept ? kept.opened : opened);
  const [start] = useState(() => kept?.start ?? startOf(opened, versions, today));
  const [draft, setDraft] = useState(kept?.draft ?? start);
  const keepTyped = useEffectEvent((typed: MedicationDraft) => {
    const isChanged = JSON.stringify(typed) !== JSON.stringify(start);
    keep(isChanged ? { medicationId, opened: seen, start, draft: typed } : undefined);
  });
  useEffect(() => keepTyped(draft), [draft]);
  /** The first day whose save failed, because the server had other values than the person had seen. */
  const [conflictFrom, setConflictFrom] = useState<string>();
  const { from } = draft;
  const isConflict = conflictFrom === from;
  const isBusy = save.isPending || remove.isPending;

  /** The version that the person saw, if the save replaces it because the first day is unchanged. */
  const openedHere = seen?.from === from ? seen : undefined;
  const basis = isConflict ? versionFrom(versions, medicationId, from) : openedHere;

  function change(changed: Partial<MedicationDraft>) {
    setDraft((current) => ({ ...current, ...changed }));
  }

  function firstDayProblem(): string {
    // No problem is reported after a save was tried, because the list may already contain the version that was sent.
    if (!opened || !save.isIdle || from === opened.from) return '';
    const before = versionBefore(versions, opened);
    if (before && from < opened.from && from <= before.from) {
      return `An earlier plan starts on ${nearDayText(before.from, today, profile)}. Choose a later day.`;
    }
    const isTaken = versionFrom(versions, medicationId, from) !== undefined;
    return isTaken ? 'Another plan starts on this day. Choose another day.' : '';
  }

  return {
    draft,
    change,
    today,
    medicationId,
    understood: understood(draft, medicationId),
    firstDayProblem: firstDayProblem(),
    isBusy,
    isSaving: save.isPending,
    error: save.error ?? remove.error,
    /** The values that the server has, if they differ from what the person had seen. */
    conflict: isConflict && save.isError ? { stored: basis } : undefined,
    /** Chooses a suggested name, and fills in the known unit and form. */
    choose(name: string) {
      const drug = drugNamed(name);
      const form = drug?.forms.length === 1 ? (drug.forms[0] ?? '') : '';
      change({ name, unit: drug?.unit ?? 'mg', strength: '', form });
    },
    save(onSaved: (saved: Medication) => void) {
      if (isBusy) return;
      remove.reset();
      const { times, ...values } = understood(draft, medicationId);
      const version = basis && { version: basis.version };
      const movedFrom = opened && from < opened.from ? opened.from : undefined;
      save.mutate(
        { ...values, times: [...times], ...version, movedFrom },
        {
          onSuccess: onSaved,
          onError: (error) => {
            if (isStatus(error, 409) || isStatus(error, 404)) setConflictFrom(from);
          },
        },
      );
    },
    delete(version: Medication, onDeleted: (deleted: Medication) => void) {
      if (isBusy) return;
      save.reset();
      remove.mutate(version, { onSuccess: onDeleted });
    },
  };
}

function startOf(
  opened: Medication | undefined,
  versions: readonly Medication[],
  today: string,
): MedicationDraft {
  if (!opened) return newDraft(today);
  // A change of the version in force starts today. Any other version is corrected from its own first day.
  const { inForce } = groupMedications(versions, today);
  return draftOf(opened, inForce.includes(opened) ? today : opened.from);
}
