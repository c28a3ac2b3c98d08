import { useQueryClient } from '@tanstack/react-query';
import {
  createContext,
  type ReactNode,
  useContext,
  useEffect,
  useEffectEvent,
  useState,
  useSyncExternalStore,
} from 'react';
import { useFormsChanged } from '../forms/queries.ts';
import { Device } from '../forms/store/device.ts';
import { isUnsaved } from '../forms/store/draft.ts';
import type { FormsState } from '../forms/store/form-list.ts';
import { FormStore } from '../forms/store/store.ts';
import { keys } from '../platform/keys.ts';
import { answerOtherTabs } from '../platform/other-tabs.ts';
import { useSession, useSignedOutElsewhere } from '../platform/session.ts';
import { ownedBy, trackerKeyOf } from '../platform/tracker-key.ts';
import { useMe, useSetUnsaved, useUser } from '../platform/user.ts';
import { tellNotes } from '../ui/note-area.tsx';
import { useIsTakenOver } from '../ui/page-start.ts';
import { whenIdle } from '../ui/when-idle.ts';
import { DeviceQueue } from './device-queue.ts';
import { showSaved } from './entries-of.ts';
import type { AnyQueuedKind } from './kind.ts';
import { type ForOther, OnThisDevice, OnThisDeviceContext } from './on-this-device.ts';
import { QueuesContext, queuesOf } from './queues.ts';
import { findTyped, unsavedKinds } from './unsaved.ts';
import { noteWaiting, showWaiting } from './waiting-mark.ts';

/** One `Device` for the whole page, because unwritten drafts must survive a sign-in by someone else. */
const DeviceContext = createContext(new Device());
const FormStoreContext = createContext<FormStore | null>(null);

const LeftContext = createContext<Left>({ left: [], forget: async () => {} });

/**
 * Provides the entries of the shown tracker. Entries that wait for other trackers are sent too, each for the person
 * whom it was entered for, as long as the signed-in person may log for that person.
 */
export function EntriesProvider({
  kinds,
  children,
}: {
  /** All kinds but forms. It never changes. */
  readonly kinds: readonly AnyQueuedKind[];
  readonly children: ReactNode;
}) {
  const [me, shown] = [useMe(), useUser()];
  const device = useContext(DeviceContext);
  /** The stores of the people for whom the signed-in person may log, by the owner's id. */
  const [stores] = useState(() => new Map<string, FormStore>());
  const queue = useDeviceQueue(device, kinds);
  const places = { userId: me.id, device, stores, kinds: unsavedKinds(kinds) };
  const onDevice = new OnThisDevice(places, queue, me.helps);
  const left = useLeftOnDevice(onDevice);
  useSignedOutElsewhere(me.id, onDevice.forget);
  useEffect(() => answerOtherTabs(me.id, () => findTyped(me.id)), [me.id]);
  const owners = [...new Set([me.id, ...me.helps.map(({ userId }) => userId), shown.id])];
  const trackers = owners.map((ownerId) => {
    const helped = me.helps.find(({ userId }) => userId === ownerId);
    const ownerName = helped && (helped.firstName || helped.name);
    return { ownerId, ownerName, may: helped?.may, mayLog: helped?.may !== 'read' };
  });
  const sentFor = trackers
    .filter(({ mayLog }) => mayLog)
    .map(({ ownerId }) => ownerId)
    .join(' ');
  useEffect(() => queue.sendFor(sentFor.split(' ')), [queue, sentFor]);
  const isTakenOver = useIsTakenOver();
  useEffect(() => sendInPage(queue, isTakenOver), [queue, isTakenOver]);
  return (
    <OnThisDeviceContext value={onDevice}>
      <LeftContext value={left}>
        {trackers.map(({ ownerId, ownerName, may, mayLog }) => (
          <TrackerEntries
            key={mayLog ? ownerId : `${ownerId} ${may}`}
            {...{ ownerId, ownerName, mayLog, stores, queue, kinds }}
          >
            {ownerId === shown.id && children}
          </TrackerEntries>
        ))}
      </LeftContext>
    </OnThisDeviceContext>
  );
}

function useDeviceQueue({ database }: Device, kinds: readonly AnyQueuedKind[]): DeviceQueue {
  const me = useMe();
  const client = useQueryClient();
  const [queue] = useState(
    () =>
      new DeviceQueue({
        ...{ userId: me.id, kinds, database },
        onSaved: (kind, ownerId, saved) => showSaved(client, kind, ownerId)(saved),
        onSessionLost: () => void client.invalidateQueries({ queryKey: keys.session }),
      }),
  );
  return queue;
}

function TrackerEntries({
  ownerId,
  ownerName = '',
  mayLog,
  stores,
  queue,
  kinds,
  children,
}: {
  readonly ownerId: string;
  readonly ownerName?: string | undefined;
  /** If false, waiting entries stay on the device and are not sent. */
  readonly mayLog: boolean;
  readonly stores: Map<string, FormStore>;
  readonly queue: DeviceQueue;
  readonly kinds: readonly AnyQueuedKind[];
  readonly children: ReactNode;
}) {
  const me = useMe();
  const trackerKey = trackerKeyOf(me.id, ownerId);
  const client = useQueryClient();
  const device = useContext(DeviceContext);
  const formsChanged = useFormsChanged(ownerId);
  const [store] = useState(
    () =>
      new FormStore({
        ...{ trackerKey, ownerId, ownerName },
        device,
        onSaved: () => void formsChanged(),
        onSessionLost: () => void client.invalidateQueries({ queryKey: keys.session }),
      }),
  );
  const [queues] = useState(() => queuesOf(queue, kinds, ownedBy(trackerKey, ownerId, ownerName)));
  useEffect(() => {
    if (!mayLog) return;
    stores.set(ownerId, store);
    const stop = runInPage(store);
    return () => {
      stores.delete(ownerId);
      stop();
    };
  }, [mayLog, stores, ownerId, store]);
  useStayWhileUnsaved(store, queue);
  return (
    <FormStoreContext value={store}>
      <QueuesContext value={queues}>{children}</QueuesContext>
    </FormStoreContext>
  );
}

/** The entries left on the device for people for whom the signed-in person may no longer log. */
interface Left {
  readonly left: readonly ForOther[];
  readonly forget: (trackerKey: string) => Promise<void>;
}

const NOTHING: readonly ForOther[] = [];

/** Reads the device again after each answer about the session, because that answer says for whom the person may log. */
function useLeftOnDevice(onDevice: OnThisDevice): Left {
  const { helps } = useMe();
  const { dataUpdatedAt } = useSession();
  const [left, setLeft] = useState(NOTHING);
  const look = useEffectEvent(async (isCurrent: () => boolean) => {
    const found = (await onDevice.findLeft()).filter(({ count }) => count > 0);
    if (isCurrent()) setLeft(found.length > 0 ? found : NOTHING);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: these change with each answer.
  useEffect(() => {
    let isCurrent = true;
    void look(() => isCurrent);
    return () => {
      isCurrent = false;
    };
  }, [helps, dataUpdatedAt]);
  return {
    left,
    async forget(trackerKey) {
      await onDevice.forgetFor(trackerKey);
      setLeft((all) => all.filter((each) => each.trackerKey !== trackerKey));
    },
  };
}

export function useLeft(): Left {
  return useContext(LeftContext);
}

export function useFormStore(): FormStore {
  const store = useContext(FormStoreContext);
  if (!store) throw new Error('There is no store of forms here');
  return store;
}

/**
 * The forms. The caller does not render when somebody types a note, so the shown draft may lack the last letters
 * (`FormStore.newest`).
 */
export function useForms(): FormsState {
  const store = useFormStore();
  return useSyncExternalStore(store.subscribe, store.getOutline, store.getFirstState);
}

/** The forms with the notes that are being typed. The caller renders with each pause in the typing. */
export function useTypedForms(): FormsState {
  const store = useFormStore();
  return useSyncExternalStore(store.subscribe, store.getState, store.getFirstState);
}

/**
 * Selects a value from the forms. The caller renders only when that value changes.
 *
 * @param select returns a text, a number or a flag
 */
export function usePartOfForms<T extends string | number | boolean>(
  select: (state: FormsState) => T,
): T {
  const store = useFormStore();
  return useSyncExternalStore(
    store.subscribe,
    () => select(store.getState()),
    () => select(store.getFirstState()),
  );
}

/** Runs a store while its page is shown. @returns a function that stops it */
function runInPage(store: FormStore): () => void {
  const turn = () => {
    if (document.visibilityState === 'hidden') store.flush();
    else void store.refresh();
  };
  const leave = () => {
    tellNotes();
    store.flush();
  };
  const ask = (event: BeforeUnloadEvent) => {
    tellNotes();
    if (!store.hasUnwritten()) return;
    store.flush();
    event.preventDefault();
    // Before version 119, Chrome asks the person only if `returnValue` is set.
    event.returnValue = true;
  };
  store.start();
  document.addEventListener('visibilitychange', turn);
  addEventListener('pagehide', leave);
  addEventListener('online', store.hurry);
  addEventListener('beforeunload', ask);
  return () => {
    document.removeEventListener('visibilitychange', turn);
    removeEventListener('pagehide', leave);
    removeEventListener('online', store.hurry);
    removeEventListener('beforeunload', ask);
    store.stop();
  };
}

/**
 * Sends the waiting entries while the page is shown.
 *
 * @param isTakenOver whether the browser takes over the page's HTML. What is saved meanwhile would change it.
 * @returns a function that stops it
 */
function sendInPage(queue: DeviceQueue, isTakenOver: boolean): () => void {
  const send = () => void queue.send();
  const turn = () => {
    if (document.visibilityState === 'visible') void queue.refresh().then(send);
  };
  const ask = (event: BeforeUnloadEvent) => {
    if (queue.hasUnstored()) event.preventDefault();
  };
  const stopNoting = queue.subscribe(() => noteWaiting(queue.getState().queued.length > 0));
  void queue.start().then(() => {
    showWaiting();
    if (isTakenOver) whenIdle(send);
    else send();
  });
  addEventListener('online', send);
  addEventListener('beforeunload', ask);
  document.addEventListener('visibilitychange', turn);
  return () => {
    removeEventListener('online', send);
    removeEventListener('beforeunload', ask);
    document.removeEventListener('visibilitychange', turn);
    stopNoting();
    queue.stop();
  };
}

/**
 * Keeps the page mounted if the session ends while the open form has unsaved input, or an entry that waits exists only in
 * this page.
 */
function useStayWhileUnsaved(store: FormStore, queue: DeviceQueue): void {
  const setUnsaved = useSetUnsaved();
  const isUnstored = useSyncExternalStore(queue.subscribe, queue.hasUnstored, never);
  const hasBegun = () => {
    const { entries, shownId } = store.getState();
    const shown = entries.find(({ draft }) => draft.submissionId === shownId);
    return shown !== undefined && shown.status !== 'waiting' && isUnsaved(shown.draft);
  };
  const isBegun = useSyncExternalStore(store.subscribe, hasBegun, never);
  const unsaved = isBegun || isUnstored;
  useEffect(() => {
    setUnsaved(unsaved);
    return () => setUnsaved(false);
  }, [unsaved, setUnsaved]);
}

/** Whether something is unsaved in the HTML of the server. */
const never = () => false;
