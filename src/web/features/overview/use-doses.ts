import type { Dose } from '../../../contract/entities.ts';
import { useChangeDose, useRecentDoses } from '../../api/doses.ts';
import { useUser } from '../../api/user.ts';
import { useDoseQueue, useQueuedDoses } from '../../entries/use-entries.tsx';

/** The doses of the last three days, newest first, and those that wait on this device. */
export function useDoses(): readonly Dose[] {
  const saved = useRecentDoses(useUser()).data ?? [];
  const queued = useQueuedDoses().map(({ dose }) => dose);
  const waiting = queued.filter(({ doseId }) => saved.every((dose) => dose.doseId !== doseId));
  return [...waiting, ...saved].sort((a, b) => b.takenAt.localeCompare(a.takenAt));
}

/** Undoes the logging of a dose: where it waits on this device, or else on the server. */
export function useUndoDose() {
  const queue = useDoseQueue();
  const change = useChangeDose(useUser());
  return {
    isPending: change.isPending,
    isError: change.isError,
    undo: async (doseId: string) => {
      if (!(await queue.remove(doseId))) change.mutate({ kind: 'delete', doseId });
    },
  };
}
