import type { RawBuilder } from 'kysely';
import type { Database } from '../../platform/db/database.ts';
import { deleteForGood } from '../../platform/db/erasing.ts';
import { lockProfile } from '../../profile/queries/locked-profiles.ts';
import { RESTORABLE_MS } from './entries.ts';
import { countAdded } from './fair-use.ts';

const ERASED_AT_ONCE = 500;

/**
 * Erases deleted forms that can no longer be restored, of all people, and what belongs to them.
 *
 * @param bytes how many bytes a form counts towards the text of its account
 */
export async function eraseDeleted(
  db: Database,
  now: number,
  bytes: RawBuilder<number>,
): Promise<void> {
  const limit = now - RESTORABLE_MS;
  for (;;) {
    const next = await db
      .selectFrom('forms')
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
        .selectFrom('forms')
        .select(['form_number as id', bytes.as('bytes')])
        .where('user_id', '=', userId)
        .where('deleted_at', '<=', limit)
        .limit(ERASED_AT_ONCE)
        .execute();
      const ids = old.map((row) => row.id);
      if (ids.length === 0) return false;
      await trx
        .deleteFrom('forms')
        .where('user_id', '=', userId)
        .where('form_number', 'in', ids)
        .execute();
      const textBytes = -old.reduce((sum, row) => sum + row.bytes, 0);
      const erased = { saved: 0, entries: -ids.length, textBytes };
      await countAdded(trx, userId, erased, { now, limits: undefined });
      return true;
    });
  }
}
