import { sql } from 'kysely';
import type { Database } from './database.ts';

/**
 * Counts a try and tells how many there were in a row with it, the last at most `windowMs` before.
 * Once `max` is passed, further tries no longer push the end of the window away.
 *
 * One statement, so that tries at once, through any number of processes, are each counted.
 */
export async function countAttempt(
  db: Database,
  key: string,
  limit: { max: number; windowMs: number },
  now: number,
): Promise<number> {
  const over = now - limit.windowMs;
  const { count } = await db
    .insertInto('attempts')
    .values({ limit_key: key, count: 1, last_at: now })
    .onConflict((conflict) =>
      conflict.column('limit_key').doUpdateSet({
        count: sql<number>`case when attempts.last_at <= ${over} then 1 else attempts.count + 1 end`,
        last_at: sql<number>`case when attempts.last_at > ${over} and attempts.count >= ${limit.max} then attempts.last_at else excluded.last_at end`,
      }),
    )
    .returning('count')
    .executeTakeFirstOrThrow();
  return count;
}

/** Takes a counted try back. */
export async function forgetAttempt(db: Database, key: string): Promise<void> {
  await db
    .updateTable('attempts')
    .set((row) => ({ count: row('count', '-', 1) }))
    .where('limit_key', '=', key)
    .where('count', '>', 0)
    .execute();
}

export async function deleteOldAttempts(db: Database, before: number): Promise<void> {
  await db.deleteFrom('attempts').where('last_at', '<', before).execute();
}
