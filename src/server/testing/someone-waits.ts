import { sql } from 'kysely';
import { expect } from 'vitest';
import type { Database } from '../platform/db/database.ts';
import { eventually } from './eventually.ts';

/** On PostgreSQL: waits until another transaction waits for a lock that this transaction holds. */
export async function someoneWaits(trx: Database): Promise<void> {
  await eventually(async () => {
    const waiting = sql`select 1 from pg_locks
      where not granted and pg_backend_pid() = any(pg_blocking_pids(pid))`;
    expect((await waiting.execute(trx)).rows).not.toEqual([]);
  });
}
