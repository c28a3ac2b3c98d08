import { sql } from 'kysely';
import type { Instant } from '../../../domain/zone.ts';
import type { Database } from '../../platform/db/database.ts';
import { deleteForGood } from '../../platform/db/erasing.ts';
import { lockProfile } from '../../profile/queries/locked-profiles.ts';
import { RESTORABLE_MS } from './entries.ts';
import { countAdded } from './fair-use.ts';

const ERASED_AT_ONCE = 500;
const BYTES = sql<number>`octet_length(fields)`;

type Table = 'entries' | 'former_entries';

/**
 * Erases entries and former entries that were deleted and can no longer be restored, of all kinds and people. A former
 * entry was deleted if the person entered it again afterwards, such as the check-in of a day. Of an entry that the
 * spreadsheet may still show, the row stays, without values, until the mirror has emptied its cells.
 */
export async function eraseEntries(db: Database, now: Instant): Promise<void> {
  for (const table of ['entries', 'former_entries'] as const) {
    for (;;) {
      const next = await selectOld(db, table, now).select('user_id as userId').executeTakeFirst();
      if (!next) break;
      await deleteForGood(db, (trx) => eraseSome(trx, table, next.userId, now));
    }
  }
}

/** `fields` of an entry whose values are erased. */
const ERASED = '{}';

/** Whether the spreadsheet may still show a deleted entry. */
const IS_SHOWN = sql<boolean>`exists (
  select 1 from spreadsheets
  where spreadsheets.user_id = entries.user_id and is_on = 1 and written < changed
)`;

function selectOld(db: Database, table: Table, now: Instant) {
  return db
    .selectFrom(table)
    .where('deleted_at', '<=', now - RESTORABLE_MS)
    .$if(table === 'entries', (query) =>
      query.where((row) => row.or([row('fields', '!=', ERASED), row.not(IS_SHOWN)])),
    )
    .limit(ERASED_AT_ONCE);
}

/** @returns false if there is nothing to erase any more */
async function eraseSome(
  trx: Database,
  table: Table,
  userId: string,
  now: Instant,
): Promise<boolean> {
  // Lock the spreadsheet and then the profile, as the mirror and a deletion of the account do: the same lock order
  // prevents deadlocks.
  await lockSpreadsheet(trx, userId);
  await lockProfile(trx, userId);
  if (table === 'entries') await writeDaysAgain(trx, userId, now);
  const old = await selectOld(trx, table, now)
    .select(['kind', 'entry_id as id', BYTES.as('bytes')])
    .where('user_id', '=', userId)
    .execute();
  if (old.length === 0) return false;
  let bytes = 0;
  let entries = 0;
  for (const [kind, some] of Map.groupBy(old, (each) => each.kind)) {
    const which = { userId, kind, ids: some.map(({ id }) => id) };
    if (table === 'entries') {
      const { emptied, deleted } = await eraseRows(trx, which);
      bytes += sumOf(some) - emptied * ERASED.length;
      entries += deleted;
    }
    const limit = table === 'former_entries' ? now - RESTORABLE_MS : undefined;
    bytes += await eraseFormer(trx, which, limit);
  }
  const erased = { saved: 0, entries: -entries, textBytes: -bytes };
  await countAdded(trx, userId, erased, { now, limits: undefined });
  return true;
}

/** Locks the row of a person's spreadsheet, if there is one, until the transaction ends. */
async function lockSpreadsheet(trx: Database, userId: string): Promise<void> {
  await trx
    .updateTable('spreadsheets')
    .set((row) => ({ setbacks: row.ref('setbacks') }))
    .where('user_id', '=', userId)
    .execute();
}

/**
 * Has the mirror write the cells of all days again if it has not yet written a deletion whose entry is erased now: the
 * entry then no longer tells for which days it was.
 */
async function writeDaysAgain(trx: Database, userId: string, now: Instant): Promise<void> {
  await trx
    .updateTable('spreadsheets')
    .set((row) => ({ days_from: 0, setbacks: row('setbacks', '+', 1) }))
    .where('user_id', '=', userId)
    .where('is_on', '=', 1)
    .where(({ exists }) =>
      exists(
        selectOld(trx, 'entries', now)
          .select('user_id')
          .where('entries.user_id', '=', userId)
          .where('fields', '!=', ERASED)
          .where(IS_SHOWN),
      ),
    )
    .execute();
}

interface Which {
  readonly userId: string;
  readonly kind: string;
  readonly ids: readonly string[];
}

/** Deletes entries, or only their values if the spreadsheet may still show them. */
async function eraseRows(trx: Database, { userId, kind, ids }: Which) {
  const emptied = await trx
    .updateTable('entries')
    .set({ fields: ERASED, author: 'self', author_id: '' })
    .where('user_id', '=', userId)
    .where('kind', '=', kind)
    .where('entry_id', 'in', ids)
    .where(IS_SHOWN)
    .returning('number')
    .execute();
  const deleted = await trx
    .deleteFrom('entries')
    .where('user_id', '=', userId)
    .where('kind', '=', kind)
    .where('entry_id', 'in', ids)
    .where(({ not }) => not(IS_SHOWN))
    .returning('number')
    .execute();
  return { emptied: emptied.length, deleted: deleted.length };
}

/**
 * @param limit erases only rows that were deleted at this time or before it
 * @returns the bytes that the rows counted towards the text of the account
 */
async function eraseFormer(
  trx: Database,
  { userId, kind, ids }: Which,
  limit: Instant | undefined,
): Promise<number> {
  const rows = await trx
    .deleteFrom('former_entries')
    .where('user_id', '=', userId)
    .where('kind', '=', kind)
    .where('entry_id', 'in', ids)
    .$if(limit !== undefined, (query) => query.where('deleted_at', '<=', limit ?? 0))
    .returning(BYTES.as('bytes'))
    .execute();
  return sumOf(rows);
}

function sumOf(rows: readonly { readonly bytes: number }[]): number {
  return rows.reduce((sum, { bytes }) => sum + bytes, 0);
}
