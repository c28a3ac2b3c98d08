import { sql } from 'kysely';
import { type AnyKind, type EntryOf, isAtInstant } from '../../../contract/kinds/kind.ts';
import {
  type CalendarDate,
  DAY_MS,
  dateOf,
  type Instant,
  midnightOf,
} from '../../../domain/zone.ts';
import type { Database } from '../../platform/db/database.ts';
import { type AnyEntry, atOf, entryIdOf, entryOf, type KeyValues } from '../columns.ts';
import { RESTORABLE_MS } from './entries.ts';
import { findEntryPages } from './pages.ts';
import { findEntries, type Numbered, numbered, selectEntries, type Wanted } from './select.ts';

/** The most deleted entries in a list. */
const MOST_DELETED = 500;
/** The same of a kind that is entered several at once: enough for the half-hours of 30 days, which are 1,440. */
const MOST_DELETED_AT_ONCE = 2000;

interface Days {
  readonly from: CalendarDate;
  readonly to: CalendarDate;
}

/** The span of days of which both the first and the last are included. */
export function timesOfDays({ from, to }: Days): { from: Instant; to: Instant } {
  return { from: midnightOf(from), to: midnightOf(to) + DAY_MS };
}

/** A span with all instants that are on one of these days in some zone. */
export function timesOfLocalDays(days: Days): { from: Instant; to: Instant } {
  const { from, to } = timesOfDays(days);
  return { from: from - DAY_MS, to: to + DAY_MS };
}

/** Whether the instant of an entry is on one of these days in the entry's own zone. */
export function isOfDays(kind: AnyKind, entry: AnyEntry, { from, to }: Days): boolean {
  const day = dateOf(atOf(kind, entry), entry.timeZone);
  return from <= day && day <= to;
}

/** Reads entries of one kind, for code that knows the kind. Lists have the latest first. */
export function entriesOf<K extends AnyKind>(kind: K) {
  return {
    /** The entries of the days from `from` to `to`, both included. */
    async ofDays(db: Database, userId: string, days: Days): Promise<EntryOf<K>[]> {
      if (!isAtInstant(kind)) return await this.ofTimes(db, userId, timesOfDays(days));
      const found = await findEntries(db, kind, userId, timesOfLocalDays(days));
      return found
        .filter(({ entry }) => isOfDays(kind, entry, days))
        .map(({ entry }) => entry as unknown as EntryOf<K>);
    },
    /** The entries for a time in [from, to), in pages, between which the server handles other requests. */
    async *pages(db: Database, userId: string, times: Pick<Wanted, 'from' | 'to'>) {
      for await (const page of findEntryPages(db, kind, userId, times)) {
        yield page.map(({ entry }) => entry as unknown as EntryOf<K>);
      }
    },
    /** All entries, in the order of the kind. */
    async all(db: Database, userId: string): Promise<EntryOf<K>[]> {
      return inOrder(kind, await this.ofTimes(db, userId, {}));
    },
    /**
     * The entries whose key begins with this value, deleted ones too, in the order of time. It looks at all entries of
     * the kind, because the order of texts differs between databases.
     */
    async beginningWith(db: Database, userId: string, value: string): Promise<EntryOf<K>[]> {
      const start = `${value} `;
      const rows = await selectEntries(db, kind, userId)
        .where(sql<string>`substr(entry_id, 1, ${start.length})`, '=', start)
        .orderBy('at')
        .execute();
      return rows.map((row) => entryOf(kind, row) as unknown as EntryOf<K>);
    },
    /** The entries for a time in [from, to). */
    async ofTimes(
      db: Database,
      userId: string,
      times: Pick<Wanted, 'from' | 'to'>,
    ): Promise<EntryOf<K>[]> {
      const found = await findEntries(db, kind, userId, times);
      return found.map(({ entry }) => entry as unknown as EntryOf<K>);
    },
  };
}

/** Entries with these keys, deleted ones too, in the order of time. */
export async function findByKeys(
  db: Database,
  kind: AnyKind,
  userId: string,
  keys: readonly KeyValues[],
): Promise<Numbered[]> {
  const ids = keys.map((key) => entryIdOf(kind, key));
  const rows = await selectEntries(db, kind, userId).where('entry_id', 'in', ids).execute();
  return rows.toSorted((a, b) => a.at - b.at).map((row) => numbered(kind, row));
}

/** Another entry of which a person may have only one (`Kind.single`), if this entry would be a second one. */
export async function findOtherSingle(
  db: Database,
  kind: AnyKind,
  userId: string,
  entry: AnyEntry,
): Promise<AnyEntry | undefined> {
  const { single } = kind;
  if (!single?.holds(entry as never)) return undefined;
  const rows = await selectEntries(db, kind, userId)
    .where('at', '=', atOf(kind, entry))
    .where('deleted_at', 'is', null)
    .where('entry_id', '!=', entryIdOf(kind, entry))
    .execute();
  const others = rows.map((row) => entryOf(kind, row));
  return others.find((other) => single.holds(other as never));
}

/** Entries with these numbers, deleted ones too. */
export async function findNumbered(
  db: Database,
  kind: AnyKind,
  userId: string,
  numbers: readonly number[],
): Promise<Numbered[]> {
  if (numbers.length === 0) return [];
  const rows = await selectEntries(db, kind, userId).where('number', 'in', numbers).execute();
  return rows.map((row) => numbered(kind, row));
}

/**
 * The deleted entries that can be restored, the most recently deleted first. Entries that were deleted at once are in the
 * order of time.
 */
export async function findDeleted(
  db: Database,
  kind: AnyKind,
  userId: string,
  now: Instant,
): Promise<Numbered[]> {
  const deleted = selectEntries(db, kind, userId)
    .where('deleted_at', '>', now - RESTORABLE_MS)
    .orderBy('deleted_at', 'desc');
  const rows = await (kind.atOnce === undefined
    ? deleted.orderBy('number', 'desc').limit(MOST_DELETED)
    : deleted.orderBy('at').limit(MOST_DELETED_AT_ONCE)
  ).execute();
  return rows.map((row) => numbered(kind, row));
}

/** Sorts all entries of a kind as a list of them is sorted (`Kind.order`). */
export function inOrder<Entry>({ order }: AnyKind, latestFirst: readonly Entry[]): Entry[] {
  if (!order) return [...latestFirst];
  return latestFirst.toSorted((one, other) => order.compare(one as never, other as never));
}
