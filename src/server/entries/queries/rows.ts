import type { AnyKind } from '../../../contract/kinds/kind.ts';
import type { Instant } from '../../../domain/zone.ts';
import { type Author, isPerson } from '../../identity/authors.ts';
import type { Database } from '../../platform/db/database.ts';
import { prepared } from '../../platform/db/prepared.ts';
import type { EntryValues } from '../../platform/db/tables.ts';
import { entryIdOf, type rowOf } from '../columns.ts';
import type { Numbered } from './select.ts';

/** Writes the rows of entries. */

/** A row of the table of entries. `changed`: the number of the change, if the mirror is on. */
type Row = ReturnType<typeof rowOf> & {
  readonly user_id: string;
  readonly kind: string;
  readonly number: number;
  readonly changed: number | null;
};

/** The columns that a save may change. */
const CHANGING = [
  'at',
  'entered_at',
  'time_zone',
  'author',
  'author_id',
  'version',
  'deleted_at',
  'fields',
] as const satisfies readonly (keyof EntryValues)[];

/** The columns that former entries have, too. */
const COLUMNS = ['user_id', 'kind', 'entry_id', ...CHANGING] as const;

/** Adds or replaces the rows of entries. */
export async function storeRows(trx: Database, rows: readonly Row[]): Promise<void> {
  await trx
    .insertInto('entries')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'kind', 'entry_id']).doUpdateSet((row) => {
        const replaced = [...CHANGING, 'changed' as const].map((column) => [
          column,
          row.ref(`excluded.${column}`),
        ]);
        return Object.fromEntries(replaced);
      }),
    )
    .execute();
}

/** Adds the row of a new entry. Returns no number if there is such an entry already. */
export const insertRow = prepared((trx, row: Row) =>
  trx
    .insertInto('entries')
    .values({
      user_id: row.user_id,
      kind: row.kind,
      entry_id: row.entry_id,
      number: row.number,
      changed: row.changed,
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

function idsOf(kind: AnyKind, entries: readonly Numbered[]): string[] {
  return entries.map(({ entry }) => entryIdOf(kind, entry));
}

/** Marks rows as deleted, or as not deleted if `deletedAt` is null. A change by the person takes them over. */
export async function setDeletedAt(
  trx: Database,
  kind: AnyKind,
  userId: string,
  entries: readonly Numbered[],
  {
    deletedAt,
    by,
    change,
  }: {
    readonly deletedAt: Instant | null;
    readonly by: Author;
    /** The number of the change, if the mirror is on. */
    readonly change: number | null;
  },
): Promise<void> {
  await trx
    .updateTable('entries')
    .set({ deleted_at: deletedAt, changed: change, ...(isPerson(by) && { author_id: '' }) })
    .where('user_id', '=', userId)
    .where('kind', '=', kind.name)
    .where('entry_id', 'in', idsOf(kind, entries))
    .execute();
}
