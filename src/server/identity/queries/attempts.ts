import type { RateLimit } from '../../limits.ts';
import type { Database } from '../../platform/db/database.ts';
import { deleteInParts } from '../../platform/db/delete-in-parts.ts';

/**
 * Counts an attempt, unless the limit is reached. A refused attempt only reads, so that refused requests do
 * not queue for the write lock with people's saves.
 *
 * @param times how many times the attempt counts
 * @returns whether the attempt is allowed
 */
export async function countAttempt(
  db: Database,
  key: string,
  limit: RateLimit,
  now: number,
  times = 1,
): Promise<boolean> {
  if (await isExhausted(db, key, limit, now, times)) return false;
  return await countLocked(db, key, limit, now, times);
}

/** Like `countAttempt`, for a key that the caller has just checked with `isExhausted`. */
export async function countLocked(
  db: Database,
  ...attempt: [key: string, limit: RateLimit, now: number, times?: number]
): Promise<boolean> {
  return await db.transaction().execute((trx) => countAttemptIn(trx, ...attempt));
}

/**
 * `countLocked` in the caller's transaction. It locks the key's row, so that parallel attempts are all counted,
 * in any number of processes.
 */
export async function countAttemptIn(
  trx: Database,
  key: string,
  limit: RateLimit,
  now: number,
  times = 1,
): Promise<boolean> {
  const tries = counting(await lockTries(trx, key, now), limit, now);
  if (exceeds(limit, tries, times)) return false;
  await writeTries(trx, key, [...tries, ...Array.from({ length: times }, () => now)]);
  return true;
}

/** True if an attempt that counts `times` times would exceed the limit. Counts nothing. */
export async function isExhausted(
  db: Database,
  key: string,
  limit: RateLimit,
  now: number,
  times = 1,
): Promise<boolean> {
  const row = await db
    .selectFrom('attempts')
    .select('tries')
    .where('limit_key', '=', key)
    .executeTakeFirst();
  const tries = counting(row ? JSON.parse(row.tries) : [], limit, now);
  return exceeds(limit, tries, times);
}

function exceeds({ max }: RateLimit, tries: readonly number[], times: number): boolean {
  return tries.length + times > max;
}

function counting(tries: readonly number[], { windowMs }: RateLimit, now: number): number[] {
  return tries.filter((at) => at > now - windowMs);
}

/** Un-counts an attempt that succeeded or was not made. */
export async function forgetAttempt(db: Database, key: string, at: number): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const tries = await lockTries(trx, key, at);
    const index = tries.indexOf(at);
    if (index >= 0) await writeTries(trx, key, tries.toSpliced(index, 1));
  });
}

/** Locks a key's row until the transaction ends and returns the times of its attempts. */
export async function lockTries(trx: Database, key: string, now: number): Promise<number[]> {
  const { tries } = await trx
    .insertInto('attempts')
    .values({ limit_key: key, tries: '[]', last_at: now })
    .onConflict((conflict) => conflict.column('limit_key').doUpdateSet({ last_at: now }))
    .returning('tries')
    .executeTakeFirstOrThrow();
  return JSON.parse(tries);
}

async function writeTries(trx: Database, key: string, tries: readonly number[]): Promise<void> {
  await trx
    .updateTable('attempts')
    .set({ tries: JSON.stringify(tries) })
    .where('limit_key', '=', key)
    .execute();
}

export async function deleteOldAttempts(db: Database, before: number): Promise<void> {
  const old = db.selectFrom('attempts').select('limit_key').where('last_at', '<', before);
  await deleteInParts((limit) =>
    db.deleteFrom('attempts').where('limit_key', 'in', old.limit(limit)).executeTakeFirstOrThrow(),
  );
}
