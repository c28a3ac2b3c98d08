import { DAY_MS } from '../../../domain/zone.ts';
import type { Database } from '../../platform/db/database.ts';
import { deleteInParts } from '../../platform/db/delete-in-parts.ts';

/** How long a browser stays known after the last sign-in, as its cookie does. */
export const KNOWN_FOR_MS = 365 * DAY_MS;
/** The maximum number of known browsers of an account. */
const MOST_BROWSERS = 20;

/** Returns the one of these browsers that the account knows. Does the same work if there is no such account. */
export async function findBrowser(
  db: Database,
  userId: string,
  browserHashes: readonly string[],
  now: number,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('known_browsers')
    .select('browser_hash as browserHash')
    .where('user_id', '=', userId)
    .where('browser_hash', 'in', browserHashes)
    .where('last_used_at', '>', now - KNOWN_FOR_MS)
    .executeTakeFirst();
  return row?.browserHash;
}

/**
 * Adds a browser in which the owner has just signed in, or notes the sign-in if it is known already. If the account
 * then has more than `MOST_BROWSERS`, the one that was not used for the longest time goes. The caller has locked the
 * account.
 */
export async function keepBrowser(
  trx: Database,
  userId: string,
  browserHash: string,
  now: number,
): Promise<void> {
  await trx
    .insertInto('known_browsers')
    .values({
      user_id: userId,
      browser_hash: browserHash,
      last_used_at: now,
      first_used_at: now,
    })
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'browser_hash']).doUpdateSet({ last_used_at: now }),
    )
    .execute();
  const newest = trx
    .selectFrom('known_browsers')
    .select('browser_hash')
    .where('user_id', '=', userId)
    .orderBy('last_used_at', 'desc')
    .orderBy('browser_hash')
    .limit(MOST_BROWSERS);
  await trx
    .deleteFrom('known_browsers')
    .where('user_id', '=', userId)
    .where('browser_hash', 'not in', newest)
    .where('browser_hash', '!=', browserHash)
    .execute();
}

/** Makes one browser of an account unknown. @returns false if it was not known */
export async function forgetBrowser(
  trx: Database,
  userId: string,
  browserHash: string,
): Promise<boolean> {
  const forgotten = await trx
    .deleteFrom('known_browsers')
    .where('user_id', '=', userId)
    .where('browser_hash', '=', browserHash)
    .returning('browser_hash')
    .executeTakeFirst();
  return forgotten !== undefined;
}

/** True if the account still knows a browser that it knew at this time. */
export async function knowsBrowserSince(
  db: Database,
  userId: string,
  time: number,
): Promise<boolean> {
  const row = await db
    .selectFrom('known_browsers')
    .select('browser_hash')
    .where('user_id', '=', userId)
    .where('first_used_at', '<=', time)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Makes all browsers of an account unknown. */
export async function forgetBrowsersOf(db: Database, userId: string): Promise<void> {
  await db.deleteFrom('known_browsers').where('user_id', '=', userId).execute();
}

export async function findBrowsersOf(db: Database, userId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('known_browsers')
    .select('browser_hash as browserHash')
    .where('user_id', '=', userId)
    .execute();
  return rows.map(({ browserHash }) => browserHash);
}

/** Deletes the browsers whose cookies have expired. */
export async function deleteUnusedBrowsers(db: Database, now: number): Promise<void> {
  const unused = db
    .selectFrom('known_browsers')
    .select('browser_hash')
    .where('last_used_at', '<=', now - KNOWN_FOR_MS);
  await deleteInParts((limit) =>
    db
      .deleteFrom('known_browsers')
      .where('browser_hash', 'in', unused.limit(limit))
      .executeTakeFirstOrThrow(),
  );
}
