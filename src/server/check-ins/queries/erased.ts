import { sql } from 'kysely';
import { eraseDeletedEntries } from '../../entries/queries/erased.ts';
import type { Database } from '../../platform/db/database.ts';

/** Erases the deleted check-ins that can no longer be restored, for all people. */
export async function eraseDeletedCheckIns(db: Database, now: number): Promise<void> {
  await eraseDeletedEntries(db, now, {
    kind: 'checkIn',
    table: 'check_ins',
    id: sql.ref<string>('day'),
    bytes: sql<number>`octet_length(notes)`,
  });
}
