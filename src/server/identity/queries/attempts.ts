import { sql } from 'kysely';
import type { RateLimit } from '../../limits.ts';
import type { Database } from '../../platform/db/database.ts';
import { deleteInParts } from '../../platform/db/delete-in-parts.ts';

/** A key, and the limit of the attempts that it counts. */
export interface LimitedKey {
  readonly key: string;
  readonly limit: RateLimit;
}

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
  return await db.transaction().execute((trx) => countAttemptIn(trx, key, limit, now, times));
}

/**
 * Counts an attempt for each of these keys, or for none if one of them has reached its limit. Callers list keys of the
 * same kind in the same order: the same lock order prevents deadlocks.
 *
 * @returns the first key that has reached its limit, if any
 */
export async function countForAll<Key extends LimitedKey>(
  db: Database,
  keys: readonly Key[],
  now: number,
): Promise<Key | undefined> {
  return await db.transaction().execute((trx) => countForAllIn(trx, keys, now));
}

/** `countForAll` in the caller's transaction. */
export async function countForAllIn<Key extends LimitedKey>(
  trx: Database,
  keys: readonly Key[],
  now: number,
): Promise<Key | undefined> {
  const held: (readonly [Key, number[]])[] = [];
  for (const each of keys) {
    const tries = counting(await lockTries(trx, each.key, now), each.limit, now);
    if (exceeds(each.limit, tries, 1)) return each;
    held.push([each, tries]);
  }
  for (const [{ key, limit }, tries] of held) await writeTries(trx, key, [...tries, now], limit);
  return undefined;
}

/** Counts an attempt in the caller's transaction. @returns whether the attempt is allowed */
export async function countAttemptIn(
  trx: Database,
  key: string,
  limit: RateLimit,
  now: number,
  times = 1,
): Promise<boolean> {
  const tries = counting(await lockTries(trx, key, now), limit, now);
  if (exceeds(limit, tries, times)) return false;
  await writeTries(trx, key, [...tries, ...Array.from({ length: times }, () => now)], limit);
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
  return (await findExhausted(db, [{ key, limit }], now, times)) !== undefined;
}

/** Returns the first of these keys at which an attempt would exceed the limit. Counts nothing. */
export async function findExhausted<Key extends LimitedKey>(
  db: Database,
  keys: readonly Key[],
  now: number,
  times = 1,
): Promise<Key | undefined> {
  const rows = await db
    .selectFrom('attempts')
    .select(['limit_key as key', 'tries'])
    .where(
      'limit_key',
      'in',
      keys.map(({ key }) => key),
    )
    .execute();
  const triesOf = new Map(rows.map(({ key, tries }) => [key, JSON.parse(tries) as number[]]));
  return keys.find(({ key, limit }) =>
    exceeds(limit, counting(triesOf.get(key) ?? [], limit, now), times),
  );
}

function exceeds({ max }: RateLimit, tries: readonly number[], times: number): boolean {
  return tries.length + times > max;
}

function counting(tries: readonly number[], { windowMs }: RateLimit, now: number): number[] {
  return tries.filter((at) => at > now - windowMs);
}

/** Un-counts an attempt that succeeded or was not made. */
export async function forgetAttempt(
  db: Database,
  keys: readonly LimitedKey[],
  at: number,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    for (const { key, limit } of keys) {
      const tries = await lockTries(trx, key, at);
      const index = tries.indexOf(at);
      if (index >= 0) await writeTries(trx, key, tries.toSpliced(index, 1), limit);
    }
  });
}

/**
 * Counts an attempt that was made although its limit may be reached. It counts until it leaves the window, like any
 * other.
 *
 * @returns how many attempts count now
 */
export async function countAnyway(
  trx: Database,
  key: string,
  limit: RateLimit,
  now: number,
): Promise<number> {
  const tries = [...counting(await lockTries(trx, key, now), limit, now), now];
  await writeTries(trx, key, tries, limit);
  return tries.length;
}

/** How many attempts of a key count at a time. */
export async function attemptsOf(
  db: Database,
  { key, limit }: LimitedKey,
  now: number,
): Promise<number> {
  const row = await db
    .selectFrom('attempts')
    .select('tries')
    .where('limit_key', '=', key)
    .executeTakeFirst();
  return counting(row ? JSON.parse(row.tries) : [], limit, now).length;
}

/**
 * Locks a key's row until the transaction ends and returns the times of its attempts. Parallel attempts are thus all
 * counted, in any number of processes.
 */
export async function lockTries(trx: Database, key: string, now: number): Promise<number[]> {
  const { tries } = await trx
    .insertInto('attempts')
    .values({ limit_key: key, tries: '[]', expires_at: now })
    // A no-op UPDATE, which locks the row on both engines.
    .onConflict((conflict) =>
      conflict
        .column('limit_key')
        .doUpdateSet((row) => ({ expires_at: row.ref('attempts.expires_at') })),
    )
    .returning('tries')
    .executeTakeFirstOrThrow();
  return JSON.parse(tries);
}

/** Stores the times of the attempts of a key that `lockTries` has locked. They may lie ahead. */
export async function writeTries(
  trx: Database,
  key: string,
  tries: readonly number[],
  { windowMs }: RateLimit,
): Promise<void> {
  await trx
    .updateTable('attempts')
    .set({ tries: JSON.stringify(tries), expires_at: Math.max(0, ...tries) + windowMs })
    .where('limit_key', '=', key)
    .execute();
}

/** The most rows that `deleteOldAttempts` leaves, about 40 MB. */
const MOST_ROWS = 200_000;

/**
 * Deletes the rows whose attempts have all left their windows. Wrong passwords for made-up addresses count for 30 days,
 * so rows beyond `most` go too. Those with the fewest attempts go first, so that nobody can restore the budget of an
 * address this way without as many attempts on each of `most` others.
 */
export async function deleteOldAttempts(
  db: Database,
  now: number,
  most = MOST_ROWS,
): Promise<void> {
  const rows = db.selectFrom('attempts').select('limit_key');
  const deleteSome = async (some: typeof rows) =>
    await db.deleteFrom('attempts').where('limit_key', 'in', some).executeTakeFirstOrThrow();
  const old = rows.where('expires_at', '<=', now);
  await deleteInParts((limit) => deleteSome(old.limit(limit)));
  const surplus = rows.orderBy(sql`length(tries)`, 'desc').orderBy('limit_key').offset(most);
  await deleteInParts((limit) => deleteSome(surplus.limit(limit)));
}
