import { sql } from 'kysely';
import { eraseDeletedEntries } from '../../entries/queries/erased.ts';
import type { Database } from '../../platform/db/database.ts';

/** Erases the deleted visits that can no longer be restored, for all people. */
export async function eraseDeletedVisits(db: Database, now: number): Promise<void> {
  await eraseDeletedEntries(db, now, {
    kind: 'visit',
    table: 'visits',
    id: sql.ref<string>('visit_id'),
    bytes: sql<number>`octet_length(topics)`,
  });
}
