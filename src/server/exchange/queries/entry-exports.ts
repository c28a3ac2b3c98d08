import { sql } from 'kysely';
import type { AnyKind } from '../../../contract/kinds/kind.ts';
import type { Instant } from '../../../domain/zone.ts';
import { type AnyEntry, entryOf } from '../../entries/columns.ts';
import type { Database } from '../../platform/db/database.ts';

/** An entry with the versions that edits replaced, the oldest first. */
export type WholeEntry = AnyEntry & {
  readonly formerVersions: readonly (AnyEntry & { readonly replacedAt: Instant })[];
};

/** @param deletedAfter includes entries that were deleted after this time; null includes no deleted ones */
function isKept(deletedAfter: Instant | null) {
  return deletedAfter === null
    ? sql<boolean>`deleted_at is null`
    : sql<boolean>`(deleted_at is null or deleted_at > ${deletedAfter})`;
}

/**
 * The ids of a person's entries of a kind, in the order of their times.
 *
 * @param deletedAfter includes entries that were deleted after this time; null includes no deleted ones
 */
export async function findEntryIds(
  db: Database,
  { name }: AnyKind,
  userId: string,
  deletedAfter: Instant | null,
): Promise<string[]> {
  const rows = await db
    .selectFrom('entries')
    .select('entry_id as id')
    .where('user_id', '=', userId)
    .where('kind', '=', name)
    .where(isKept(deletedAfter))
    .orderBy('at')
    .orderBy('number')
    .execute();
  return rows.map(({ id }) => id);
}

/**
 * Entries with all stored data, in the order of the ids that are given. One statement reads them, so each entry is
 * consistent, either before or after a concurrent edit.
 */
export async function findWholeEntries(
  db: Database,
  kind: AnyKind,
  userId: string,
  ids: readonly string[],
): Promise<WholeEntry[]> {
  const rows = await selectWhole(db, kind, userId)
    .where('entries.entry_id', 'in', ids)
    // Sorted by id, because SQLite then looks up only these entries. Sorted by time, it would scan all of the kind.
    .orderBy('entries.entry_id')
    .orderBy('former.version')
    .execute();
  const byId = Map.groupBy(rows, ({ entry_id }) => entry_id);
  return ids.flatMap((id) => wholeOf(kind, byId.get(id) ?? []));
}

/** Like `findWholeEntries`, by the numbers of entries from `first` to `last`, both included, in order. */
export async function findWholeNumbered(
  db: Database,
  kind: AnyKind,
  userId: string,
  { first, last }: { readonly first: number; readonly last: number },
) {
  const rows = await selectWhole(db, kind, userId)
    .where('entries.number', '>=', first)
    .where('entries.number', '<=', last)
    .orderBy('entries.number')
    .orderBy('former.version')
    .execute();
  return [...Map.groupBy(rows, ({ number }) => number)].flatMap(([number, ofEntry]) =>
    wholeOf(kind, ofEntry).map(({ formerVersions, ...entry }) => {
      return { entry: entry as AnyEntry, formerVersions, number };
    }),
  );
}

function selectWhole(db: Database, kind: AnyKind, userId: string) {
  return db
    .selectFrom('entries')
    .leftJoin('former_entries as former', (join) =>
      join
        .onRef('former.user_id', '=', 'entries.user_id')
        .onRef('former.kind', '=', 'entries.kind')
        .onRef('former.entry_id', '=', 'entries.entry_id'),
    )
    .where('entries.user_id', '=', userId)
    .where('entries.kind', '=', kind.name)
    .selectAll('entries')
    .select([
      'former.at as formerAt',
      'former.entered_at as formerEnteredAt',
      'former.time_zone as formerTimeZone',
      'former.author as formerAuthor',
      'former.author_id as formerAuthorId',
      'former.version as formerVersion',
      'former.deleted_at as formerDeletedAt',
      'former.fields as formerFields',
      'former.replaced_at as replacedAt',
    ]);
}

type Row = Awaited<ReturnType<ReturnType<typeof selectWhole>['execute']>>[number];

/** The entry of joined rows, one for each former version; none of no rows. */
function wholeOf(kind: AnyKind, ofEntry: readonly Row[]): WholeEntry[] {
  const [row] = ofEntry;
  if (!row) return [];
  const formerVersions = ofEntry.flatMap((each) => {
    if (each.replacedAt === null) return [];
    const former = {
      entry_id: each.entry_id,
      at: each.formerAt ?? 0,
      entered_at: each.formerEnteredAt ?? 0,
      time_zone: each.formerTimeZone ?? '',
      author: each.formerAuthor ?? '',
      author_id: each.formerAuthorId ?? '',
      version: each.formerVersion ?? 0,
      deleted_at: each.formerDeletedAt,
      fields: each.formerFields ?? '',
    };
    return [{ ...entryOf(kind, former), replacedAt: each.replacedAt }];
  });
  return [{ ...entryOf(kind, row), formerVersions }];
}
