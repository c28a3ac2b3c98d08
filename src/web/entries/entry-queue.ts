import { type IDBPDatabase, openDB } from 'idb';
import { userNotFound } from '../../contract/user-not-found.ts';
import { keysForOthers, type Owned, ownerIn } from '../forms/store/device.ts';
import { type ApiError, isAnswer, isStatus } from '../platform/client.ts';
import { within } from '../platform/within.ts';
import type { AnyQueuedKind, SavedEntry, WaitingEntry } from './kind.ts';

/**
 * A queue of doses, check-ins, half-hours of the diary or visits on their way to the server. A press shows the entry at
 * once and stores it on the device before it is sent, so that a lost network or a dead battery does not lose it. The
 * entry's key on the server, such as an id or a day, is set before the entry is sent, so the server saves the entry
 * once, however often it is sent.
 */

export interface Queued<Entry> {
  readonly userId: string;
  /** The person whom the entry is for; absent for the signed-in person's own entries. */
  readonly ownerId?: string;
  readonly ownerName?: string;
  readonly entry: Entry;
  /**
   * Why the server refused the entry. A refused entry is sent again only if the person asks for it, or before a
   * log-out.
   */
  readonly problem?: string;
  /** The whole body of the response that refused the entry. */
  readonly answer?: unknown;
}

export interface QueueState<Entry> {
  /** In the order in which they were entered. */
  readonly queued: readonly Queued<Entry>[];
  /** The ids of entries that the device could not store; they are lost when the page is closed. */
  readonly unstored: ReadonlySet<string>;
  /** Why the server did not save the waiting entries; '' if it gave no reason or was not reached. */
  readonly sendProblem: string;
}

/** A record on the device, which contains the entry in the field of its kind. */
interface StoredEntry {
  readonly userId: string;
  readonly ownerId?: string;
  readonly ownerName?: string;
  readonly problem?: string;
  readonly answer?: unknown;
  readonly [field: string]: unknown;
}

/** How often waiting entries are sent again (ms). */
const SEND_EVERY_MS = 15_000;
/** Commits are flushed to the disk, so that a dead battery loses no entry. */
const DURABLE = { durability: 'strict' } as const;

export class EntryQueue<Entry extends WaitingEntry> {
  readonly #kind: AnyQueuedKind;
  readonly #userId: string;
  readonly #ownerId: string;
  readonly #ownerName: string;
  readonly #onSaved: (saved: readonly SavedEntry[]) => void;
  readonly #onSessionLost: () => void;
  readonly #listeners = new Set<() => void>();
  /**
   * The ids of entries that were undone or saved. A list that was read from the device earlier may still contain them.
   */
  readonly #gone = new Set<string>();
  /** The ids of entries whose newest state is not on the disk (yet). */
  readonly #unwritten = new Set<string>();
  #state: QueueState<Entry> = { queued: [], unstored: new Set(), sendProblem: '' };
  #opening: Promise<IDBPDatabase> | undefined;
  #timer: ReturnType<typeof setInterval> | undefined;
  #round: Promise<void> | undefined;
  #isStopped = false;
  #sentId: string | undefined;

  constructor(
    kind: AnyQueuedKind,
    {
      userId,
      ownerId = userId,
      ownerName = '',
      onSaved,
      onSessionLost,
    }: {
      /** The key under which the device stores the entries (`trackerKey`). */
      readonly userId: string;
      /** The person whom the entries are for; by default, `userId`. */
      readonly ownerId?: string;
      /** What to call that person. */
      readonly ownerName?: string;
      /** Called with what the server has saved, before the entry leaves the queue. */
      readonly onSaved: (saved: readonly SavedEntry[]) => void;
      readonly onSessionLost: () => void;
    },
  ) {
    this.#kind = kind;
    this.#userId = userId;
    this.#ownerId = ownerId;
    this.#ownerName = ownerName;
    this.#onSaved = onSaved;
    this.#onSessionLost = onSessionLost;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** The entries that the server does not have yet. */
  readonly getState = (): QueueState<Entry> => this.#state;

  readonly countWaiting = (): number => this.#state.queued.length;

  /** The number of entries that the server has refused, which are not sent again by themselves. */
  readonly countRefused = (): number =>
    this.#state.queued.filter(({ problem }) => problem !== undefined).length;

  start(): void {
    this.#isStopped = false;
    this.#timer = setInterval(() => void this.send(), SEND_EVERY_MS);
    void this.refresh().then(() => this.send());
  }

  /** A round of sending that is already running ends as usual. */
  stop(): void {
    this.#isStopped = true;
    clearInterval(this.#timer);
  }

  /** Reads the entries from the device again, because other windows may have stored or sent some. */
  async refresh(): Promise<void> {
    const { table, field } = this.#kind;
    const stored = await this.#attempt((db) => db.getAllFromIndex(table, 'byUser', this.#userId));
    if (!stored) return;
    const read = (stored as StoredEntry[]).map((each): Queued<Entry> => {
      const { userId, ownerId, ownerName, problem, answer, [field]: entry } = each;
      const refusal = problem === undefined ? {} : { problem, answer };
      const owner = ownerIn(userId, ownerId ?? userId, ownerName);
      return { ...owner, ...refusal, entry: entry as Entry };
    });
    const all = new Map(read.map((queued) => [this.#idOf(queued), queued]));
    for (const queued of this.#state.queued) {
      const id = this.#idOf(queued);
      if (this.#unwritten.has(id)) all.set(id, queued);
    }
    for (const id of this.#gone) all.delete(id);
    const queued = [...all.values()];
    queued.sort((a, b) => a.entry.enteredAt.localeCompare(b.entry.enteredAt));
    this.#set({ queued });
  }

  /**
   * Stores an entry and sends it. Does nothing if an entry with the same id is in the queue already.
   *
   * @param replacedId the entry that this one replaces; it is deleted from the device only after the new one is stored
   */
  async add(entry: Entry, replacedId?: string): Promise<void> {
    const queued = { ...ownerIn(this.#userId, this.#ownerId, this.#ownerName), entry };
    const id = this.#idOf(queued);
    if (this.#find(id)) return;
    // An entry that was undone may be added again.
    this.#gone.delete(id);
    this.#unwritten.add(id);
    this.#set({ queued: [...this.#state.queued, queued] });
    await this.#store(queued);
    if (replacedId !== undefined) await this.remove(replacedId);
    await this.send();
  }

  /** @returns false if the entry is not in the queue any more, because it was sent or removed */
  async remove(id: string): Promise<boolean> {
    // The request under way may save the entry; the caller then deletes it on the server.
    if (this.#sentId === id) await this.#round;
    if (!this.#find(id)) return false;
    await this.#drop(id);
    return true;
  }

  /** Sends the waiting entries. @param withRefused whether to send also those that the server has refused */
  readonly send = async (withRefused = false): Promise<void> => {
    const hasRefused = this.#state.queued.some(({ problem }) => problem !== undefined);
    if (withRefused && this.#round && hasRefused) {
      // The present round may skip the refused entries, so another round follows it, one for all who wait here.
      await this.#round;
      if (this.#isStopped) return;
    }
    this.#round ??= this.#sendAll(withRefused).finally(() => {
      this.#round = undefined;
    });
    await this.#round;
  };

  /**
   * Sends the entries before a log-out.
   *
   * @param timeout how long that may take (ms)
   * @returns how many entries exist only on this device afterwards
   */
  async sendAllWithin(timeout: number): Promise<number> {
    if (this.#state.queued.length === 0) return 0;
    await within(this.send(true), timeout);
    return this.#state.queued.length;
  }

  /** The owners of the entries that the person has made for others on this device, one for each entry. */
  async findForOthers(): Promise<readonly Owned[]> {
    const range = keysForOthers(this.#userId);
    const read = (db: IDBPDatabase) => db.getAllFromIndex(this.#kind.table, 'byUser', range);
    return ((await this.#attempt(read)) as StoredEntry[] | undefined) ?? [];
  }

  /** Deletes the entries of this queue from the device, because the person's account was deleted. */
  readonly forgetEverything = async (): Promise<void> => {
    for (const queued of this.#state.queued) this.#gone.add(this.#idOf(queued));
    this.#set({ queued: [] });
    await this.forgetKey(this.#userId);
  };

  /** Deletes from the device the entries that are stored under this key (see `trackerKey`). */
  async forgetKey(userId: string): Promise<void> {
    await this.#attempt(async (db) => {
      const { store, done } = db.transaction(this.#kind.table, 'readwrite', DURABLE);
      const ids = await store.index('byUser').getAllKeys(userId);
      await Promise.all([...ids.map((id) => store.delete(id)), done]);
    });
  }

  async #sendAll(withRefused: boolean): Promise<void> {
    const tried = new Set<string>();
    let sendProblem = '';
    for (;;) {
      const next = this.#state.queued.find(
        (queued) => !tried.has(this.#idOf(queued)) && (withRefused || queued.problem === undefined),
      );
      if (!next) break;
      const id = this.#idOf(next);
      tried.add(id);
      // Another window may have sent or undone the entry.
      if (await this.#isGoneFromDevice(id)) {
        this.#gone.add(id);
        this.#set({ queued: this.#without(id) });
        continue;
      }
      if (!this.#find(id)) continue;
      this.#sentId = id;
      try {
        this.#onSaved(await this.#kind.send(this.#ownerId, next.entry));
        await this.#drop(id);
      } catch (error) {
        if (isSessionLost(error)) this.#onSessionLost();
        if (isRefusal(error)) {
          const refused = { ...next, problem: error.message, answer: error.answer };
          // If the queue is read again before the refusal is on the disk, this entry keeps its state in memory.
          this.#unwritten.add(id);
          this.#set({
            queued: this.#state.queued.map((each) => (this.#idOf(each) === id ? refused : each)),
          });
          await this.#store(refused);
          continue;
        }
        if (isAnswer(error) && !isSessionLost(error)) sendProblem = error.message;
        // A 5xx may concern only this entry, so the next one is sent. Without a network or a session, or at a rate
        // limit, every entry would fail.
        if (!isAnswer(error) || error.status < 500) break;
      } finally {
        this.#sentId = undefined;
      }
    }
    this.#set({ sendProblem });
  }

  async #isGoneFromDevice(id: string): Promise<boolean> {
    if (this.#unwritten.has(id)) return false;
    const read = await this.#attempt(async (db) => ({ found: await db.get(this.#kind.table, id) }));
    return read !== undefined && read.found === undefined;
  }

  async #drop(id: string): Promise<void> {
    this.#gone.add(id);
    this.#unwritten.delete(id);
    this.#set({ queued: this.#without(id) });
    await this.#attempt((db) => db.delete(this.#kind.table, id));
  }

  async #store(queued: Queued<Entry>): Promise<void> {
    const id = this.#idOf(queued);
    const { entry, ...rest } = queued;
    const isStored = await this.#attempt(async (db) => {
      const transaction = db.transaction(this.#kind.table, 'readwrite', DURABLE);
      const request = transaction.store.put({ ...rest, [this.#kind.field]: entry });
      // Without this call, closing the page now would abort the transaction.
      transaction.commit();
      await Promise.all([request, transaction.done]);
      return true;
    });
    // If the entry was undone while it was being written, it must not stay on the device.
    if (this.#gone.has(id)) await this.#attempt((db) => db.delete(this.#kind.table, id));
    const unstored = new Set(this.#state.unstored);
    if (isStored) {
      this.#unwritten.delete(id);
      unstored.delete(id);
    } else {
      unstored.add(id);
    }
    this.#set({ unstored });
  }

  #idOf({ entry }: Queued<Entry>): string {
    return String((entry as Readonly<Record<string, unknown>>)[this.#kind.pressId]);
  }

  #find(id: string): Queued<Entry> | undefined {
    return this.#state.queued.find((queued) => this.#idOf(queued) === id);
  }

  #without(id: string): Queued<Entry>[] {
    return this.#state.queued.filter((queued) => this.#idOf(queued) !== id);
  }

  #set(change: Partial<QueueState<Entry>>): void {
    this.#state = { ...this.#state, ...change };
    for (const listener of this.#listeners) listener();
  }

  /** @returns undefined if storage is unavailable or the work fails */
  async #attempt<Result>(work: (db: IDBPDatabase) => Promise<Result>): Promise<Result | undefined> {
    let opening: Promise<IDBPDatabase> | undefined;
    try {
      opening = this.#open();
      return await work(await opening);
    } catch {
      if (this.#opening === opening) this.#opening = undefined;
      return undefined;
    }
  }

  #open(): Promise<IDBPDatabase> {
    const { table, field, pressId } = this.#kind;
    this.#opening ??= openDB(`symptom-tracker-${table}`, 1, {
      upgrade(db) {
        const store = db.createObjectStore(table, { keyPath: `${field}.${pressId}` });
        store.createIndex('byUser', 'userId');
      },
      terminated: () => {
        this.#opening = undefined;
      },
    });
    return this.#opening;
  }
}

/** Whether the session has ended or belongs to somebody else. */
function isSessionLost(error: unknown): boolean {
  if (isStatus(error, 401)) return true;
  return (
    isStatus(error, userNotFound.status) && (error as ApiError).message === userNotFound.message
  );
}

/** Whether the server would refuse the same entry again. A time-out or a rate limit is not about the entry. */
function isRefusal(error: unknown): error is ApiError {
  if (!isAnswer(error) || isSessionLost(error)) return false;
  return error.status < 500 && ![408, 429].includes(error.status);
}
