import { sql } from 'kysely';
import { onTestFinished } from 'vitest';
import type { Database } from '../platform/db/database.ts';

/**
 * Lets a SQLite file grow by only a few pages, like a disk that is nearly full. The returned function removes the
 * limit. If it is not called, the limit ends with the test.
 */
export async function fillDisk(db: Database): Promise<() => Promise<void>> {
  const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(db);
  await sql`pragma max_page_count = ${sql.lit((rows[0]?.page_count ?? 0) + 4)}`.execute(db);
  const empty = async () => {
    await sql`pragma max_page_count = 1000000000`.execute(db);
  };
  onTestFinished(empty);
  return empty;
}

/**
 * Makes writes need more room than `fillDisk` leaves. Without this, a small row may still fit.
 *
 * @param writes the events of SQL triggers, such as 'insert on activity'
 */
export async function enlarge(db: Database, writes: readonly string[]): Promise<void> {
  await sql`create table if not exists room (bytes blob)`.execute(db);
  for (const write of writes) {
    const name = sql.id(`room for ${write}`);
    const trigger = sql`create trigger ${name} before ${sql.raw(write)}`;
    const taking = sql`insert into room values (zeroblob(1000000));`;
    await sql`${trigger} begin ${taking} end`.execute(db);
    onTestFinished(async () => {
      await sql`drop trigger ${name}`.execute(db);
    });
  }
}
