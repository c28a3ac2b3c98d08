import { sql } from 'kysely';
import type { AnyKind, EntryOf } from '../../../contract/kinds/kind.ts';
import { type CalendarDate, DAY_MS, type Instant, midnightOf } from '../../../domain/zone.ts';
import type { Database } from '../../platform/db/database.ts';
import { type AnyEntry, atOf, entryIdOf, entryOf, type KeyValues } from '../columns.ts';
import { entryPages, RESTORABLE_MS } from './entries.ts';

/** An entry with its number among the person's entries of its kind. */
export interface Numbered {
  readonly entry: AnyEntry;
  readonly number: number;
}

/** Where a list goes on: after the entry with this time and number. */
interface Cursor {
  readonly at: Instant;
  readonly number: number;
}

/** An entry in a list. */
export interface Listed extends Numbered, Cursor {}

/** Entries that are not deleted and are for a time in [from, to), in milliseconds. */
export interface Wanted {
  readonly from?: Instant | undefined;
  readonly to?: Instant | undefined;
  readonly limit?: number | undefined;
  readonly after?: Cursor | undefined;
}

/** The most deleted entries in a list. */
const MOST_DELETED = 500;
/** The same of a kind that is entered several at once: enough for the half-hours of 30 days, which are 1,440. */
const MOST_DELETED_AT_ONCE = 2000;
/** The number of entries in the first page; each further page has twice as many, up to `next`. */
export interface PageSizes {
  readonly first: number;
  readonly next: number;
}

/** How many entries are read at once. Notes of the maximum length have 1 MB of text in 100 entries. */
const PAGE_SIZES = { first: 100, next: 800 };

interface Days {
  readonly from: CalendarDate;
  readonly to: CalendarDate;
}

/** The span of days of which both the first and the last are included. */
export function timesOfDays({ from, to }: Days): { from: Instant; to: Instant } {
  return { from: midnightOf(from), to: midnightOf(to) + DAY_MS };
}

/** Reads entries of one kind, for code that knows the kind. Lists have the latest first. */
export function entriesOf<K extends AnyKind>(kind: K) {
  return {
    /** The entries of the days from `from` to `to`, both included. */
    async ofDays(db: Database, userId: string, days: Days): Promise<EntryOf<K>[]> {
      return await this.ofTimes(db, userId, timesOfDays(days));
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

/** Sorts all entries of a kind as a list of them is sorted (`Kind.order`). */
export function inOrder<Entry>({ order }: AnyKind, latestFirst: readonly Entry[]): Entry[] {
  if (!order) return [...latestFirst];
  return latestFirst.toSorted((one, other) => order.compare(one as never, other as never));
}

async function findEntries(
  db: Database,
  kind: AnyKind,
  userId: string,
  { from, to, limit, after }: Wanted,
): Promise<Listed[]> {
  const rows = await selectEntries(db, kind, userId)
    .where('deleted_at', 'is', null)
    .$if(from !== undefined, (query) => query.where('at', '>=', from ?? 0))
    .$if(to !== undefined, (query) => query.where('at', '<', to ?? 0))
    .$if(after !== undefined, (query) =>
      query.where(({ eb, refTuple, tuple }) =>
        eb(refTuple('at', 'number'), '<', tuple(after?.at ?? 0, after?.number ?? 0)),
      ),
    )
    .$if(limit !== undefined, (query) => query.limit(limit ?? 0))
    .orderBy('at', 'desc')
    .orderBy('number', 'desc')
    .execute();
  return rows.map((row) => ({ ...numbered(kind, row), at: row.at }));
}

/** The entries of `findEntries` in pages. */
export function findEntryPages(
  db: Database,
  kind: AnyKind,
  userId: string,
  wanted: Wanted,
  sizes: PageSizes = PAGE_SIZES,
): AsyncGenerator<readonly Listed[], undefined> {
  return entryPages(
    (part) => findEntries(db, kind, userId, { ...wanted, ...part }),
    (last): Cursor => ({ at: last.at, number: last.number }),
    wanted,
    sizes,
  );
}

/** Entries of which the number is below `before`. */
export interface WantedNumbers extends Omit<Wanted, 'after'> {
  readonly before?: number | undefined;
}

/**
 * Entries that are not deleted, in pages, the highest number first. Each entry is in exactly one page, even if its time
 * is edited while the pages are read.
 */
export function findNumberPages(
  db: Database,
  kind: AnyKind,
  userId: string,
  { before: start, limit: most, from, to }: WantedNumbers,
  sizes: PageSizes,
): AsyncGenerator<readonly Numbered[], undefined> {
  const find = async ({ after, limit }: { after: number | undefined; limit: number }) => {
    const rows = await selectEntries(db, kind, userId)
      .where('deleted_at', 'is', null)
      .$if(from !== undefined, (query) => query.where('at', '>=', from ?? 0))
      .$if(to !== undefined, (query) => query.where('at', '<', to ?? 0))
      .$if(after !== undefined, (query) => query.where('number', '<', after ?? 0))
      .orderBy('number', 'desc')
      .limit(limit)
      .execute();
    return rows.map((row) => numbered(kind, row));
  };
  return entryPages(find, ({ number }) => number, { after: start, limit: most }, sizes);
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

function selectEntries(db: Database, { name }: AnyKind, userId: string) {
  return db
    .selectFrom('entries')
    .selectAll()
    .where('user_id', '=', userId)
    .where('kind', '=', name);
}

type Row = Awaited<ReturnType<ReturnType<typeof selectEntries>['executeTakeFirstOrThrow']>>;

function numbered(kind: AnyKind, row: Row): Numbered {
  return { entry: entryOf(kind, row), number: row.number };
}
