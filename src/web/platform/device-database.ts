import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import { type Owned, trackerKeyOf } from './tracker-key.ts';

/** Something that is on this device and not on the server. */
export interface DeviceRecord extends Owned {
  /** The name of its kind. */
  readonly kind: string;
  /** Unique among the records of its kind. */
  readonly id: string;
}

type Key = [kind: string, id: string];

interface Schema extends DBSchema {
  entries: { key: Key; value: DeviceRecord; indexes: { byTracker: string } };
}

/** Commits are flushed to the disk, so that a dead battery loses no entry. */
const DURABLE = { durability: 'strict' } as const;

/** How long a caller waits for the device (ms). */
const TIMEOUT_MS = 4000;

/**
 * The one database for everything that is on this device and not on the server, with one connection. No method rejects:
 * each returns undefined or false if the browser offers no storage, fails, or takes too long. The work may still be done
 * later then.
 */
export class DeviceDatabase {
  #opening: Promise<IDBPDatabase<Schema>> | undefined;

  /** The records of one tracker. */
  async findOf(trackerKey: string): Promise<DeviceRecord[] | undefined> {
    return await this.#attempt((db) => db.getAllFromIndex('entries', 'byTracker', trackerKey));
  }

  /** The records that a person has entered for themselves and for others. */
  async findBy(userId: string): Promise<DeviceRecord[] | undefined> {
    return await this.#attempt((db) => db.getAllFromIndex('entries', 'byTracker', allBy(userId)));
  }

  /** @returns null if there is no such record */
  async get(kind: string, id: string): Promise<DeviceRecord | null | undefined> {
    return await this.#attempt(async (db) => (await db.get('entries', [kind, id])) ?? null);
  }

  /**
   * Writes a record. Writes are applied in the order of the calls.
   *
   * @param former the id of a record of the same kind that is deleted in the same transaction
   *
   * @returns whether the record is on the disk
   */
  async put(record: DeviceRecord, former?: string): Promise<boolean> {
    const isReplaced = former !== undefined && former !== record.id;
    const written = await this.#attempt(async (db) => {
      const transaction = db.transaction('entries', 'readwrite', DURABLE);
      const requests = [
        transaction.store.put(record),
        isReplaced && transaction.store.delete([record.kind, former]),
      ];
      // Without this call, closing the page now would abort the transaction.
      transaction.commit();
      await Promise.all([...requests, transaction.done]);
      return true;
    });
    return written ?? false;
  }

  async remove(kind: string, id: string): Promise<void> {
    await this.#attempt((db) => db.delete('entries', [kind, id]));
  }

  /** Removes a record for which `isRemoved` returns true. @returns whether it was removed */
  async removeIf(
    kind: string,
    id: string,
    isRemoved: (record: DeviceRecord | undefined) => boolean,
  ): Promise<boolean> {
    const removed = await this.#attempt(async (db) => {
      const { store, done } = db.transaction('entries', 'readwrite', DURABLE);
      const is = isRemoved(await store.get([kind, id]));
      if (is) await store.delete([kind, id]);
      await done;
      return is;
    });
    return removed ?? false;
  }

  /** Removes the records of a tracker for which `isRemoved` returns true, in one transaction. */
  async removeOf(trackerKey: string, isRemoved: (record: DeviceRecord) => boolean): Promise<void> {
    await this.#attempt(async (db) => {
      const { store, done } = db.transaction('entries', 'readwrite', DURABLE);
      const removed = (await store.index('byTracker').getAll(trackerKey)).filter(isRemoved);
      await Promise.all([...removed.map(({ kind, id }) => store.delete([kind, id])), done]);
    });
  }

  /** Removes the records that a person has entered for themselves and for others. @returns whether they are gone */
  async removeBy(userId: string): Promise<boolean> {
    const removed = await this.#attempt(async (db) => {
      const { store, done } = db.transaction('entries', 'readwrite', DURABLE);
      const keys = await store.index('byTracker').getAllKeys(allBy(userId));
      await Promise.all([...keys.map((key) => store.delete(key)), done]);
      return true;
    });
    return removed ?? false;
  }

  async #attempt<Result>(
    work: (db: IDBPDatabase<Schema>) => Promise<Result>,
  ): Promise<Result | undefined> {
    const opening = this.#open();
    const working = opening.then(work);
    let timer: ReturnType<typeof setTimeout> | undefined;
    const timeout = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error('The device takes too long')), TIMEOUT_MS);
    });
    try {
      return await Promise.race([working, timeout]);
    } catch {
      // The connection may be broken, so the next call opens another one, and this one is closed when its work is done.
      this.#forget(opening);
      const close = async () => (await opening).close();
      void working.then(close, close).catch(() => {});
      return undefined;
    } finally {
      clearTimeout(timer);
    }
  }

  #open(): Promise<IDBPDatabase<Schema>> {
    if (this.#opening) return this.#opening;
    const open = async () =>
      await openDB<Schema>('symptom-tracker-device', 1, {
        upgrade(db) {
          const entries = db.createObjectStore('entries', { keyPath: ['kind', 'id'] });
          entries.createIndex('byTracker', 'trackerKey');
        },
        // The browser has closed the connection of an inactive page, so the next call opens a new one.
        terminated: () => this.#forget(opening),
        blocking: (_current, _blocked, event) => {
          (event.target as IDBDatabase).close();
          this.#forget(opening);
        },
      });
    const opening = open();
    this.#opening = opening;
    return opening;
  }

  #forget(opening: Promise<unknown>): void {
    if (this.#opening === opening) this.#opening = undefined;
  }
}

/** The range of the keys of everything that a person has entered, for themselves and for others. */
function allBy(userId: string): IDBKeyRange {
  return IDBKeyRange.bound(userId, `${trackerKeyOf(userId, '')}\uffff`);
}
