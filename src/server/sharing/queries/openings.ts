import { MAX_WRONG_PASSCODES, shareState } from '../../../domain/share.ts';
import { DAY_MS, type Instant } from '../../../domain/zone.ts';
import { addActivity, LINK } from '../../identity/queries/activity.ts';
import { lockAccount } from '../../identity/queries/locked-accounts.ts';
import { findOpenable, type OpenableShare } from '../../identity/queries/readers.ts';
import type { Database } from '../../platform/db/database.ts';

/**
 * The maximum number of stored openings of a link. It exceeds the number allowed in a day, because each opening is also
 * the session of a reader, which lasts a day.
 */
const MOST_OPENINGS = 100;

/**
 * Counts a passcode as wrong before it is checked, so that even parallel tries cannot exceed `MAX_WRONG_PASSCODES`.
 * `forgiveTry` undoes the count.
 *
 * @returns false if the link is locked
 */
export async function countTry(db: Database, { userId, shareId }: OpenableShare): Promise<boolean> {
  const counted = await db
    .updateTable('shares')
    .set((row) => ({ wrong_passcodes: row('wrong_passcodes', '+', 1) }))
    .where('user_id', '=', userId)
    .where('share_id', '=', shareId)
    .where('wrong_passcodes', '<', MAX_WRONG_PASSCODES)
    .returning('share_id')
    .executeTakeFirst();
  return counted !== undefined;
}

/** Uncounts a try, because the passcode was right or could not be checked. */
export async function forgiveTry(db: Database, { userId, shareId }: OpenableShare): Promise<void> {
  await db
    .updateTable('shares')
    .set((row) => ({ wrong_passcodes: row('wrong_passcodes', '-', 1) }))
    .where('user_id', '=', userId)
    .where('share_id', '=', shareId)
    .execute();
}

/**
 * Records that a link was opened, and starts the reader's session, unless the link has ended since it was found.
 *
 * @param mostADay how often a link may be opened in 24 hours
 */
export async function addOpening(
  db: Database,
  { userId, shareId }: OpenableShare,
  tokenHash: string,
  mostADay: number,
  now: Instant,
): Promise<'opened' | 'shareEnded' | 'tooManyAttempts'> {
  return await db.transaction().execute(async (trx) => {
    if (!(await lockAccount(trx, userId))) return 'shareEnded';
    const share = await findOpenable(trx, shareId);
    if (!share || shareState(share, now) !== 'live') return 'shareEnded';
    const openings = trx
      .selectFrom('share_openings')
      .where('user_id', '=', userId)
      .where('share_id', '=', shareId);
    const { count } = await openings
      .select((row) => row.fn.countAll<number | string>().as('count'))
      .where('opened_at', '>', now - DAY_MS)
      .executeTakeFirstOrThrow();
    if (Number(count) >= mostADay) return 'tooManyAttempts';
    const newest = openings
      .select('token_hash')
      .orderBy('opened_at', 'desc')
      .orderBy('token_hash')
      .limit(MOST_OPENINGS - 1);
    await trx
      .deleteFrom('share_openings')
      .where('user_id', '=', userId)
      .where('share_id', '=', shareId)
      .where('token_hash', 'not in', newest)
      .execute();
    await trx
      .insertInto('share_openings')
      .values({ user_id: userId, share_id: shareId, token_hash: tokenHash, opened_at: now })
      .execute();
    await addActivity(trx, userId, now, 'shareOpened', '', LINK);
    return 'opened';
  });
}
