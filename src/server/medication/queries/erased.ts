import { type RawBuilder, sql } from 'kysely';
import { type ErasedKind, eraseDeletedEntries } from '../../entries/queries/erased.ts';
import { FORMER_BYTES, type FormerKind } from '../../entries/queries/former-entries.ts';
import type { Database } from '../../platform/db/database.ts';

const KINDS: readonly ErasedKind[] = [
  {
    kind: 'dose',
    table: 'doses',
    id: sql.ref<string>('dose_id'),
    bytes: sql<number>`octet_length(name) + octet_length(unit) + ${formerBytes('dose', sql`doses.user_id`, sql`dose_id`)}`,
  },
  {
    kind: 'medication',
    table: 'medications',
    id: sql<string>`medication_id || ' ' || from_date`,
    bytes: sql<number>`octet_length(name) + octet_length(unit) + octet_length(form)
      + ${formerBytes('medication', sql`medications.user_id`, sql`medication_id || ' ' || from_date`)}`,
  },
];

/** What an entry's stored former values count. An imported entry may have a higher version and fewer of them. */
function formerBytes(kind: FormerKind, userId: RawBuilder<unknown>, id: RawBuilder<unknown>) {
  return sql<number>`${sql.lit(FORMER_BYTES)} * (
    select count(*) from former_entries
    where former_entries.user_id = ${userId}
    and former_entries.kind = ${sql.lit(kind)}
    and former_entries.entry_id = ${id})`;
}

/** Erases the deleted doses and versions of medications that can no longer be restored, for all people. */
export async function eraseDeletedMedication(db: Database, now: number): Promise<void> {
  for (const kind of KINDS) await eraseDeletedEntries(db, now, kind);
}
