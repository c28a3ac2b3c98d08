import type { Owned } from '../platform/tracker-key.ts';
import { type DeviceQueue, groupOf, idOf, isRefused, type Queued } from './device-queue.ts';
import type { AnyQueuedKind, WaitingEntry } from './kind.ts';

export interface QueueState<Entry> {
  /** In the order in which they were entered. */
  readonly queued: readonly Queued<Entry>[];
  /** Those that the person has undone. The server may have them still. */
  readonly withdrawn: readonly Queued<Entry>[];
  /** Whether the device could not store some of them; those are lost when the page is closed. */
  readonly isUnstored: boolean;
  /** Why the server did not save the waiting entries; '' if it gave no reason or was not reached. */
  readonly sendProblem: string;
}

const EMPTY: QueueState<never> = {
  queued: [],
  withdrawn: [],
  isUnstored: false,
  sendProblem: '',
};

/** The waiting entries of one kind and tracker. */
export class EntryQueue<Entry extends WaitingEntry> {
  readonly #device: DeviceQueue;
  readonly #kind: AnyQueuedKind;
  readonly #owned: Owned;
  #state: QueueState<Entry> = EMPTY;

  constructor(device: DeviceQueue, kind: AnyQueuedKind, owned: Owned) {
    this.#device = device;
    this.#kind = kind;
    this.#owned = owned;
  }

  readonly subscribe = (listener: () => void): (() => void) => this.#device.subscribe(listener);

  /** Returns the same object until something in it changes. */
  readonly getState = (): QueueState<Entry> => {
    const now = this.#read();
    if (!isSame(now, this.#state)) this.#state = now;
    return this.#state;
  };

  /** The state that the HTML of the server shows. */
  readonly getFirstState = (): QueueState<Entry> => EMPTY;

  #read(): QueueState<Entry> {
    const { trackerKey } = this.#owned;
    if (!this.#device.isSentFor(trackerKey)) return EMPTY;
    const group = groupOf({ kind: this.#kind.name, trackerKey });
    const { queued, unstored, sendProblems } = this.#device.getState();
    const all: readonly Queued<unknown>[] = queued.filter((each) => groupOf(each) === group);
    const own = all as readonly Queued<Entry>[];
    const shown = own.filter(({ isWithdrawn }) => !isWithdrawn);
    return {
      queued: shown,
      withdrawn: own.filter(({ isWithdrawn }) => isWithdrawn),
      isUnstored: shown.some((each) => unstored.has(idOf(each))),
      sendProblem: sendProblems.get(group) ?? '',
    };
  }

  /**
   * Stores an entry and sends it. Does nothing if an entry with the same id is in the queue already.
   *
   * @param replacedId the entry that this one replaces; it is deleted from the device only after the new one is stored
   */
  async add(entry: Entry, replacedId?: string): Promise<void> {
    await this.#device.add(this.#queuedOf(entry), replacedId);
  }

  /**
   * Undoes an entry, also on the server, which may have it although no answer has arrived.
   *
   * @returns false if the entry is not in the queue any more, because the server has it or it was removed
   */
  async withdraw(id: string): Promise<boolean> {
    return await this.#device.withdraw({ kind: this.#kind.name, id });
  }

  /** Brings back an entry that was undone with `withdraw`. */
  async restore(entry: Entry): Promise<void> {
    await this.#device.restore(this.#queuedOf(entry));
  }

  /**
   * Removes an entry from this device alone: one that the server has refused or deleted.
   *
   * @returns false if the entry is not in the queue any more, because it was sent or removed
   */
  async remove(id: string): Promise<boolean> {
    return await this.#device.remove({ kind: this.#kind.name, id });
  }

  #queuedOf(entry: Entry): Queued<Entry> {
    const id = String((entry as Readonly<Record<string, unknown>>)[this.#kind.pressId]);
    return { ...this.#owned, kind: this.#kind.name, id, entry };
  }

  /** Sends all that waits on this device, except the refused entries. */
  readonly send = (): Promise<void> => this.#device.send();

  /** Sends the waiting entries, also those that the server has refused. */
  async sendAgain(): Promise<void> {
    await this.#device.sendAgain(this.getState().queued.filter(isRefused));
  }
}

function isSame(one: QueueState<unknown>, other: QueueState<unknown>): boolean {
  return (
    one.isUnstored === other.isUnstored &&
    one.sendProblem === other.sendProblem &&
    hasSame(one.queued, other.queued) &&
    hasSame(one.withdrawn, other.withdrawn)
  );
}

function hasSame(some: readonly unknown[], others: readonly unknown[]): boolean {
  return some.length === others.length && some.every((each, index) => each === others[index]);
}
