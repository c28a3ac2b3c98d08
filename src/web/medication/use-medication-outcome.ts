import { useState } from 'react';
import type { Medication } from '../../contract/entities.ts';
import { isStatus, serverMessage } from '../platform/client.ts';
import { valuesOf } from './medication-draft.ts';
import { useRestoreMedication, useSaveMedication } from './queries.ts';

/** The result of a change, and how to undo it, if that is possible. */
export interface MedicationOutcome {
  readonly kind: 'success' | 'danger';
  readonly text: string;
  readonly undo?: MedicationUndo;
}

export type MedicationUndo =
  | { readonly kind: 'restore'; readonly version: Medication }
  /** Restores the last day that the version had before the change; null if it had none. */
  | { readonly kind: 'continue'; readonly version: Medication; readonly until: string | null };

export function useMedicationOutcome(userId: string) {
  const [outcome, setOutcome] = useState<MedicationOutcome>();
  const save = useSaveMedication(userId);
  const restore = useRestoreMedication(userId);
  const isUndoing = save.isPending || restore.isPending;

  async function make(undo: MedicationUndo): Promise<void> {
    if (undo.kind === 'restore') await restore.mutateAsync(undo.version);
    else await save.mutateAsync({ ...valuesOf(undo.version), until: undo.until });
  }

  return {
    outcome,
    tell: setOutcome,
    isUndoing,
    /** @returns whether the change was undone */
    async undo(): Promise<boolean> {
      if (!outcome?.undo || isUndoing) return false;
      const { undo } = outcome;
      try {
        await make(undo);
      } catch (error) {
        const text = serverMessage(error, 'We couldn’t undo that. Please try again.');
        // After a conflict, another try cannot succeed.
        const again = isStatus(error, 409) || isStatus(error, 404) ? {} : { undo };
        setOutcome({ kind: 'danger', text, ...again });
        return false;
      }
      setOutcome({ kind: 'success', text: 'Your change was undone.' });
      return true;
    },
  };
}
