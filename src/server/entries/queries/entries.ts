import { randomUUID } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { type SelectQueryBuilder, sql } from 'kysely';
import { DAY_MS } from '../../../domain/zone.ts';
import { type Author, type Authored, mayChange, SELF } from '../../identity/authors.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Tables } from '../../platform/db/tables.ts';
import { lockProfile } from '../../profile/queries/locked-profiles.ts';
import { countChanged, type Measure } from './fair-use.ts';

/**
 * What all kinds of entries share: submission ids, versions with former values, deletion, and pages. A kind of entry
 * passes its own queries, so this file depends on no kind.
 */

export interface Entry {
  readonly id: string;
  /** The time that the entry is for, in milliseconds. */
  readonly loggedAt: number;
  /** When it was entered, in milliseconds. */
  readonly enteredAt: number;
  /** The zone in which it was made (IANA). The entry's date and clock time are always shown in this zone. */
  readonly timeZone: string;
  /** Counts from 1; each edit adds 1. */
  readonly version: number;
  /** When it was deleted, in milliseconds; null if it is not deleted. */
  readonly deletedAt: number | null;
}

export interface Submission extends Pick<Entry, 'loggedAt' | 'enteredAt' | 'timeZone'> {
  /** The idempotency key. */
  readonly submissionId: string | null;
}

/** Thrown by `insert` if the submission was already saved. Throwing it rolls back everything that `insert` did. */
export class RepeatedSubmission extends Error {}

/**
 * Saves an entry. A repeated submission, even concurrently and in another process, returns the entry that the first
 * submission saved.
 *
 * @param kind.insert writes the rows; resolves to undefined if the person has no profile
 */
export async function addEntry<Added>(
  db: Database,
  userId: string,
  submission: Submission,
  kind: {
    readonly insert: (trx: Database, entry: Entry & Submission) => Promise<Added | undefined>;
    readonly findSaved: (trx: Database) => Promise<Added | undefined>;
  },
): Promise<Added | undefined> {
  const entry = { ...submission, id: randomUUID(), version: 1, deletedAt: null };
  try {
    return await db.transaction().execute((trx) => kind.insert(trx, entry));
  } catch (error) {
    if (!(error instanceof RepeatedSubmission)) throw error;
    return await findToAcknowledge(db, userId, kind.findSaved);
  }
}

/**
 * Finds what an earlier call has stored, to acknowledge a repeat of that call. A synchronous standby of PostgreSQL may
 * not have the earlier commit yet, and a transaction waits for the standby only if it writes. So every transaction that
 * acknowledges a repeat must write, even if nothing changes. `lockProfile` is such a write.
 */
export async function findToAcknowledge<Found>(
  db: Database,
  userId: string,
  find: (trx: Database) => Promise<Found>,
): Promise<Found> {
  return await db.transaction().execute(async (trx) => {
    await lockProfile(trx, userId);
    return await find(trx);
  });
}

export interface Editing<Kind, Refused extends string> {
  /**
   * The version on which the edit is based; without it, any version is accepted. An edit of an older version is
   * refused, unless it changes nothing: then it may be the retry of an edit whose response was lost.
   */
  readonly version: number | undefined;
  readonly measure: Measure;
  /** Who edits the entry; by default, the person. */
  readonly by?: Author;
  /** Finds the entry, deleted or not. */
  readonly find: (trx: Database) => Promise<Kind | undefined>;
  /** The entry after the edit, or why the edit is refused. */
  readonly change: (entry: Kind) => Kind | { readonly refused: Refused };
  readonly isSame: (one: Kind, other: Kind) => boolean;
  /** Stores the former values and the new ones, each with their version. */
  readonly replace: (trx: Database, former: Kind, edited: Kind) => Promise<void>;
}

/**
 * The entry after an edit, or why the edit is refused. `stored` is the current entry, which another edit has changed.
 */
export type Edited<Kind, Refused extends string = never> =
  | { readonly entry: Kind }
  | { readonly refused: Refused | 'entryNotFound' }
  | { readonly refused: 'entryChanged'; readonly stored: Kind };

/**
 * Changes the values of an entry and stores the former ones. An edit that changes no value stores nothing, so the entry
 * keeps its version and author. A deleted entry cannot be edited.
 */
export async function editEntry<
  Kind extends Pick<Entry, 'version' | 'deletedAt'> & Pick<Authored, 'authorId'>,
  Refused extends string,
>(
  db: Database,
  userId: string,
  { version, measure, by = SELF, find, change, isSame, replace }: Editing<Kind, Refused>,
): Promise<Edited<Kind, Refused>> {
  return await db.transaction().execute(async (trx) => {
    // With the lock, no other transaction can change the version that is read here.
    await lockProfile(trx, userId);
    const former = await find(trx);
    if (former?.deletedAt !== null || !mayChange(by, former)) return { refused: 'entryNotFound' };
    const edited = change(former);
    if ('refused' in edited) return edited;
    if (isSame(former, edited)) return { entry: former };
    if (version !== undefined && version !== former.version) {
      return { refused: 'entryChanged', stored: former };
    }
    await countChanged(trx, userId, by, { changed: 1, ...measure });
    const entry = { ...edited, version: former.version + 1 };
    await replace(trx, former, entry);
    return { entry };
  });
}

/** For how long a deleted entry can be restored, in milliseconds (DECISIONS 32). */
export const RESTORABLE_MS = 30 * DAY_MS;

/** The deletion or the restoration of an entry at the time `now`. */
export interface Deletion extends Measure {
  readonly isDeleted: boolean;
  /** Who deletes or restores it; by default, the person. */
  readonly by?: Author;
}

/**
 * Deletes or restores an entry. If the entry is already in that state, nothing changes.
 *
 * @param kind.find finds the entry, deleted or not
 * @param kind.store writes when it was deleted, in milliseconds; null restores it
 * @returns undefined if the entry does not exist, can no longer be restored, or is one that `by` may not change
 */
export async function setDeleted<
  Kind extends Pick<Entry, 'deletedAt'> & Pick<Authored, 'authorId'>,
>(
  db: Database,
  userId: string,
  { isDeleted, now, limits, by = SELF }: Deletion,
  kind: {
    readonly find: (trx: Database) => Promise<Kind | undefined>;
    readonly store: (trx: Database, deletedAt: number | null, entry: Kind) => Promise<void>;
  },
): Promise<Kind | undefined> {
  return await db.transaction().execute(async (trx) => {
    await lockProfile(trx, userId);
    const entry = await kind.find(trx);
    if (!entry || !mayChange(by, entry)) return undefined;
    if ((entry.deletedAt ?? now) <= now - RESTORABLE_MS) return undefined;
    if ((entry.deletedAt !== null) === isDeleted) return entry;
    await countChanged(trx, userId, by, { changed: 1, limits, now });
    const deletedAt = isDeleted ? now : null;
    await kind.store(trx, deletedAt, entry);
    return { ...entry, deletedAt };
  });
}

/** The maximum number of deleted entries in a list. */
const MOST_DELETED = 500;

/** Limits a query of a person's entries to deleted ones that can be restored, the most recently deleted first. */
export function lastDeleted<Table extends keyof Tables, Row>(
  entries: SelectQueryBuilder<Tables, Table, Row>,
  now: number,
  most = MOST_DELETED,
): SelectQueryBuilder<Tables, Table, Row> {
  const deletedAt = sql.ref<number>('deleted_at');
  return entries
    .where(deletedAt, '>', now - RESTORABLE_MS)
    .orderBy(deletedAt, 'desc')
    .limit(most);
}

/**
 * Reads entries in pages, in the order of `find`. Only one page is in memory. A page is read on demand, and no
 * connection is in use between pages. Only the last page may be shorter than its size.
 *
 * @param find reads at most `limit` entries after a cursor
 * @param cursorOf returns the cursor with which `find` reads the entries after this one
 * @param wanted.limit the maximum number of entries in all pages together
 * @param sizes the number of entries in the first page; each further page has twice as many, up to `next`
 */
export async function* entryPages<Kind, Cursor>(
  find: (part: {
    readonly after: Cursor | undefined;
    readonly limit: number;
  }) => Promise<readonly Kind[]>,
  cursorOf: (entry: Kind) => Cursor,
  wanted: { readonly after?: Cursor | undefined; readonly limit?: number | undefined },
  sizes: { readonly first: number; readonly next: number },
): AsyncGenerator<readonly Kind[], undefined> {
  let size = sizes.first;
  let { after, limit: left = Number.POSITIVE_INFINITY } = wanted;
  for (;;) {
    const page = await find({ after, limit: Math.min(size, left) });
    const last = page.at(-1);
    if (!last) return;
    yield page;
    left -= page.length;
    if (page.length < size || left === 0) return;
    after = cursorOf(last);
    size = Math.min(2 * size, sizes.next);
    // SQLite queries are synchronous. Without this pause, the server would handle no other request until all pages are
    // read.
    await setImmediate();
  }
}
