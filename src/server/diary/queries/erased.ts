import { sql } from 'kysely';
import { eraseDeletedEntries } from '../../entries/queries/erased.ts';
import type { Database } from '../../platform/db/database.ts';

/** Erases the deleted half-hours of the diary that can no longer be restored, for all people. */
export async function eraseDeletedDiary(db: Database, now: number): Promise<void> {
  await eraseDeletedEntries(db, now, {
    kind: 'diary',
    table: 'diary_entries',
    id: sql<string>`cast(slot as text)`,
    bytes: sql<number>`0`,
  });
}
