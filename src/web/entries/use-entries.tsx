import { useQueryClient } from '@tanstack/react-query';
import {
  createContext,
  type ReactNode,
  useContext,
  useEffect,
  useState,
  useSyncExternalStore,
} from 'react';
import type { CheckIn, DiaryHalfHour, Dose, Visit } from '../../contract/entities.ts';
import { useCheckInSaved } from '../api/check-ins.ts';
import { useDiarySaved } from '../api/diary.ts';
import { useDoseSaved } from '../api/doses.ts';
import { useFormsChanged } from '../api/forms.ts';
import { keys } from '../api/keys.ts';
import { useSignedOutElsewhere } from '../api/session.ts';
import { trackerKey, useMe, useSetUnsaved, useUser } from '../api/user.ts';
import { useVisitSaved } from '../api/visits.ts';
import { checkInKind, type WaitingCheckIn } from './check-in-kind.ts';
import { Device } from './device.ts';
import { diaryKind, type WaitingHalfHours } from './diary-kind.ts';
import { doseKind } from './dose-kind.ts';
import { isUnsaved } from './draft.ts';
import type { EntriesState } from './entry-list.ts';
import { EntryQueue, type QueueState } from './entry-queue.ts';
import { EntryStore } from './store.ts';
import { visitKind, type WaitingVisit } from './visit-kind.ts';

/** One per page, because unwritten drafts must survive a sign-in by someone else. */
const DeviceContext = createContext(new Device());
const EntriesContext = createContext<EntryStore | null>(null);
const QueuesContext = createContext<Queues | null>(null);

/** The entries besides forms that wait on this device. */
export interface Queues {
  readonly doses: EntryQueue<Dose, Dose>;
  readonly checkIns: EntryQueue<WaitingCheckIn, CheckIn>;
  readonly diary: EntryQueue<WaitingHalfHours, readonly DiaryHalfHour[]>;
  readonly visits: EntryQueue<WaitingVisit, Visit>;
}

/** What waits on this device for one tracker. */
export interface Waiting {
  readonly store: EntryStore;
  readonly queues: Queues;
}

/** What waits for each tracker, by its person: the signed-in person's own, and those of the people whom they help. */
const WaitingContext = createContext<ReadonlyMap<string, Waiting>>(new Map());

/**
 * Provides the entries of the tracker that is shown. What waits for the other trackers is sent as well, always for the
 * person whom it was entered for.
 */
export function EntriesProvider({ children }: { readonly children: ReactNode }) {
  const [me, shown] = [useMe(), useUser()];
  const [waiting] = useState(() => new Map<string, Waiting>());
  const owners = [...new Set([me.id, ...me.helps.map(({ userId }) => userId), shown.id])];
  return (
    <WaitingContext value={waiting}>
      {owners.map((ownerId) => (
        <TrackerEntries key={ownerId} ownerId={ownerId} waiting={waiting}>
          {ownerId === shown.id && children}
        </TrackerEntries>
      ))}
    </WaitingContext>
  );
}

function TrackerEntries({
  ownerId,
  waiting,
  children,
}: {
  readonly ownerId: string;
  readonly waiting: Map<string, Waiting>;
  readonly children: ReactNode;
}) {
  const me = useMe();
  const userId = trackerKey(me.id, ownerId);
  const client = useQueryClient();
  const device = useContext(DeviceContext);
  const formsChanged = useFormsChanged(ownerId);
  const [store] = useState(
    () =>
      new EntryStore({
        ...{ userId, ownerId },
        device,
        onSaved: () => void formsChanged(),
        onSessionLost: () => void client.invalidateQueries({ queryKey: keys.session }),
      }),
  );
  const [doseSaved, checkInSaved] = [useDoseSaved(ownerId), useCheckInSaved(ownerId)];
  const [diarySaved, visitSaved] = [useDiarySaved(ownerId), useVisitSaved(ownerId)];
  const [queues] = useState((): Queues => {
    const onSessionLost = () => void client.invalidateQueries({ queryKey: keys.session });
    const owner = { userId, ownerId, onSessionLost };
    return {
      doses: new EntryQueue(doseKind, { ...owner, onSaved: doseSaved }),
      checkIns: new EntryQueue(checkInKind, { ...owner, onSaved: checkInSaved }),
      diary: new EntryQueue(diaryKind, { ...owner, onSaved: diarySaved }),
      visits: new EntryQueue(visitKind, { ...owner, onSaved: visitSaved }),
    };
  });
  useEffect(() => {
    waiting.set(ownerId, { store, queues });
    return () => void waiting.delete(ownerId);
  }, [waiting, ownerId, store, queues]);
  useEffect(() => runInPage(store), [store]);
  useEffect(() => sendInPage(queues.doses), [queues]);
  useEffect(() => sendInPage(queues.checkIns), [queues]);
  useEffect(() => sendInPage(queues.diary), [queues]);
  useEffect(() => sendInPage(queues.visits), [queues]);
  useSignedOutElsewhere(me.id, store.forgetDrafts);
  useStayWhileUnsaved(store);
  return (
    <EntriesContext value={store}>
      <QueuesContext value={queues}>{children}</QueuesContext>
    </EntriesContext>
  );
}

/** What waits for all trackers. Read it when it is needed: it does not render again. */
export function useAllWaiting(): () => readonly Waiting[] {
  const waiting = useContext(WaitingContext);
  return () => [...waiting.values()];
}

/** Deletes the drafts of all trackers from this device. */
export function useForgetDrafts(): () => Promise<void> {
  const all = useAllWaiting();
  return async () => {
    await Promise.all(all().map(({ store }) => store.forgetDrafts()));
  };
}

export function useQueues(): Queues {
  const queues = useContext(QueuesContext);
  if (!queues) throw new Error('There are no queues of entries here');
  return queues;
}

/** The doses that the server does not have yet. */
export function useQueuedDoses(): QueueState<Dose> {
  const { doses } = useQueues();
  return useSyncExternalStore(doses.subscribe, doses.getState);
}

/** The check-ins that the server does not have yet. */
export function useQueuedCheckIns(): QueueState<WaitingCheckIn> {
  const { checkIns } = useQueues();
  return useSyncExternalStore(checkIns.subscribe, checkIns.getState);
}

/** The half-hours of the diary that the server does not have yet. */
export function useQueuedDiary(): QueueState<WaitingHalfHours> {
  const { diary } = useQueues();
  return useSyncExternalStore(diary.subscribe, diary.getState);
}

/** The visits that the server does not have yet. */
export function useQueuedVisits(): QueueState<WaitingVisit> {
  const { visits } = useQueues();
  return useSyncExternalStore(visits.subscribe, visits.getState);
}

export function useEntryStore(): EntryStore {
  const store = useContext(EntriesContext);
  if (!store) throw new Error('There is no store of entries here');
  return store;
}

export function useEntries(): EntriesState {
  const store = useEntryStore();
  return useSyncExternalStore(store.subscribe, store.getState);
}

/** Runs a store while its page is shown. @returns a function that stops it */
function runInPage(store: EntryStore): () => void {
  const turn = () => {
    if (document.visibilityState === 'hidden') store.flush();
    else void store.refresh();
  };
  const ask = (event: BeforeUnloadEvent) => {
    if (!store.hasUnwritten()) return;
    store.flush();
    event.preventDefault();
    // Chrome before 119 also needs this.
    event.returnValue = true;
  };
  store.start();
  document.addEventListener('visibilitychange', turn);
  addEventListener('pagehide', store.flush);
  addEventListener('online', store.hurry);
  addEventListener('beforeunload', ask);
  return () => {
    document.removeEventListener('visibilitychange', turn);
    removeEventListener('pagehide', store.flush);
    removeEventListener('online', store.hurry);
    removeEventListener('beforeunload', ask);
    store.stop();
  };
}

/** Sends what waits in a queue while its page is shown. @returns a function that stops it */
function sendInPage(queue: Queues[keyof Queues]): () => void {
  const send = () => void queue.send();
  const turn = () => {
    if (document.visibilityState === 'visible') void queue.refresh().then(send);
  };
  const ask = (event: BeforeUnloadEvent) => {
    if (queue.getState().unstored.size > 0) event.preventDefault();
  };
  queue.start();
  addEventListener('online', send);
  addEventListener('beforeunload', ask);
  document.addEventListener('visibilitychange', turn);
  return () => {
    removeEventListener('online', send);
    removeEventListener('beforeunload', ask);
    document.removeEventListener('visibilitychange', turn);
    queue.stop();
  };
}

/** Keeps the page mounted if the session ends while the open form has unsaved input. */
function useStayWhileUnsaved(store: EntryStore): void {
  const setUnsaved = useSetUnsaved();
  const { entries, shownId } = useSyncExternalStore(store.subscribe, store.getState);
  const shown = entries.find(({ draft }) => draft.submissionId === shownId);
  const unsaved = shown !== undefined && shown.status !== 'waiting' && isUnsaved(shown.draft);
  useEffect(() => {
    setUnsaved(unsaved);
    return () => setUnsaved(false);
  }, [unsaved, setUnsaved]);
}
