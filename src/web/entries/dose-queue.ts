import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import type { Dose } from '../../contract/entities.ts';
import { call, isAnswer, isStatus } from '../api/client.ts';

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

interface Schema extends DBSchema {
  /** Keyed by `dose.doseId`. */
  doses: { key: string; value: QueuedDose; indexes: { byUser: string } };
}

/** How often waiting doses are sent again (ms). */
const SEND_EVERY_MS = 15_000;
/** Commits are flushed to the disk. */
const DURABLE = { durability: 'strict' } as const;
/** Answers that do not concern the dose: no session, another session, a time-out, too many calls. */
const NOT_ABOUT_THE_DOSE = [401, 408, 429];

export class DoseQueue {
  readonly #userId: string;
  readonly #onSaved: (dose: Dose) => void;
  readonly #onSessionLost: () => void;
  readonly #listeners = new Set<() => void>();
  /** The ids of doses that the device could not store. */
  readonly #unstored = new Set<string>();
  #queued: readonly QueuedDose[] = [];
  #opening: Promise<IDBPDatabase<Schema>> | undefined;
  #timer: ReturnType<typeof setInterval> | undefined;
  #sending: Promise<void> | undefined;

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

  /** The doses that the server does not have yet, in the order of the presses. */
  readonly getQueued = (): readonly QueuedDose[] => this.#queued;

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
    const unstored = this.#queued.filter(({ dose }) => this.#unstored.has(dose.doseId));
    const all = [...stored, ...unstored];
    this.#set(all.sort((a, b) => a.dose.enteredAt.localeCompare(b.dose.enteredAt)));
  }

  /** Stores a dose and sends it. A dose with the same id is stored once. */
  async add(dose: Dose): Promise<void> {
    if (this.#find(dose.doseId)) return;
    const queued = { userId: this.#userId, dose };
    this.#set([...this.#queued, queued]);
    await this.#store(queued);
    await this.send();
  }

  /** @returns false if the dose is not here any more, because it was sent */
  async remove(doseId: string): Promise<boolean> {
    // A dose that is being sent is deleted on the server.
    if (this.#sending || !this.#find(doseId)) return false;
    this.#set(this.#queued.filter(({ dose }) => dose.doseId !== doseId));
    await this.#attempt((db) => db.delete('doses', doseId));
    return true;
  }

  /** Sends what waits. @param withRefused also what the server has refused */
  readonly send = async (withRefused = false): Promise<void> => {
    this.#sending ??= this.#sendAll(withRefused).finally(() => {
      this.#sending = undefined;
    });
    await this.#sending;
  };

  /**
   * Sends the doses before a log-out.
   *
   * @param timeout how long that may take (ms)
   * @returns how many are on this device only afterwards
   */
  async sendAllWithin(timeout: number): Promise<number> {
    if (this.#queued.length === 0) return 0;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const tooLong = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, timeout);
    });
    await Promise.race([this.send(true), tooLong]);
    clearTimeout(timer);
    return this.#queued.length;
  }

  /** Deletes the person's doses from the device, with their account. */
  readonly forget = async (): Promise<void> => {
    const all = this.#queued;
    this.#set([]);
    await this.#attempt(async (db) => {
      const { store, done } = db.transaction('doses', 'readwrite', DURABLE);
      await Promise.all([...all.map(({ dose }) => store.delete(dose.doseId)), done]);
    });
  };

  async #sendAll(withRefused: boolean): Promise<void> {
    const tried = new Set<string>();
    for (;;) {
      const next = this.#queued.find(
        ({ dose, problem }) => !tried.has(dose.doseId) && (withRefused || problem === undefined),
      );
      if (!next) return;
      tried.add(next.dose.doseId);
      try {
        const saved = (await call('logDose', inputOf(next))) as Dose;
        await this.#attempt((db) => db.delete('doses', saved.doseId));
        this.#onSaved(saved);
        this.#set(this.#queued.filter(({ dose }) => dose.doseId !== saved.doseId));
      } catch (error) {
        if (isStatus(error, 401)) this.#onSessionLost();
        const isRefused =
          isAnswer(error) && error.status < 500 && !NOT_ABOUT_THE_DOSE.includes(error.status);
        // Without a network, the next dose would not arrive either.
        if (!isRefused) return;
        const refused = { ...next, problem: error.message };
        this.#set(this.#queued.map((each) => (each === next ? refused : each)));
        await this.#store(refused);
      }
    }
  }

  async #store(queued: QueuedDose): Promise<void> {
    const isStored = await this.#attempt(async (db) => {
      const transaction = db.transaction('doses', 'readwrite', DURABLE);
      const request = transaction.store.put(queued);
      // Without this call, closing the page now would abort the transaction.
      transaction.commit();
      await Promise.all([request, transaction.done]);
      return true;
    });
    if (isStored) this.#unstored.delete(queued.dose.doseId);
    else this.#unstored.add(queued.dose.doseId);
  }

  #find(doseId: string): QueuedDose | undefined {
    return this.#queued.find(({ dose }) => dose.doseId === doseId);
  }

  #set(queued: readonly QueuedDose[]): void {
    this.#queued = queued;
    for (const listener of this.#listeners) listener();
  }

  /** @returns undefined if the browser offers no storage; the doses are then in memory only */
  async #attempt<Result>(
    work: (db: IDBPDatabase<Schema>) => Promise<Result>,
  ): Promise<Result | undefined> {
    const opening = this.#open();
    try {
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

function inputOf({ userId, dose }: QueuedDose) {
  const { doseId, medicationId, amount, takenAt, scheduledFor, status, enteredAt, timeZone } = dose;
  const planned = scheduledFor === null ? {} : { scheduledFor };
  const entry = { doseId, medicationId, amount, takenAt, status, enteredAt, timeZone };
  return { userId, ...entry, ...planned };
}
