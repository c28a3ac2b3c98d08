import { MAX_WRONG_PASSCODES, shareState } from '../../../domain/share.ts';
import { DAY_MS, type Instant } from '../../../domain/zone.ts';
import { addActivity, LINK } from '../../identity/queries/activity.ts';
import { lockAccount } from '../../identity/queries/locked-accounts.ts';
import { findOpenable, type OpenableShare } from '../../identity/queries/readers.ts';
import type { Database } from '../../platform/db/database.ts';
import { hashOfToken, randomToken } from '../../platform/secrets.ts';

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
export async function countTry(db: Database, { userId, linkId }: OpenableShare): Promise<boolean> {
  const counted = await db
    .updateTable('links')
    .set((row) => ({ wrong_passcodes: row('wrong_passcodes', '+', 1) }))
    .where('user_id', '=', userId)
    .where('link_id', '=', linkId)
    .where('wrong_passcodes', '<', MAX_WRONG_PASSCODES)
    .returning('link_id')
    .executeTakeFirst();
  return counted !== undefined;
}

/** Uncounts a try, because the passcode was right or could not be checked. */
export async function forgiveTry(db: Database, { userId, linkId }: OpenableShare): Promise<void> {
  await db
    .updateTable('links')
    .set((row) => ({ wrong_passcodes: row('wrong_passcodes', '-', 1) }))
    .where('user_id', '=', userId)
    .where('link_id', '=', linkId)
    .execute();
}

/**
 * Records that a link was opened, and starts the reader's session, unless the link has ended since it was found.
 *
 * @param mostADay how often a link may be opened in 24 hours
 */
export async function addOpening(
  db: Database,
  { userId, linkId }: OpenableShare,
  tokenHash: string,
  mostADay: number,
  now: Instant,
): Promise<'opened' | 'shareEnded' | 'tooManyAttempts'> {
  return await db.transaction().execute(async (trx) => {
    if (!(await lockAccount(trx, userId))) return 'shareEnded';
    const share = await findOpenable(trx, linkId);
    if (!share || shareState(share, now) !== 'live') return 'shareEnded';
    const opening = { userId, linkId, tokenHash, recipient: '' };
    if (!(await open(trx, opening, { most: mostADay, since: now - DAY_MS }, now)))
      return 'tooManyAttempts';
    await addActivity(trx, userId, now, 'shareOpened', '', LINK);
    return 'opened';
  });
}

/**
 * Reads the file of a live health link, and records who reads it. If the record cannot be written, the file is not
 * returned.
 *
 * @param most how often the file may be read during the link's life
 * @returns 'shareEnded' if no live health link has this secret
 */
export async function readFile(
  db: Database,
  { secretHash, recipient }: { readonly secretHash: string; readonly recipient: string },
  most: number,
  now: Instant,
): Promise<{ readonly file: string } | 'shareEnded' | 'tooManyAttempts'> {
  const live = (from: Database) =>
    from
      .selectFrom('links')
      .where('secret_hash', '=', secretHash)
      .where('kind', '=', 'healthLink')
      .where('ended_at', 'is', null)
      .where('expires_at', '>', now);
  const found = await live(db)
    .select(['user_id as userId', 'link_id as linkId'])
    .executeTakeFirst();
  if (!found) return 'shareEnded';
  const { userId } = found;
  return await db.transaction().execute(async (trx) => {
    if (!(await lockAccount(trx, userId))) return 'shareEnded';
    const link = await live(trx).select('file').executeTakeFirst();
    if (!link) return 'shareEnded';
    // A clinic's system gets no session, so nobody has this token.
    const opening = { ...found, tokenHash: hashOfToken(randomToken()), recipient };
    if (!(await open(trx, opening, { most, since: 0 }, now))) return 'tooManyAttempts';
    await addActivity(trx, userId, now, 'healthLinkRead', '', LINK);
    return link;
  });
}

/** Stores an opening. @returns false if there have been too many since a time */
async function open(
  trx: Database,
  {
    userId,
    linkId,
    tokenHash,
    recipient,
  }: Pick<OpenableShare, 'userId' | 'linkId'> & {
    readonly tokenHash: string;
    readonly recipient: string;
  },
  { most, since }: { readonly most: number; readonly since: Instant },
  now: Instant,
): Promise<boolean> {
  const openings = trx
    .selectFrom('link_openings')
    .where('user_id', '=', userId)
    .where('link_id', '=', linkId);
  const { count } = await openings
    .select((row) => row.fn.countAll<number | string>().as('count'))
    .where('opened_at', '>', since)
    .executeTakeFirstOrThrow();
  if (Number(count) >= most) return false;
  const newest = openings
    .select('token_hash')
    .orderBy('opened_at', 'desc')
    .orderBy('token_hash')
    .limit(MOST_OPENINGS - 1);
  await trx
    .deleteFrom('link_openings')
    .where('user_id', '=', userId)
    .where('link_id', '=', linkId)
    .where('token_hash', 'not in', newest)
    .execute();
  await trx
    .insertInto('link_openings')
    .values({ user_id: userId, link_id: linkId, token_hash: tokenHash, recipient, opened_at: now })
    .execute();
  return true;
}
