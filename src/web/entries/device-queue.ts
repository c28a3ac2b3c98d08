import { type KindName, type Unsent, unsentOf } from '../../domain/unsent.ts';
import type { DeviceDatabase } from '../platform/device-database.ts';
import { isForOther, type Owned, trackerKeyOf } from '../platform/tracker-key.ts';
import { within } from '../platform/within.ts';
import type { AnyQueuedKind, SavedEntry, WaitingEntry } from './kind.ts';
import { deliver, keysOf } from './kind-calls.ts';
import { failureOf, type SendFailure } from './send-failure.ts';

/** An entry that is on this device and that the server does not have. */
export interface Queued<Entry> extends Owned {
  readonly kind: KindName;
  /** Unique among the waiting entries of its kind. */
  readonly id: string;
  readonly entry: Entry;
  /**
   * Why the server refused the entry. A refused entry is sent again only if the person asks for it, or before a
   * log-out.
   */
  readonly problem?: string;
  /** The whole body of the response that refused the entry. */
  readonly answer?: unknown;
  /** True if the person has undone the entry. The server may have it, and is asked to delete it. */
  readonly isWithdrawn?: true;
  /** True if it was undone and brought back. The server may have deleted it meanwhile, and is asked to restore it then. */
  readonly isRestored?: true;
}

type AnyQueued = Queued<WaitingEntry>;

interface DeviceQueueState {
  /** In the order in which they were entered. */
  readonly queued: readonly AnyQueued[];
  /** The ids (`idOf`) of those that the device could not store; they are lost when the page is closed. */
  readonly unstored: ReadonlySet<string>;
  /** Why the server did not save the waiting entries of a kind and tracker (see `groupOf`), if it gave a reason. */
  readonly sendProblems: ReadonlyMap<string, string>;
}

/** How often waiting entries are sent again (ms). */
const SEND_EVERY_MS = 15_000;

/**
 * All entries that a person has entered on this device, for themselves and for others, on their way to the server. Forms
 * have a store of their own. A press shows the entry at once and stores it on the device before it is sent, so that a
 * lost network or a dead battery does not lose it. The entry's key on the server, such as an id or a day, is set before
 * the entry is sent, so the server saves the entry once, however often it is sent.
 */
export class DeviceQueue {
  readonly #userId: string;
  readonly #kinds: ReadonlyMap<string, AnyQueuedKind>;
  readonly #database: DeviceDatabase;
  readonly #onSaved: (kind: AnyQueuedKind, ownerId: string, saved: readonly SavedEntry[]) => void;
  readonly #onSessionLost: () => void;
  readonly #listeners = new Set<() => void>();
  /** Those that were undone or saved. A list that was read from the device earlier may still contain them. */
  readonly #gone = new Set<string>();
  /** Those whose newest state is not on the disk (yet). */
  readonly #unwritten = new Set<string>();
  /** Those that are being written. */
  readonly #writing = new Set<string>();
  /** The refused ones that the person has asked to send again. */
  readonly #asked = new Set<string>();
  /** The trackers for which the signed-in person may log. What was entered for others stays on the device, unsent. */
  #trackers: ReadonlySet<string> = new Set();
  #state: DeviceQueueState = { queued: [], unstored: new Set(), sendProblems: new Map() };
  #timer: ReturnType<typeof setInterval> | undefined;
  #round: Promise<void> | undefined;
  #isStopped = false;
  /** The entry that is being sent. */
  #sent: { readonly id: string; readonly done: Promise<unknown> } | undefined;

  constructor({
    userId,
    kinds,
    database,
    onSaved,
    onSessionLost,
  }: {
    /** The signed-in person. */
    readonly userId: string;
    readonly kinds: readonly AnyQueuedKind[];
    readonly database: DeviceDatabase;
    /** Called with what the server has saved or deleted, before the entry leaves the queue. */
    readonly onSaved: (kind: AnyQueuedKind, ownerId: string, saved: readonly SavedEntry[]) => void;
    readonly onSessionLost: () => void;
  }) {
    this.#userId = userId;
    this.#kinds = new Map(kinds.map((kind) => [kind.name, kind]));
    this.#database = database;
    this.#onSaved = onSaved;
    this.#onSessionLost = onSessionLost;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly getState = (): DeviceQueueState => this.#state;

  /** @param ownerIds the people whose entries are sent and shown: those for whom the signed-in person may log */
  sendFor(ownerIds: readonly string[]): void {
    this.#trackers = new Set(ownerIds.map((ownerId) => trackerKeyOf(this.#userId, ownerId)));
    // What is shown has changed, although the entries have not.
    this.#set({});
    if (this.#timer !== undefined) void this.send();
  }

  /** Whether closing the page now would lose an entry. */
  readonly hasUnstored = (): boolean =>
    this.#state.queued.some((queued) => this.#state.unstored.has(idOf(queued)));

  isSentFor(trackerKey: string): boolean {
    return this.#trackers.has(trackerKey);
  }

  /** Reads the device, and sends what waits from time to time. @returns a promise that resolves once it was read */
  start(): Promise<void> {
    this.#isStopped = false;
    const again = () => (this.#unwritten.size > 0 ? this.refresh().then(this.send) : this.send());
    this.#timer = setInterval(() => void again(), SEND_EVERY_MS);
    return this.refresh();
  }

  /** A request that is under way ends as usual. */
  stop(): void {
    this.#isStopped = true;
    this.#asked.clear();
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  /** Reads the entries from the device again, because other windows may have stored or sent some. */
  async refresh(): Promise<void> {
    const stored = await this.#read();
    if (!stored) return;
    const all = new Map(stored.map((queued) => [idOf(queued), queued]));
    for (const queued of this.#state.queued) {
      const id = idOf(queued);
      if (!this.#unwritten.has(id)) continue;
      // A write that took too long may have ended since. Otherwise it is tried again.
      const onDisk = all.get(id);
      const isSame =
        onDisk?.problem === queued.problem && onDisk?.isWithdrawn === queued.isWithdrawn;
      if (onDisk && isSame) this.#noteWritten(id);
      else if (!this.#writing.has(id)) void this.#store(queued);
      all.set(id, queued);
    }
    for (const id of this.#gone) all.delete(id);
    const queued = [...all.values()];
    queued.sort((a, b) => a.entry.enteredAt.localeCompare(b.entry.enteredAt));
    this.#set({ queued });
  }

  /**
   * Stores an entry and sends it. Does nothing if it is in the queue already.
   *
   * @param replacedId the entry that this one replaces; it is deleted from the device only after the new one is stored
   */
  async add(queued: AnyQueued, replacedId?: string): Promise<void> {
    const id = idOf(queued);
    if (this.#find(id)) return;
    // An entry that was undone may be added again.
    this.#gone.delete(id);
    this.#unwritten.add(id);
    this.#set({ queued: [...this.#state.queued, queued] });
    await this.#store(queued);
    if (replacedId !== undefined) await this.remove({ ...queued, id: replacedId });
    await this.send();
  }

  /** @returns false if the entry is not in the queue any more, because it was sent or removed */
  async remove(of: Identity): Promise<boolean> {
    const id = idOf(of);
    // If the request under way saves the entry, there is nothing left to remove.
    if (this.#sent?.id === id) await this.#sent.done;
    const queued = this.#find(id);
    if (!queued) return false;
    await this.#drop(queued);
    return true;
  }

  /**
   * Undoes an entry. The server may have it although no answer has arrived, so the entry stays in the queue until the
   * server has deleted it.
   *
   * @returns false if the entry is not in the queue any more
   */
  async withdraw(of: Identity): Promise<boolean> {
    const queued = this.#find(idOf(of));
    if (!queued) return false;
    const keys = this.#keysOf(queued);
    // An entry that this one replaces may still be in the queue.
    const replaced = this.#state.queued.filter(
      (each) =>
        each !== queued &&
        !each.isWithdrawn &&
        this.#keysOf(each).every((key) => keys.includes(key)),
    );
    const withdrawn = { ...queued, isWithdrawn: true as const };
    this.#unwritten.add(idOf(of));
    this.#replace(withdrawn);
    await Promise.all([this.#store(withdrawn), ...replaced.map((each) => this.#drop(each))]);
    void this.send();
    return true;
  }

  /** Brings back an entry that was undone, with the same id. */
  async restore(queued: AnyQueued): Promise<void> {
    this.#set({ queued: this.#without(idOf(queued)) });
    const round = this.#round;
    await this.add({ ...queued, isRestored: true });
    // A round that was under way may have tried the entry before.
    if (round) await this.send();
  }

  /** Sends the waiting entries, except the refused ones. */
  readonly send = async (): Promise<void> => {
    this.#round ??= this.#sendAll().finally(() => {
      this.#round = undefined;
    });
    await this.#round;
  };

  /** Sends the waiting entries, and these refused ones. */
  async sendAgain(refused: readonly Identity[]): Promise<void> {
    // The round under way may end before it comes to them.
    const isRepeated = this.#round !== undefined && refused.length > 0;
    for (const each of refused) this.#asked.add(idOf(each));
    await this.send();
    if (isRepeated && !this.#isStopped) await this.send();
    for (const each of refused) this.#asked.delete(idOf(each));
  }

  /**
   * Sends all entries before a log-out.
   *
   * @param timeout how long that may take (ms)
   * @returns how many entries exist only on this device afterwards
   */
  async sendAllWithin(timeout: number): Promise<Unsent> {
    const waiting = this.#state.queued.filter((queued) => this.isSentFor(queued.trackerKey));
    if (waiting.length > 0) await within(this.sendAgain(waiting.filter(isRefused)), timeout);
    return this.countWaiting();
  }

  /** The entries that the server does not have, of the trackers for which the person may log. */
  readonly countWaiting = (): Unsent => this.#count(() => true);

  /** Those that the server has refused, which are not sent again by themselves. */
  readonly countRefused = (): Unsent => this.#count(isRefused);

  /** The entries that the person has made for others on this device. */
  async findForOthers(): Promise<readonly AnyQueued[]> {
    const unwritten = this.#state.queued.filter((queued) => this.#unwritten.has(idOf(queued)));
    const stored = (await this.#read()) ?? [];
    const all = new Map([...stored, ...unwritten].map((queued) => [idOf(queued), queued]));
    return [...all.values()].filter(
      ({ trackerKey, isWithdrawn }) => !isWithdrawn && isForOther(this.#userId, trackerKey),
    );
  }

  /** Deletes from the device the entries of one tracker. */
  async forgetTracker(trackerKey: string): Promise<void> {
    for (const queued of this.#state.queued) {
      if (queued.trackerKey === trackerKey) this.#gone.add(idOf(queued));
    }
    this.#set({ queued: this.#state.queued.filter((queued) => !this.#gone.has(idOf(queued))) });
    await this.#database.removeOf(trackerKey, ({ kind }) => this.#kinds.has(kind));
  }

  /** Forgets all entries in memory, before everything of the person is deleted from the device. */
  forgetEverything(): void {
    for (const queued of this.#state.queued) this.#gone.add(idOf(queued));
    this.#set({ queued: [] });
  }

  async #read(): Promise<AnyQueued[] | undefined> {
    const records = await this.#database.findBy(this.#userId);
    return records?.filter(({ kind }) => this.#kinds.has(kind)) as AnyQueued[] | undefined;
  }

  async #sendAll(): Promise<void> {
    /** An entry that is undone while it is being sent is sent once more, to be deleted. */
    const tried = new Set<string>();
    const attemptOf = (queued: AnyQueued) => `${idOf(queued)} ${queued.isWithdrawn ?? ''}`;
    /** The trackers whose other entries would fail too. */
    const failed = new Set<string>();
    const sendProblems = new Map<string, string>();
    while (!this.#isStopped) {
      const next = this.#state.queued.find(
        (queued) =>
          this.isSentFor(queued.trackerKey) &&
          !failed.has(queued.trackerKey) &&
          !tried.has(attemptOf(queued)) &&
          !this.#isBlocked(queued) &&
          (queued.isWithdrawn || !isRefused(queued) || this.#asked.has(idOf(queued))),
      );
      if (!next) break;
      tried.add(attemptOf(next));
      this.#asked.delete(idOf(next));
      const done = this.#sendOne(next);
      this.#sent = { id: idOf(next), done };
      const failure = await done;
      this.#sent = undefined;
      if (!failure) continue;
      const { concerns, problem, isAccessLost } = failure;
      for (const each of this.#state.queued) {
        const isConcerned =
          idOf(each) === idOf(next) ||
          concerns === 'everything' ||
          (concerns === 'tracker' && each.trackerKey === next.trackerKey);
        if (problem && isConcerned) sendProblems.set(groupOf(each), problem);
      }
      if (isAccessLost) this.#onSessionLost();
      // If even one's own entry is refused so, the session is somebody else's.
      if (concerns === 'everything' || (isAccessLost && next.ownerId === undefined)) break;
      if (concerns === 'tracker') failed.add(next.trackerKey);
    }
    this.#set({ sendProblems });
  }

  /** @returns why the entry still waits; undefined if it is saved, refused, deleted or gone */
  async #sendOne(next: AnyQueued): Promise<SendFailure | undefined> {
    const id = idOf(next);
    const isUnwritten = () => this.#unwritten.has(id);
    const record = isUnwritten() ? undefined : await this.#database.get(next.kind, next.id);
    const stored = record as AnyQueued | null | undefined;
    // Another window may have sent the entry, undone it, or brought it back.
    if (stored === null) {
      this.#gone.add(id);
      this.#set({ queued: this.#without(id) });
      return undefined;
    }
    if (stored && stored.isWithdrawn !== next.isWithdrawn && !isUnwritten()) this.#replace(stored);
    const kind = this.#kinds.get(next.kind);
    const queued = this.#find(id);
    // The queue may have been stopped while the device was read.
    if (this.#isStopped || !kind || !queued || !this.isSentFor(queued.trackerKey)) return undefined;
    const ownerId = queued.ownerId ?? this.#userId;
    /** Whether the person has undone the entry, or brought it back, while it was being sent. */
    const isTurned = () => this.#find(id)?.isWithdrawn !== queued.isWithdrawn;
    let saved: readonly SavedEntry[] = [];
    try {
      saved = await deliver(kind, ownerId, queued);
    } catch (error) {
      const failure = failureOf(error);
      if (!failure.isRefusal) return failure;
      // A refused deletion ends here: the server does not have the entry, or the person may no longer change it.
      if (!queued.isWithdrawn && !isTurned()) {
        await this.#noteRefusal(queued, failure);
        return undefined;
      }
    }
    if (isTurned()) return undefined;
    this.#onSaved(kind, ownerId, saved);
    await this.#drop(queued);
    return undefined;
  }

  async #noteRefusal(queued: AnyQueued, { problem, answer }: SendFailure): Promise<void> {
    const refused = { ...queued, problem, answer };
    // If the queue is read again before the refusal is on the disk, this entry keeps its state in memory.
    this.#unwritten.add(idOf(queued));
    this.#replace(refused);
    await this.#store(refused);
  }

  async #drop(queued: AnyQueued): Promise<void> {
    const id = idOf(queued);
    this.#gone.add(id);
    this.#unwritten.delete(id);
    this.#set({ queued: this.#without(id) });
    // Another window may have undone the entry meanwhile. It stays on the device until the server has deleted it.
    const isRemoved = await this.#database.removeIf(
      queued.kind,
      queued.id,
      (record) => queued.isWithdrawn || !(record as AnyQueued | undefined)?.isWithdrawn,
    );
    if (isRemoved || !(await this.#database.get(queued.kind, queued.id))) return;
    this.#gone.delete(id);
    await this.refresh();
  }

  async #store(queued: AnyQueued): Promise<void> {
    const id = idOf(queued);
    this.#writing.add(id);
    const isStored = await this.#database.put(queued);
    this.#writing.delete(id);
    // If the entry was undone while it was being written, it must not stay on the device.
    if (this.#gone.has(id)) await this.#database.remove(queued.kind, queued.id);
    if (isStored) this.#noteWritten(id);
    else this.#set({ unstored: new Set([...this.#state.unstored, id]) });
  }

  #noteWritten(id: string): void {
    this.#unwritten.delete(id);
    const unstored = new Set(this.#state.unstored);
    unstored.delete(id);
    this.#set({ unstored });
  }

  #find(id: string): AnyQueued | undefined {
    return this.#state.queued.find((queued) => idOf(queued) === id);
  }

  #replace(queued: AnyQueued): void {
    const all = this.#state.queued;
    this.#set({ queued: all.map((each) => (idOf(each) === idOf(queued) ? queued : each)) });
  }

  /** Whether an undone entry must be deleted first, because both have a key in common. */
  #isBlocked(queued: AnyQueued): boolean {
    if (queued.isWithdrawn) return false;
    const undone = this.#state.queued.filter(({ isWithdrawn }) => isWithdrawn);
    const keys = undone.flatMap((each) => this.#keysOf(each));
    return keys.length > 0 && this.#keysOf(queued).some((key) => keys.includes(key));
  }

  /** The keys of an entry on the server, in all kinds and trackers. */
  #keysOf({ kind, trackerKey, entry }: AnyQueued): readonly string[] {
    const of = this.#kinds.get(kind);
    return of ? keysOf(of, entry).map((key) => `${kind} ${trackerKey} ${key}`) : [];
  }

  #without(id: string): AnyQueued[] {
    return this.#state.queued.filter((queued) => idOf(queued) !== id);
  }

  #count(isCounted: (queued: AnyQueued) => boolean): Unsent {
    const counted = this.#state.queued.filter(
      (queued) => this.isSentFor(queued.trackerKey) && !queued.isWithdrawn && isCounted(queued),
    );
    return unsentOf((kind) => counted.filter((queued) => queued.kind === kind).length);
  }

  #set(change: Partial<DeviceQueueState>): void {
    this.#state = { ...this.#state, ...change };
    for (const listener of this.#listeners) listener();
  }
}

type Identity = Pick<AnyQueued, 'kind' | 'id'>;

export function idOf({ kind, id }: Identity): string {
  return `${kind} ${id}`;
}

/** The key of the problem of entries that have the kind and the tracker in common. */
export function groupOf({ kind, trackerKey }: Pick<AnyQueued, 'kind' | 'trackerKey'>): string {
  return `${kind} ${trackerKey}`;
}

export function isRefused({ problem }: Pick<AnyQueued, 'problem'>): boolean {
  return problem !== undefined;
}
