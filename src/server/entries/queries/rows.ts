import type { AnyKind } from '../../../contract/kinds/kind.ts';
import type { Instant } from '../../../domain/zone.ts';
import { type Author, isPerson } from '../../identity/authors.ts';
import type { Database } from '../../platform/db/database.ts';
import { prepared } from '../../platform/db/prepared.ts';
import type { EntryValues } from '../../platform/db/tables.ts';
import { entryIdOf, type rowOf } from '../columns.ts';
import type { Numbered } from './select.ts';

/** Writes the rows of entries. */

/**
 * Adds or replaces the rows of entries.
 *
 * @param rows those of the entries, in the same order
 */
export async function storeRows(
  trx: Database,
  kind: AnyKind,
  userId: string,
  entries: readonly Numbered[],
  rows: readonly ReturnType<typeof rowOf>[],
): Promise<void> {
  const numbers = entries.map(({ number }) => number);
  await trx
    .insertInto('entries')
    .values(
      rows.map((row, index) => {
        return { user_id: userId, kind: kind.name, number: numbers[index] ?? 0, ...row };
      }),
    )
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'kind', 'entry_id']).doUpdateSet((row) => ({
        at: row.ref('excluded.at'),
        entered_at: row.ref('excluded.entered_at'),
        time_zone: row.ref('excluded.time_zone'),
        author: row.ref('excluded.author'),
        author_id: row.ref('excluded.author_id'),
        version: row.ref('excluded.version'),
        deleted_at: row.ref('excluded.deleted_at'),
        fields: row.ref('excluded.fields'),
      })),
    )
    .execute();
}

type Row = ReturnType<typeof rowOf> & { user_id: string; kind: string; number: number };

/** Adds the row of a new entry. Returns no number if there is such an entry already. */
export const insertRow = prepared((trx, row: Row) =>
  trx
    .insertInto('entries')
    .values({
      user_id: row.user_id,
      kind: row.kind,
      entry_id: row.entry_id,
      number: row.number,
      at: row.at,
      entered_at: row.entered_at,
      time_zone: row.time_zone,
      author: row.author,
      author_id: row.author_id,
      version: row.version,
      deleted_at: row.deleted_at,
      fields: row.fields,
    })
    .onConflict((conflict) => conflict.columns(['user_id', 'kind', 'entry_id']).doNothing())
    .returning('number'),
);

/** Copies rows to the former ones, before a change replaces them. */
export async function addFormer(
  trx: Database,
  kind: AnyKind,
  userId: string,
  replaced: readonly Numbered[],
  now: Instant,
): Promise<void> {
  if (replaced.length === 0) return;
  // The rows are copied as they are, so that they count as much as before.
  await trx
    .insertInto('former_entries')
    .columns([...COLUMNS, 'replaced_at'])
    .expression((row) =>
      row
        .selectFrom('entries')
        .select([...COLUMNS, row.val(now).as('replaced_at')])
        .where('user_id', '=', userId)
        .where('kind', '=', kind.name)
        .where('entry_id', 'in', idsOf(kind, replaced)),
    )
    .execute();
}

const COLUMNS = [
  'user_id',
  'kind',
  'entry_id',
  'at',
  'entered_at',
  'time_zone',
  'author',
  'author_id',
  'version',
  'deleted_at',
  'fields',
] as const satisfies readonly (keyof EntryValues)[];

function idsOf(kind: AnyKind, entries: readonly Numbered[]): string[] {
  return entries.map(({ entry }) => entryIdOf(kind, entry));
}

/** Marks rows as deleted, or as not deleted if `deletedAt` is null. A change by the person takes them over. */
export async function setDeletedAt(
  trx: Database,
  kind: AnyKind,
  userId: string,
  entries: readonly Numbered[],
  { deletedAt, by }: { readonly deletedAt: Instant | null; readonly by: Author },
): Promise<void> {
  await trx
    .updateTable('entries')
    .set({ deleted_at: deletedAt, ...(isPerson(by) && { author_id: '' }) })
    .where('user_id', '=', userId)
    .where('kind', '=', kind.name)
    .where('entry_id', 'in', idsOf(kind, entries))
    .execute();
}
