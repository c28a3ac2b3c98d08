import { useState } from 'react';
import type { Dose } from '../../contract/entities.ts';
import { isRefused } from '../entries/device-queue.ts';
import { useUser } from '../platform/user.ts';
import { doses, useDeleteDoses, useDoseQueue, useQueuedDoses, useShownDoses } from './dose-kind.ts';
import { type MedicationRow, newDose } from './medication-row.ts';

/** The doses that wait on this device to be sent, without those that the server refused. */
export function useWaitingDoses(): readonly Dose[] {
  const { queued } = useQueuedDoses();
  return queued.filter((each) => !isRefused(each)).map(({ entry }) => entry);
}

/** Each dose once: one that the server has may still be in the queue for a moment. */
export function withWaiting(saved: readonly Dose[], waiting: readonly Dose[]): readonly Dose[] {
  const ids = new Set(saved.map(({ doseId }) => doseId));
  return [...saved, ...waiting.filter(({ doseId }) => !ids.has(doseId))];
}

/**
 * The doses of the last three days and those that wait on this device to be sent, newest first.
 *
 * @returns undefined while the doses load; if loading fails, only the waiting ones
 */
export function useDoses(): readonly Dose[] | undefined {
  return useShownDoses()
    ?.flatMap(({ saved, queued }) => saved ?? (queued && !isRefused(queued) ? queued.entry : []))
    .sort(doses.compare);
}

/** A dose that was taken away, and can be restored. */
export interface RemovedDose {
  readonly dose: Dose;
  /** Whether it was undone while it waited on this device. */
  readonly wasWaiting: boolean;
}

/** Undoes the logging of a dose: in the queue on this device, or else on the server. */
export function useUndoDose() {
  const queue = useDoseQueue();
  const deletion = useDeleteDoses();
  const [isPending, setIsPending] = useState(false);

  async function remove(dose: Dose): Promise<RemovedDose | undefined> {
    if (await queue.withdraw(dose.doseId)) return { dose, wasWaiting: true };
    const [deleted] = await deletion.mutateAsync([dose.doseId]).catch(() => []);
    return deleted && { dose: deleted, wasWaiting: false };
  }

  return {
    isPending,
    isError: deletion.isError,
    /** @returns the doses that were removed, without those for which that failed */
    undo: async (doses: readonly Dose[]): Promise<readonly RemovedDose[]> => {
      setIsPending(true);
      const removed = await Promise.all(doses.map(remove));
      setIsPending(false);
      return removed.filter((each) => each !== undefined);
    },
  };
}

/**
 * Logs the offered dose of each row now, or one dose as needed. All get the same `enteredAt`, by which one Undo finds
 * them.
 */
export function useLogDose() {
  const { timeZone: zone } = useUser();
  const queue = useDoseQueue();
  return (rows: readonly MedicationRow[]): void => {
    const now = Date.now();
    for (const { medication, row } of rows) {
      const offered = row.kind === 'offer' ? row.planned : undefined;
      const dose = { now, takenAt: now, status: 'taken', zone } as const;
      const [amount, scheduledFor] = [offered?.amount ?? 1, offered?.at ?? null];
      void queue.add(newDose(medication, { ...dose, amount, scheduledFor }));
    }
  };
}
