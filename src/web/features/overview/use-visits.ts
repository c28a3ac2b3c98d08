import type { Visit as SavedVisit } from '../../../contract/entities.ts';
import { nextVisit, type Visit } from '../../../domain/visit.ts';
import { randomUuid } from '../../api/random-uuid.ts';
import { useUser } from '../../api/user.ts';
import { useSavedVisits } from '../../api/visits.ts';
import type { Queued } from '../../entries/entry-queue.ts';
import { useQueuedVisits, useQueues } from '../../entries/use-entries.tsx';
import type { WaitingVisit } from '../../entries/visit-kind.ts';
import { useToday } from './use-today.ts';

/** The next visit: what the server has, and what waits on this device. */
export interface NextVisit {
  /** What the person sees; undefined without a next visit. */
  readonly shown: Visit | undefined;
  readonly saved: SavedVisit | undefined;
  readonly queued: Queued<WaitingVisit> | undefined;
  /** Why the server did not save what waits; '' if it was not reached. */
  readonly sendProblem: string;
}

/** @returns undefined until it is known what was saved, or that it cannot be loaded */
export function useNextVisit(): NextVisit | undefined {
  const user = useUser();
  const [today] = useToday(user.timeZone);
  const { data, isError } = useSavedVisits(user.id);
  const { queued, sendProblem } = useQueuedVisits();
  if (!data && !isError) return undefined;
  const visits = new Map<string, Visit>(data?.map((visit) => [visit.visitId, visit]));
  for (const { entry } of queued) visits.set(entry.visitId, entry);
  const refused = queued.filter(({ problem }) => problem !== undefined).at(-1);
  // What was refused stays in sight until the person has decided.
  const shown = refused?.entry ?? nextVisit([...visits.values()], today);
  const isShown = ({ visitId }: Visit) => visitId === shown?.visitId;
  return {
    shown,
    saved: data?.find(isShown),
    queued: queued.filter(({ entry }) => isShown(entry)).at(-1),
    sendProblem,
  };
}

/** Saves a visit: first on this device, then on the server. It replaces what waits for this visit. */
export function useSaveVisit() {
  const { timeZone } = useUser();
  const queue = useQueues().visits;
  return async (
    { visitId, day, topics }: Visit,
    version: number | undefined,
    queued: Queued<WaitingVisit> | undefined,
  ) => {
    const lines = topics.map((line) => line.trim()).filter((line) => line !== '');
    const entry = {
      ...{ saveId: randomUuid(), visitId, day, topics: lines },
      ...{ enteredAt: new Date().toISOString(), timeZone, version },
    };
    await queue.add(entry, queued?.entry.saveId);
  };
}
