import { useState } from 'react';
import type { Dose } from '../../contract/entities.ts';
import { isRefused } from '../entries/device-queue.ts';
import { doses, useDeleteDoses, useDoseQueue, useQueuedDoses, useShownDoses } from './dose-kind.ts';

/** The doses that wait on this device to be sent, without those that the server refused. */
export function useWaitingDoses(): readonly Dose[] {
  const { queued } = useQueuedDoses();
  return queued.filter((each) => !isRefused(each)).map(({ entry }) => entry);
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
  /** Whether it was taken out of the queue on this device, before the server had it. */
  readonly wasWaiting: boolean;
}

/** Undoes the logging of a dose: removes it from the queue on this device, or deletes it on the server. */
export function useUndoDose() {
  const queue = useDoseQueue();
  const deletion = useDeleteDoses();
  const [isPending, setIsPending] = useState(false);

  async function remove(dose: Dose): Promise<RemovedDose | undefined> {
    if (await queue.remove(dose.doseId)) return { dose, wasWaiting: true };
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
