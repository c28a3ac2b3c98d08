import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import type { Dose } from '../../contract/entities.ts';
import { errors } from '../../contract/errors.ts';
import { type ApiError, call, isAnswer, isStatus } from '../api/client.ts';

/**
 * Doses on their way to the server. A press stores the dose on the device first, so that neither a lost network nor a
 * dead battery loses it, and shows it at once. Its id is made before the press, so it is saved once however often it
 * is sent.
 */

export interface QueuedDose {
  readonly userId: string;
  readonly dose: Dose;
  /** Why the server refused it; it is then sent again only on request. */
  readonly problem?: string;
}

export interface QueueState {
  /** In the order of the presses. */
  readonly queued: readonly QueuedDose[];
  /** The ids of doses that the device could not store; they are lost when the page is closed. */
  readonly unstored: ReadonlySet<string>;
  /** Why the server did not save the doses that wait; '' if it was not reached. */
  readonly sendProblem: string;
}

interface Schema extends DBSchema {
  /** Keyed by `dose.doseId`. */
  doses: { key: string; value: QueuedDose; indexes: { byUser: string } };
}

/** How often waiting doses are sent again (ms). */
const SEND_EVERY_MS = 15_000;
/** Commits are flushed to the disk. */
const DURABLE = { durability: 'strict' } as const;

export class DoseQueue {
  readonly #userId: string;
  readonly #onSaved: (dose: Dose) => void;
  readonly #onSessionLost: () => void;
  readonly #listeners = new Set<() => void>();
  /** The ids of doses that were undone or saved. A list that was read before may still have them. */
  readonly #gone = new Set<string>();
  /** The ids of doses that are not on the disk, or not yet. */
  readonly #unwritten = new Set<string>();
  #state: QueueState = { queued: [], unstored: new Set(), sendProblem: '' };
  #opening: Promise<IDBPDatabase<Schema>> | undefined;
  #timer: ReturnType<typeof setInterval> | undefined;
  #round: Promise<void> | undefined;
  #sentId: string | undefined;

  constructor({
    userId,
    onSaved,
    onSessionLost,
  }: {
    readonly userId: string;
    /** Called after a dose was saved, before it leaves the queue. */
    readonly onSaved: (dose: Dose) => void;
    readonly onSessionLost: () => void;
  }) {
    this.#userId = userId;
    this.#onSaved = onSaved;
    this.#onSessionLost = onSessionLost;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** The doses that the server does not have yet. */
  readonly getState = (): QueueState => this.#state;

  start(): void {
    this.#timer = setInterval(() => void this.send(), SEND_EVERY_MS);
    void this.refresh().then(() => this.send());
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  /** Reads the doses again that other windows have stored or sent. */
  async refresh(): Promise<void> {
    const stored = await this.#attempt((db) => db.getAllFromIndex('doses', 'byUser', this.#userId));
    if (!stored) return;
    const all = new Map(stored.map((queued) => [queued.dose.doseId, queued]));
    for (const queued of this.#state.queued) {
      const { doseId } = queued.dose;
      if (this.#unwritten.has(doseId)) all.set(doseId, queued);
    }
    for (const doseId of this.#gone) all.delete(doseId);
    const queued = [...all.values()];
    queued.sort((a, b) => a.dose.enteredAt.localeCompare(b.dose.enteredAt));
    this.#set({ queued });
  }

  /** Stores a dose and sends it. A dose with the same id is stored once. */
  async add(dose: Dose): Promise<void> {
    if (this.#find(dose.doseId)) return;
    const queued = { userId: this.#userId, dose };
    this.#unwritten.add(dose.doseId);
    this.#set({ queued: [...this.#state.queued, queued] });
    await this.#store(queued);
    await this.send();
  }

  /** @returns false if the dose is not here any more, because it was sent */
  async remove(doseId: string): Promise<boolean> {
    // What the server is about to save is deleted there afterwards.
    if (this.#sentId === doseId) await this.#round;
    if (!this.#find(doseId)) return false;
    await this.#drop(doseId);
    return true;
  }

  /** Sends what waits. @param withRefused also what the server has refused */
  readonly send = async (withRefused = false): Promise<void> => {
    this.#round ??= this.#sendAll(withRefused).finally(() => {
      this.#round = undefined;
    });
    await this.#round;
  };

  /**
   * Sends the doses before a log-out.
   *
   * @param timeout how long that may take (ms)
   * @returns how many are on this device only afterwards
   */
  async sendAllWithin(timeout: number): Promise<number> {
    if (this.#state.queued.length === 0) return 0;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const tooLong = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, timeout);
    });
    await Promise.race([this.send(true), tooLong]);
    clearTimeout(timer);
    return this.#state.queued.length;
  }

  /** Deletes the person's doses from the device, with their account. */
  readonly forget = async (): Promise<void> => {
    for (const { dose } of this.#state.queued) this.#gone.add(dose.doseId);
    this.#set({ queued: [] });
    await this.#attempt(async (db) => {
      const { store, done } = db.transaction('doses', 'readwrite', DURABLE);
      const ids = await store.index('byUser').getAllKeys(this.#userId);
      await Promise.all([...ids.map((id) => store.delete(id)), done]);
    });
  };

  async #sendAll(withRefused: boolean): Promise<void> {
    const tried = new Set<string>();
    let sendProblem = '';
    for (;;) {
      const next = this.#state.queued.find(
        ({ dose, problem }) => !tried.has(dose.doseId) && (withRefused || problem === undefined),
      );
      if (!next) break;
      const { doseId } = next.dose;
      tried.add(doseId);
      // Another window may have sent or undone it.
      if (await this.#isGoneFromDevice(doseId)) {
        this.#gone.add(doseId);
        this.#set({ queued: this.#without(doseId) });
        continue;
      }
      if (!this.#find(doseId)) continue;
      this.#sentId = doseId;
      try {
        const saved = (await call('logDose', inputOf(next))) as Dose;
        this.#onSaved(saved);
        await this.#drop(doseId);
      } catch (error) {
        if (isSessionLost(error)) this.#onSessionLost();
        if (isRefusal(error)) {
          const refused = { ...next, problem: error.message };
          this.#set({
            queued: this.#state.queued.map((each) => (each === next ? refused : each)),
          });
          await this.#store(refused);
          continue;
        }
        if (isAnswer(error) && !isSessionLost(error)) sendProblem = error.message;
        // A dose that the server cannot save now does not hold up the others. Without a network, none would arrive.
        if (!isAnswer(error) || error.status < 500) break;
      } finally {
        this.#sentId = undefined;
      }
    }
    this.#set({ sendProblem });
  }

  async #isGoneFromDevice(doseId: string): Promise<boolean> {
    if (this.#unwritten.has(doseId)) return false;
    const read = await this.#attempt(async (db) => ({ found: await db.get('doses', doseId) }));
    return read !== undefined && read.found === undefined;
  }

  async #drop(doseId: string): Promise<void> {
    this.#gone.add(doseId);
    this.#unwritten.delete(doseId);
    this.#set({ queued: this.#without(doseId) });
    await this.#attempt((db) => db.delete('doses', doseId));
  }

  async #store(queued: QueuedDose): Promise<void> {
    const { doseId } = queued.dose;
    const isStored = await this.#attempt(async (db) => {
      const transaction = db.transaction('doses', 'readwrite', DURABLE);
      const request = transaction.store.put(queued);
      // Without this call, closing the page now would abort the transaction.
      transaction.commit();
      await Promise.all([request, transaction.done]);
      return true;
    });
    // It was undone while it was being written.
    if (this.#gone.has(doseId)) await this.#attempt((db) => db.delete('doses', doseId));
    const unstored = new Set(this.#state.unstored);
    if (isStored) {
      this.#unwritten.delete(doseId);
      unstored.delete(doseId);
    } else {
      unstored.add(doseId);
    }
    this.#set({ unstored });
  }

  #find(doseId: string): QueuedDose | undefined {
    return this.#state.queued.find(({ dose }) => dose.doseId === doseId);
  }

  #without(doseId: string): QueuedDose[] {
    return this.#state.queued.filter(({ dose }) => dose.doseId !== doseId);
  }

  #set(change: Partial<QueueState>): void {
    this.#state = { ...this.#state, ...change };
    for (const listener of this.#listeners) listener();
  }

  /** @returns undefined if the browser offers no storage */
  async #attempt<Result>(
    work: (db: IDBPDatabase<Schema>) => Promise<Result>,
  ): Promise<Result | undefined> {
    let opening: Promise<IDBPDatabase<Schema>> | undefined;
    try {
      opening = this.#open();
      return await work(await opening);
    } catch {
      if (this.#opening === opening) this.#opening = undefined;
      return undefined;
    }
  }

  #open(): Promise<IDBPDatabase<Schema>> {
    this.#opening ??= openDB<Schema>('symptom-tracker-doses', 1, {
      upgrade(db) {
        db.createObjectStore('doses', { keyPath: 'dose.doseId' }).createIndex('byUser', 'userId');
      },
      terminated: () => {
        this.#opening = undefined;
      },
    });
    return this.#opening;
  }
}

/** Whether nobody, or somebody else, is signed in in this browser by now. */
function isSessionLost(error: unknown): boolean {
  if (isStatus(error, 401)) return true;
  return isStatus(error, 404) && (error as ApiError).message === errors.userNotFound.message;
}

/** Whether the server would refuse the same dose again. A time-out or too many calls do not concern the dose. */
function isRefusal(error: unknown): error is ApiError {
  if (!isAnswer(error) || isSessionLost(error)) return false;
  return error.status < 500 && ![408, 429].includes(error.status);
}

function inputOf({ userId, dose }: QueuedDose) {
  const { doseId, medicationId, amount, takenAt, scheduledFor, status, enteredAt, timeZone } = dose;
  const planned = scheduledFor === null ? {} : { scheduledFor };
  const entry = { doseId, medicationId, amount, takenAt, status, enteredAt, timeZone };
  return { userId, ...entry, ...planned };
}
