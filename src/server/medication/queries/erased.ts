import { sql } from 'kysely';
import { type ErasedKind, eraseDeletedEntries } from '../../entries/queries/erased.ts';
import type { Database } from '../../platform/db/database.ts';

const KINDS: readonly ErasedKind[] = [
  {
    kind: 'medication',
    table: 'medications',
    id: sql<string>`medication_id || ' ' || from_date`,
    bytes: sql<number>`octet_length(name) + octet_length(unit) + octet_length(form)`,
  },
];

/** Erases the deleted versions of medications that can no longer be restored, for all people. */
export async function eraseDeletedMedication(db: Database, now: number): Promise<void> {
  for (const kind of KINDS) await eraseDeletedEntries(db, now, kind);
}
