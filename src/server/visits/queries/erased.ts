import { sql } from 'kysely';
import { eraseDeletedEntries } from '../../entries/queries/erased.ts';
import type { Database } from '../../platform/db/database.ts';

/** Erases the deleted visits that can no longer be restored, for all people. */
export async function eraseDeletedVisits(db: Database, now: number): Promise<void> {
  await eraseDeletedEntries(db, now, {
    kind: 'visit',
    table: 'visits',
    id: sql.ref<string>('visit_id'),
    bytes: sql<number>`octet_length(topics) + coalesce((
      select sum(octet_length(former)) from former_entries
      where former_entries.user_id = visits.user_id
      and former_entries.kind = 'visit' and former_entries.entry_id = visits.visit_id), 0)`,
  });
}
