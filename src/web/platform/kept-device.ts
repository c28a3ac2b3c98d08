import type { QueryKey } from '@tanstack/react-query';
import type { DBSchema, IDBPDatabase } from 'idb';
import { within } from './within.ts';

/** An answer of the server as it is stored on this device. */
export interface KeptAnswer {
  readonly userId: string;
  /** The build of the app that stored the answer. Another build may expect other fields. */
  readonly build: string;
  readonly key: QueryKey;
  readonly data: unknown;
  /** When the server answered (ms). */
  readonly updatedAt: number;
}

interface Schema extends DBSchema {
  /** Keyed by the hash of `key`. */
  answers: { key: string; value: KeptAnswer };
}

/** How long to wait for the browser's storage when the app opens (ms). */
const TIMEOUT_MS = 2000;

let opening: Promise<IDBPDatabase<Schema>> | undefined;

/** @returns no answers if the browser offers no storage, or if the device takes too long */
export async function readAnswers(): Promise<readonly KeptAnswer[]> {
  return (
    (await within(
      attempt((db) => db.getAll('answers')),
      TIMEOUT_MS,
    )) ?? []
  );
}

export async function writeAnswers(answers: ReadonlyMap<string, KeptAnswer>): Promise<void> {
  await attempt(async (db) => {
    const { store, done } = db.transaction('answers', 'readwrite');
    await Promise.all([...[...answers].map(([hash, answer]) => store.put(answer, hash)), done]);
  });
}

/** @returns whether all answers were erased */
export async function eraseAnswers(): Promise<boolean> {
  const erase = async (db: IDBPDatabase<Schema>) => {
    await db.clear('answers');
    return true;
  };
  return (await attempt(erase)) ?? false;
}

/**
 * Erases the answers about all other people. Answers that are about no person, such as the settings of the server,
 * stay.
 *
 * @param userIds the people whose answers stay
 */
export async function eraseOthers(userIds: readonly string[]): Promise<void> {
  await attempt(async (db) => {
    const { store, done } = db.transaction('answers', 'readwrite');
    for (let cursor = await store.openCursor(); cursor; cursor = await cursor.continue()) {
      const [, about] = cursor.value.key;
      if (about !== undefined && !userIds.includes(String(about))) await cursor.delete();
    }
    await done;
  });
}

/** @returns undefined if IndexedDB is missing or fails */
async function attempt<Result>(
  work: (db: IDBPDatabase<Schema>) => Promise<Result>,
): Promise<Result | undefined> {
  opening ??= open();
  try {
    return await work(await opening);
  } catch {
    opening = undefined;
    return undefined;
  }
}

/** Opens a separate database, which a log-out erases as a whole. */
async function open(): Promise<IDBPDatabase<Schema>> {
  // The package is imported on demand, because the sign-in screen does not need it.
  const { openDB } = await import('idb');
  return await openDB<Schema>('symptom-tracker-answers', 1, {
    upgrade: (db) => void db.createObjectStore('answers'),
    // The browser has closed the connection of an inactive page, so the next call opens a new one.
    terminated() {
      opening = undefined;
    },
    blocking: (_current, _blocked, event) => {
      (event.target as IDBDatabase).close();
      opening = undefined;
    },
  });
}
