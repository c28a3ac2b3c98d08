import { sql } from 'kysely';
import { RESTORABLE_MS } from '../../entries/queries/entries.ts';
import { countAdded } from '../../entries/queries/fair-use.ts';
import { FORMER_BYTES } from '../../entries/queries/former-entries.ts';
import type { Database } from '../../platform/db/database.ts';
import { deleteForGood } from '../../platform/db/erasing.ts';
import { lockProfile } from '../../profile/queries/locked-profiles.ts';

const ERASED_AT_ONCE = 500;

const KINDS = [
  {
    kind: 'dose',
    table: 'doses',
    id: sql.ref<string>('dose_id'),
    bytes: sql<number>`octet_length(name) + octet_length(unit) + (version - 1) * ${sql.lit(FORMER_BYTES)}`,
  },
  {
    kind: 'medication',
    table: 'medications',
    id: sql<string>`medication_id || ' ' || from_date`,
    bytes: sql<number>`octet_length(name) + octet_length(unit) + octet_length(form) + (version - 1) * ${sql.lit(FORMER_BYTES)}`,
  },
] as const;

/** Erases the doses and versions of medications of all people that can no longer be restored. */
export async function eraseDeletedMedication(db: Database, now: number): Promise<void> {
  const limit = now - RESTORABLE_MS;
  for (const { kind, table, id, bytes } of KINDS) {
    for (;;) {
      const next = await db
        .selectFrom(table)
        .select('user_id as userId')
        .where('deleted_at', '<=', limit)
        .limit(1)
        .executeTakeFirst();
      if (!next) break;
      await deleteForGood(db, async (trx) => {
        // Without the lock, a deletion of the account would lock the rows in another order.
        await lockProfile(trx, next.userId);
        const old = await trx
          .selectFrom(table)
          .select([id.as('id'), bytes.as('bytes')])
          .where('user_id', '=', next.userId)
          .where('deleted_at', '<=', limit)
          .limit(ERASED_AT_ONCE)
          .execute();
        const ids = old.map((row) => row.id);
        if (ids.length === 0) return false;
        for (const [from, key] of [
          ['former_entries', sql.ref<string>('entry_id')],
          [table, id],
        ] as const) {
          await trx
            .deleteFrom(from)
            .where('user_id', '=', next.userId)
            .where(key, 'in', ids)
            .$if(from === 'former_entries', (query) => query.where(sql.ref('kind'), '=', kind))
            .execute();
        }
        const textBytes = -old.reduce((sum, row) => sum + row.bytes, 0);
        const erased = { saved: 0, entries: -ids.length, textBytes };
        await countAdded(trx, next.userId, erased, { now, limits: undefined });
        return true;
      });
    }
  }
}
