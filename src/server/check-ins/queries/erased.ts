import { sql } from 'kysely';
import { eraseDeletedEntries } from '../../entries/queries/erased.ts';
import type { Database } from '../../platform/db/database.ts';

/** Erases the deleted check-ins that can no longer be restored, for all people. */
export async function eraseDeletedCheckIns(db: Database, now: number): Promise<void> {
  await eraseDeletedEntries(db, now, {
    kind: 'checkIn',
    table: 'check_ins',
    id: sql.ref<string>('day'),
    bytes: sql<number>`octet_length(notes) + coalesce((
      select sum(octet_length(former)) from former_entries
      where former_entries.user_id = check_ins.user_id
      and former_entries.kind = 'checkIn' and former_entries.entry_id = check_ins.day), 0)`,
  });
}
