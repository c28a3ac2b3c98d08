import { sql } from 'kysely';
import type { Database } from '../../platform/db/database.ts';
import { eraseDeleted } from './erased.ts';

const KEY = sql<string>`kind || ' ' || entry_id`;
const BYTES = sql<number>`octet_length(fields)`;

/**
 * Erases entries and former entries that were deleted and can no longer be restored, of all kinds and people. A former
 * entry was deleted if the person entered it again afterwards, such as the check-in of a day.
 */
export async function eraseEntries(db: Database, now: number): Promise<void> {
  await eraseDeleted(
    db,
    now,
    { table: 'entries', id: KEY, bytes: BYTES },
    async (trx, userId, ids) => {
      const former = await trx
        .deleteFrom('former_entries')
        .where('user_id', '=', userId)
        .where(KEY, 'in', ids.map(String))
        .returning(BYTES.as('bytes'))
        .execute();
      const textBytes = former.reduce((sum, { bytes }) => sum + bytes, 0);
      return { entries: ids.length, textBytes };
    },
  );
  const id = sql<string>`kind || ' ' || entry_id || ' ' || version`;
  await eraseDeleted(db, now, { table: 'former_entries', id, bytes: BYTES }, async () => {
    return { entries: 0, textBytes: 0 };
  });
}
