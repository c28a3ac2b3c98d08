import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../platform/db/database.ts';
import { deleteForGood } from '../../platform/db/erasing.ts';
import { lockProfile } from '../../profile/queries/locked-profiles.ts';
import { RESTORABLE_MS } from './entries.ts';
import { countAdded } from './fair-use.ts';
import { FORMER_BYTES, type FormerKind } from './former-values.ts';

const ERASED_AT_ONCE = 500;

/** A table whose rows have `deleted_at`. */
interface Rows {
  readonly table: 'forms' | 'medications' | 'former_values';
  /** Identifies a row among those of a person. */
  readonly id: RawBuilder<string | number>;
  /** How many bytes a row counts towards the text of an account, without former values in other rows. */
  readonly bytes: RawBuilder<number>;
}

/** A kind of entry. `id` is also the `entry_id` of an entry's former values, which are erased with the entry. */
export interface ErasedKind extends Rows {
  readonly kind: FormerKind;
}

/** Erases deleted entries that can no longer be restored, of all people. */
export async function eraseDeletedEntries(
  db: Database,
  now: number,
  { kind, ...rows }: ErasedKind,
): Promise<void> {
  await eraseDeleted(db, now, rows, async (trx, userId, ids) => {
    // Count the rows that exist, not the versions: an imported entry may have a high version but few former values.
    const former = await trx
      .deleteFrom('former_values')
      .where('user_id', '=', userId)
      .where('entry_id', 'in', ids.map(String))
      .where('kind', '=', kind)
      .returning(FORMER.bytes.as('bytes'))
      .execute();
    return { entries: ids.length, textBytes: bytesOf(former) };
  });
}

const FORMER: Rows = {
  table: 'former_values',
  id: sql<string>`kind || ' ' || entry_id || ' ' || version`,
  bytes: sql<number>`${sql.lit(FORMER_BYTES)}`,
};

/**
 * Erases former values that were deleted and can no longer be restored. They exist because a person may enter a deleted
 * entry again, such as a half-hour of the diary. The deleted values then become former values.
 */
export async function eraseFormerOfDeleted(db: Database, now: number): Promise<void> {
  await eraseDeleted(db, now, FORMER, async () => ({ entries: 0, textBytes: 0 }));
}

/**
 * Erases deleted rows that can no longer be restored, of all people.
 *
 * @param eraseOthers erases the rows of other tables that belong to the rows with these ids. Resolves to how many of
 *   the ids are entries, and how many bytes the rows of the other tables counted towards the text of the account
 */
export async function eraseDeleted(
  db: Database,
  now: number,
  { table, id, bytes }: Rows,
  eraseOthers: (
    trx: Database,
    userId: string,
    ids: readonly (string | number)[],
  ) => Promise<{ readonly entries: number; readonly textBytes: number }>,
): Promise<void> {
  const limit = now - RESTORABLE_MS;
  for (;;) {
    const next = await db
      .selectFrom(table)
      .select('user_id as userId')
      .where('deleted_at', '<=', limit)
      .limit(1)
      .executeTakeFirst();
    if (!next) return;
    const { userId } = next;
    await deleteForGood(db, async (trx) => {
      // Lock the profile first, as a deletion of the account does: the same lock order prevents deadlocks.
      await lockProfile(trx, userId);
      const old = await trx
        .selectFrom(table)
        .select([id.as('id'), bytes.as('bytes')])
        .where('user_id', '=', userId)
        .where('deleted_at', '<=', limit)
        .limit(ERASED_AT_ONCE)
        .execute();
      const ids = old.map((row) => row.id);
      if (ids.length === 0) return false;
      const others = await eraseOthers(trx, userId, ids);
      await trx.deleteFrom(table).where('user_id', '=', userId).where(id, 'in', ids).execute();
      const textBytes = -bytesOf(old) - others.textBytes;
      const erased = { saved: 0, entries: -others.entries, textBytes };
      await countAdded(trx, userId, erased, { now, limits: undefined });
      return true;
    });
  }
}

function bytesOf(rows: readonly { readonly bytes: number }[]): number {
  return rows.reduce((sum, { bytes }) => sum + bytes, 0);
}
