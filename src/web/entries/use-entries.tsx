import { useQueryClient } from '@tanstack/react-query';
import {
  createContext,
  type ReactNode,
  useContext,
  useEffect,
  useState,
  useSyncExternalStore,
} from 'react';
import { useDoseSaved } from '../api/doses.ts';
import { useFormsChanged } from '../api/forms.ts';
import { keys } from '../api/keys.ts';
import { useSignedOutElsewhere } from '../api/session.ts';
import { useSetUnsaved, useUser } from '../api/user.ts';
import { Device } from './device.ts';
import { DoseQueue, type QueueState } from './dose-queue.ts';
import { isUnsaved } from './draft.ts';
import type { EntriesState } from './entry-list.ts';
import { EntryStore } from './store.ts';

/** One per page, because unwritten drafts must survive a sign-in by someone else. */
const DeviceContext = createContext(new Device());
const EntriesContext = createContext<EntryStore | null>(null);
const DosesContext = createContext<DoseQueue | null>(null);

/** Provides the store of the signed-in person's entries. */
export function EntriesProvider({ children }: { readonly children: ReactNode }) {
  const userId = useUser().id;
  const client = useQueryClient();
  const device = useContext(DeviceContext);
  const formsChanged = useFormsChanged(userId);
  const [store] = useState(
    () =>
      new EntryStore({
        userId,
        device,
        onSaved: () => void formsChanged(),
        onSessionLost: () => void client.invalidateQueries({ queryKey: keys.session }),
      }),
  );
  const doseSaved = useDoseSaved(userId);
  const [doses] = useState(
    () =>
      new DoseQueue({
        userId,
        onSaved: doseSaved,
        onSessionLost: () => void client.invalidateQueries({ queryKey: keys.session }),
      }),
  );
  useEffect(() => runInPage(store), [store]);
  useEffect(() => sendInPage(doses), [doses]);
  useSignedOutElsewhere(userId, store.forgetDrafts);
  useStayWhileUnsaved(store);
  return (
    <EntriesContext value={store}>
      <DosesContext value={doses}>{children}</DosesContext>
    </EntriesContext>
  );
}

export function useDoseQueue(): DoseQueue {
  const queue = useContext(DosesContext);
  if (!queue) throw new Error('There is no queue of doses here');
  return queue;
}

/** The doses that the server does not have yet. */
export function useQueuedDoses(): QueueState {
  const queue = useDoseQueue();
  return useSyncExternalStore(queue.subscribe, queue.getState);
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

/** Sends doses while their page is shown. @returns a function that stops it */
function sendInPage(doses: DoseQueue): () => void {
  const send = () => void doses.send();
  const turn = () => {
    if (document.visibilityState === 'visible') void doses.refresh().then(send);
  };
  const ask = (event: BeforeUnloadEvent) => {
    if (doses.getState().unstored.size > 0) event.preventDefault();
  };
  doses.start();
  addEventListener('online', send);
  addEventListener('beforeunload', ask);
  document.addEventListener('visibilitychange', turn);
  return () => {
    removeEventListener('online', send);
    removeEventListener('beforeunload', ask);
    document.removeEventListener('visibilitychange', turn);
    doses.stop();
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
