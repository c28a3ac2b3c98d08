import type { Dose } from '../../../contract/entities.ts';
import { useChangeDose, useRecentDoses } from '../../api/doses.ts';
import { useUser } from '../../api/user.ts';
import { useQueuedDoses, useQueues } from '../../entries/use-entries.tsx';

/** The doses that wait on this device to be sent, without those that the server refused. */
export function useWaitingDoses(): readonly Dose[] {
  const { queued } = useQueuedDoses();
  return queued.filter(({ problem }) => problem === undefined).map(({ entry }) => entry);
}

/**
 * The doses of the last three days and those that wait on this device to be sent, newest first.
 *
 * @returns undefined while the doses load; if loading fails, only the waiting ones
 */
export function useDoses(): readonly Dose[] | undefined {
  const recent = useRecentDoses(useUser());
  const waiting = useWaitingDoses();
  if (!recent.data && !recent.isError) return undefined;
  const saved = recent.data ?? [];
  const unsaved = waiting.filter(({ doseId }) => saved.every((dose) => dose.doseId !== doseId));
  return [...unsaved, ...saved].sort((a, b) => b.takenAt.localeCompare(a.takenAt));
}

/** Undoes the logging of a dose: removes it from the queue on this device, or deletes it on the server. */
export function useUndoDose() {
  const queue = useQueues().doses;
  const change = useChangeDose(useUser());
  return {
    isPending: change.isPending,
    isError: change.isError,
    undo: async (doseId: string) => {
      if (!(await queue.remove(doseId))) change.mutate({ kind: 'delete', doseId });
    },
  };
}
