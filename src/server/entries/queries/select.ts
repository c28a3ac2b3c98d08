import type { AnyKind } from '../../../contract/kinds/kind.ts';
import type { Instant } from '../../../domain/zone.ts';
import type { Database } from '../../platform/db/database.ts';
import { type AnyEntry, entryOf } from '../columns.ts';

/** The rows of one kind and person, as entries. */

/** An entry with its number among the person's entries of its kind. */
export interface Numbered {
  readonly entry: AnyEntry;
  readonly number: number;
}

/** Where a list goes on: after the entry with this time and number. */
export interface Cursor {
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

export function selectEntries(db: Database, { name }: AnyKind, userId: string) {
  return db
    .selectFrom('entries')
    .selectAll()
    .where('user_id', '=', userId)
    .where('kind', '=', name);
}

/** The entries of a kind that are not deleted, for a time in [from, to). */
export function selectPresent(
  db: Database,
  { name }: AnyKind,
  userId: string,
  { from, to }: Pick<Wanted, 'from' | 'to'> = {},
) {
  return db
    .selectFrom('entries')
    .where('user_id', '=', userId)
    .where('kind', '=', name)
    .where('deleted_at', 'is', null)
    .$if(from !== undefined, (query) => query.where('at', '>=', from ?? 0))
    .$if(to !== undefined, (query) => query.where('at', '<', to ?? 0));
}

type Row = Awaited<ReturnType<ReturnType<typeof selectEntries>['executeTakeFirstOrThrow']>>;

export function numbered(kind: AnyKind, row: Row): Numbered {
  return { entry: entryOf(kind, row), number: row.number };
}

/** The entries for a time, the latest first. */
export async function findEntries(
  db: Database,
  kind: AnyKind,
  userId: string,
  { limit, after, ...times }: Wanted,
): Promise<Listed[]> {
  const rows = await selectPresent(db, kind, userId, times)
    .selectAll()
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
