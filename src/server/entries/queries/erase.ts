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
 * entry was deleted if the person entered it again afterwards, such as the check-in of a day.
 */
export async function eraseEntries(db: Database, now: Instant): Promise<void> {
  for (const table of ['entries', 'former_entries'] as const) {
    for (;;) {
      const next = await db
        .selectFrom(table)
        .select('user_id as userId')
        .where('deleted_at', '<=', now - RESTORABLE_MS)
        .limit(1)
        .executeTakeFirst();
      if (!next) break;
      await deleteForGood(db, (trx) => eraseSome(trx, table, next.userId, now));
    }
  }
}

/** @returns false if there is nothing to erase any more */
async function eraseSome(
  trx: Database,
  table: Table,
  userId: string,
  now: Instant,
): Promise<boolean> {
  const limit = now - RESTORABLE_MS;
  // Lock the profile first, as a deletion of the account does: the same lock order prevents deadlocks.
  await lockProfile(trx, userId);
  const old = await trx
    .selectFrom(table)
    .select(['kind', 'entry_id as id'])
    .where('user_id', '=', userId)
    .where('deleted_at', '<=', limit)
    .limit(ERASED_AT_ONCE)
    .execute();
  if (old.length === 0) return false;
  let bytes = 0;
  for (const [kind, some] of Map.groupBy(old, (each) => each.kind)) {
    const ids = some.map(({ id }) => id);
    bytes += await erase(trx, table, { userId, kind, ids, limit });
    if (table === 'entries') bytes += await erase(trx, 'former_entries', { userId, kind, ids });
  }
  const entries = table === 'entries' ? old.length : 0;
  const erased = { saved: 0, entries: -entries, textBytes: -bytes };
  await countAdded(trx, userId, erased, { now, limits: undefined });
  return true;
}

/** @returns the bytes that the rows counted towards the text of the account */
async function erase(
  trx: Database,
  table: Table,
  {
    userId,
    kind,
    ids,
    limit,
  }: {
    readonly userId: string;
    readonly kind: string;
    readonly ids: readonly string[];
    /** Erases only rows that were deleted at this time or before it. */
    readonly limit?: Instant;
  },
): Promise<number> {
  const rows = await trx
    .deleteFrom(table)
    .where('user_id', '=', userId)
    .where('kind', '=', kind)
    .where('entry_id', 'in', ids)
    .$if(limit !== undefined, (query) => query.where('deleted_at', '<=', limit ?? 0))
    .returning(BYTES.as('bytes'))
    .execute();
  return rows.reduce((sum, row) => sum + row.bytes, 0);
}
