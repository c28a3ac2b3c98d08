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
import { type KindName, sumOf, type Unsent, unsentOf } from '../../domain/unsent.ts';
import { useFormsChanged } from '../forms/queries.ts';
import { Device } from '../forms/store/device.ts';
import { isUnsaved } from '../forms/store/draft.ts';
import type { FormsState } from '../forms/store/form-list.ts';
import { FormStore } from '../forms/store/store.ts';
import { keys } from '../platform/keys.ts';
import { answerOtherTabs, type Forgotten } from '../platform/other-tabs.ts';
import { useSession, useSignedOutElsewhere } from '../platform/session.ts';
import type { Unsaved } from '../platform/unsaved.ts';
import { trackerKey, useMe, useSetUnsaved, useUser } from '../platform/user.ts';
import { showSaved } from './entries-of.ts';
import { EntryQueue } from './entry-queue.ts';
import { type ForOther, findForOthers, forgetForOther, type OnDevice } from './for-others.ts';
import type { AnyQueuedKind } from './kind.ts';
import { type Queues, QueuesContext } from './queues.ts';
import {
  findTyped,
  findUnsaved,
  forgetUnsaved,
  unsavedKinds,
  unsavedSentences,
} from './unsaved.ts';

/** One `Device` for the whole page, because unwritten drafts must survive a sign-in by someone else. */
const DeviceContext = createContext(new Device());
const EntriesContext = createContext<FormStore | null>(null);

/** The entries of one tracker that wait on this device. */
export interface Waiting {
  readonly store: FormStore;
  readonly queues: Queues;
}

/** What sends the entries of each kind. */
function sendersOf({ store, queues }: Waiting): ReadonlyMap<KindName, Sends> {
  return new Map<KindName, Sends>([['forms', store], ...queues]);
}

type Sends = Pick<FormStore, 'sendAllWithin' | 'countWaiting' | 'countRefused'>;

/**
 * The stores and queues that send waiting entries, keyed by the user id of the tracker's owner: the signed-in person,
 * and those for whom they may log.
 */
const WaitingContext = createContext<ReadonlyMap<string, Waiting>>(new Map());

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
  const [waiting] = useState(() => new Map<string, Waiting>());
  const onDevice = useOnDeviceOf(waiting, kinds);
  const left = useLeftOnDevice(onDevice);
  useSignedOutElsewhere(me.id, onDevice.forget);
  useEffect(() => answerOtherTabs(me.id, () => findTyped(me.id)), [me.id]);
  const owners = [...new Set([me.id, ...me.helps.map(({ userId }) => userId), shown.id])];
  return (
    <WaitingContext value={waiting}>
      <OnDeviceContext value={onDevice}>
        <LeftContext value={left}>
          {owners.map((ownerId) => {
            const helped = me.helps.find(({ userId }) => userId === ownerId);
            const mayLog = helped?.may !== 'read';
            return (
              <TrackerEntries
                key={mayLog ? ownerId : `${ownerId} ${helped?.may}`}
                {...{ ownerId, waiting, mayLog, kinds }}
                ownerName={helped && (helped.firstName || helped.name)}
              >
                {ownerId === shown.id && children}
              </TrackerEntries>
            );
          })}
        </LeftContext>
      </OnDeviceContext>
    </WaitingContext>
  );
}

function TrackerEntries({
  ownerId,
  ownerName = '',
  mayLog,
  waiting,
  kinds,
  children,
}: {
  readonly ownerId: string;
  readonly ownerName?: string | undefined;
  /** If false, waiting entries stay on the device and are not sent. */
  readonly mayLog: boolean;
  readonly waiting: Map<string, Waiting>;
  readonly kinds: readonly AnyQueuedKind[];
  readonly children: ReactNode;
}) {
  const me = useMe();
  const userId = trackerKey(me.id, ownerId);
  const client = useQueryClient();
  const device = useContext(DeviceContext);
  const formsChanged = useFormsChanged(ownerId);
  const [store] = useState(
    () =>
      new FormStore({
        ...{ userId, ownerId, ownerName },
        device,
        onSaved: () => void formsChanged(),
        onSessionLost: () => void client.invalidateQueries({ queryKey: keys.session }),
      }),
  );
  const [queues] = useState((): Queues => {
    const onSessionLost = () => void client.invalidateQueries({ queryKey: keys.session });
    const owner = { userId, ownerId, ownerName, onSessionLost };
    return new Map(
      kinds.map((kind) => {
        const onSaved = showSaved(client, kind, ownerId);
        return [kind.name, new EntryQueue(kind, { ...owner, onSaved })];
      }),
    );
  });
  useEffect(() => {
    if (!mayLog) return;
    waiting.set(ownerId, { store, queues });
    const stops = [runInPage(store), ...[...queues.values()].map((queue) => sendInPage(queue))];
    return () => {
      waiting.delete(ownerId);
      for (const stop of stops) stop();
    };
  }, [mayLog, waiting, ownerId, store, queues]);
  useStayWhileUnsaved(store);
  return (
    <EntriesContext value={store}>
      <QueuesContext value={queues}>{children}</QueuesContext>
    </EntriesContext>
  );
}

/**
 * Returns a function that reads the waiting entries of all trackers. A change of these entries does not render the
 * caller again.
 */
export function useAllWaiting(): () => readonly Waiting[] {
  const waiting = useContext(WaitingContext);
  return () => [...waiting.values()];
}

function countIn(waiting: Waiting, count: (sends: Sends) => number): Unsent {
  const senders = sendersOf(waiting);
  return unsentOf((kind) => {
    const sends = senders.get(kind);
    return sends ? count(sends) : 0;
  });
}

/** Counts what waits in all trackers, as far as this page knows. */
export function useCountWaiting(): () => Unsent {
  const all = useAllWaiting();
  return () => sumOf(all().map((waiting) => countIn(waiting, (sends) => sends.countWaiting())));
}

/** Counts what the server has refused in all trackers, as far as this page knows. */
export function countRefused(all: readonly Waiting[]): Unsent {
  return sumOf(all.map((waiting) => countIn(waiting, (sends) => sends.countRefused())));
}

/**
 * Sends what waits in all trackers, before a log-out.
 *
 * @param timeout how long that may take (ms)
 *
 * @returns what exists only on this device afterwards
 */
export async function sendAllWithin(all: readonly Waiting[], timeout: number): Promise<Unsent> {
  const left = await Promise.all(
    all.map(async (waiting) => {
      const counts = new Map(
        await Promise.all(
          [...sendersOf(waiting)].map(
            async ([kind, sends]) => [kind, await sends.sendAllWithin(timeout)] as const,
          ),
        ),
      );
      return unsentOf((kind) => counts.get(kind) ?? 0);
    }),
  );
  return sumOf(left);
}

/** Whatever the signed-in person has entered on this device and the server does not have, for all trackers. */
export interface OnThisDevice {
  /** Finds the unsent entries for people for whom the signed-in person may no longer log. */
  readonly findLeft: () => Promise<readonly ForOther[]>;
  /** Finds what a log-out would delete. */
  readonly findUnsaved: () => Promise<readonly Unsaved[]>;
  /** The sentences that name what a log-out deletes. */
  readonly sentencesOf: (unsaved: readonly Unsaved[]) => readonly string[];
  /** Deletes everything that is stored under one `trackerKey`, which is what was entered for one person. */
  readonly forgetFor: (key: string) => Promise<void>;
  /** Deletes what a log-out has named; with 'everything', also what waits to be sent. */
  readonly forget: (forgotten: Forgotten) => Promise<void>;
}

const OnDeviceContext = createContext<OnThisDevice | null>(null);

export function useOnThisDevice(): OnThisDevice {
  const onDevice = useContext(OnDeviceContext);
  if (!onDevice) throw new Error('There are no entries of this device here');
  return onDevice;
}

function useOnDeviceOf(
  waiting: ReadonlyMap<string, Waiting>,
  kinds: readonly AnyQueuedKind[],
): OnThisDevice {
  const { id: userId, helps } = useMe();
  const device = useContext(DeviceContext);
  const places = () => {
    const stores = [...waiting.values()].map(({ store }) => store);
    return { userId, device, stores, kinds: unsavedKinds(kinds) };
  };
  function onDevice(): OnDevice {
    const own = waiting.get(userId);
    if (!own) throw new Error('The queues of the signed-in person are not open yet');
    return { ...places(), queues: own.queues };
  }
  function nameOf(key: string, unsaved: readonly Unsaved[]): string {
    if (key === userId) return '';
    const helped = helps.find((each) => trackerKey(userId, each.userId) === key);
    const stored = unsaved.find((each) => each.userId === key && each.ownerName);
    return (helped && (helped.name || helped.firstName)) || stored?.ownerName || 'somebody else';
  }
  return {
    async findLeft() {
      const mayLog = helps.filter(({ may }) => may === 'log').map((helped) => helped.userId);
      // The page has been left while it sent: nobody is asked any more.
      if (!waiting.has(userId)) return [];
      const found = await findForOthers(onDevice());
      return found.filter(({ ownerId }) => !mayLog.includes(ownerId));
    },
    findUnsaved: async () => await findUnsaved(places()),
    sentencesOf: (unsaved) =>
      unsavedSentences(unsaved, unsavedKinds(kinds), (key) => nameOf(key, unsaved)),
    forgetFor: async (key) => await forgetForOther(onDevice(), key),
    async forget(forgotten) {
      if (forgotten !== 'everything') return await forgetUnsaved(forgotten, places());
      const on = onDevice();
      const own = [...waiting.values()].flatMap(({ store, queues }) =>
        [store, ...queues.values()].map((each) => each.forgetEverything()),
      );
      await Promise.all(own);
      await forgetUnsaved(await findUnsaved(on), on);
      await Promise.all((await findForOthers(on)).map(({ key }) => forgetForOther(on, key)));
    },
  };
}

/** The entries left on the device for people for whom the signed-in person may no longer log. */
interface Left {
  readonly left: readonly ForOther[];
  readonly forget: (key: string) => Promise<void>;
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
    async forget(key) {
      await onDevice.forgetFor(key);
      setLeft((all) => all.filter((each) => each.key !== key));
    },
  };
}

export function useLeft(): Left {
  return useContext(LeftContext);
}

export function useFormStore(): FormStore {
  const store = useContext(EntriesContext);
  if (!store) throw new Error('There is no store of entries here');
  return store;
}

export function useOpenForms(): FormsState {
  const store = useFormStore();
  return useSyncExternalStore(store.subscribe, store.getState);
}

/**
 * Selects a value from the entries. The caller renders only when that value changes, not at each keystroke in a note.
 *
 * @param select returns a text, a number or a flag
 */
export function usePartOfForms<T extends string | number | boolean>(
  select: (state: FormsState) => T,
): T {
  const store = useFormStore();
  return useSyncExternalStore(store.subscribe, () => select(store.getState()));
}

/** Runs a store while its page is shown. @returns a function that stops it */
function runInPage(store: FormStore): () => void {
  const turn = () => {
    if (document.visibilityState === 'hidden') store.flush();
    else void store.refresh();
  };
  const ask = (event: BeforeUnloadEvent) => {
    if (!store.hasUnwritten()) return;
    store.flush();
    event.preventDefault();
    // Before version 119, Chrome asks the person only if `returnValue` is set.
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

/** Sends the waiting entries of a queue while its page is shown. @returns a function that stops it */
function sendInPage(queue: EntryQueue<never>): () => void {
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
function useStayWhileUnsaved(store: FormStore): void {
  const setUnsaved = useSetUnsaved();
  const unsaved = useSyncExternalStore(store.subscribe, () => {
    const { entries, shownId } = store.getState();
    const shown = entries.find(({ draft }) => draft.submissionId === shownId);
    return shown !== undefined && shown.status !== 'waiting' && isUnsaved(shown.draft);
  });
  useEffect(() => {
    setUnsaved(unsaved);
    return () => setUnsaved(false);
  }, [unsaved, setUnsaved]);
}
