import { randomUUID } from 'node:crypto';
import {
  type HealthLinkLife,
  healthLinkState,
  MAX_LIVE_HEALTH_LINKS,
} from '../../../domain/health-link.ts';
import type { Instant } from '../../../domain/zone.ts';
import { RESTORABLE_MS } from '../../entries/queries/entries.ts';
import { addActivity, LINK } from '../../identity/queries/activity.ts';
import { lockAccount } from '../../identity/queries/locked-accounts.ts';
import { lockSession, type Session } from '../../identity/queries/sessions.ts';
import { addSecurityLetter, type SecurityLetter } from '../../identity/queries/warnings.ts';
import type { Database } from '../../platform/db/database.ts';
import { deleteForGood } from '../../platform/db/erasing.ts';
import { fail } from '../../platform/http/fail.ts';

export interface StoredHealthLink extends HealthLinkLife {
  readonly healthLinkId: string;
  readonly createdAt: Instant;
  /** The latest first. */
  readonly readings: readonly { readonly readAt: Instant; readonly recipient: string }[];
}

interface NewHealthLink {
  readonly healthLinkId: string;
  readonly secretHash: string;
  readonly expiresAt: Instant;
  readonly file: string;
  /** The letter about it to the owner. */
  readonly letter: SecurityLetter | undefined;
}

/**
 * The maximum number of health links of a person, live and ended. At the maximum, a new link replaces the oldest one
 * that is not live.
 */
const MOST_HEALTH_LINKS = 100;

/** @returns 'signedOut' if the session ended meanwhile, for example because the address was first proven */
export async function addHealthLink(
  db: Database,
  { userId, tokenHash }: Pick<Session, 'userId' | 'tokenHash'>,
  { healthLinkId, secretHash, expiresAt, file, letter }: NewHealthLink,
  now: Instant,
): Promise<'added' | 'signedOut' | 'tooManyHealthLinks'> {
  return await db.transaction().execute(async (trx) => {
    if (!(await lockSession(trx, { userId, tokenHash }))) return 'signedOut';
    const lives = await trx
      .selectFrom('health_links')
      .select(['health_link_id as id', 'expires_at as expiresAt', 'ended_at as endedAt'])
      .where('user_id', '=', userId)
      .orderBy('created_at')
      .execute();
    const ended = lives.filter((each) => healthLinkState(each, now) !== 'live');
    if (lives.length - ended.length >= MAX_LIVE_HEALTH_LINKS) return 'tooManyHealthLinks';
    await eraseExpiredFiles(trx, now, userId);
    const [oldest] = ended;
    if (oldest && lives.length >= MOST_HEALTH_LINKS) {
      await trx
        .deleteFrom('health_links')
        .where('user_id', '=', userId)
        .where('health_link_id', '=', oldest.id)
        .execute();
    }
    await trx
      .insertInto('health_links')
      .values({
        user_id: userId,
        health_link_id: healthLinkId,
        secret_hash: secretHash,
        created_at: now,
        expires_at: expiresAt,
        ended_at: null,
        file,
      })
      .execute();
    await addActivity(trx, userId, now, 'healthLinkMade');
    await addSecurityLetter(trx, userId, letter, now);
    return 'added';
  });
}

/**
 * Ends a health link and erases its file. A repeated call changes nothing, but its transaction still writes, by locking
 * the account. A commit that writes waits for a synchronous standby, so the standby has the acknowledged change too
 * (see `findToAcknowledge`).
 *
 * @returns undefined if the person has no such link
 */
export async function setHealthLinkEnded(
  db: Database,
  userId: string,
  healthLinkId: string,
  now: Instant,
): Promise<StoredHealthLink | undefined> {
  return await db.transaction().execute(async (trx) => {
    if (!(await lockAccount(trx, userId))) return undefined;
    const [link] = await findHealthLinks(trx, userId, healthLinkId);
    if (!link || link.endedAt !== null) return link;
    await trx
      .updateTable('health_links')
      .set({ ended_at: now, file: '' })
      .where('user_id', '=', userId)
      .where('health_link_id', '=', healthLinkId)
      .execute();
    await addActivity(trx, userId, now, 'healthLinkEnded');
    return { ...link, endedAt: now };
  });
}

/**
 * Reads the file of a live link, and records who reads it. If the record cannot be written, the file is not returned.
 *
 * @param most how often the file may be read during the link's life
 * @returns undefined if no live link has this secret
 * @throws tooManyAttempts
 */
export async function readFile(
  db: Database,
  { secretHash, recipient }: { readonly secretHash: string; readonly recipient: string },
  most: number,
  now: Instant,
): Promise<string | undefined> {
  const find = (from: Database) =>
    from
      .selectFrom('health_links')
      .select([
        'user_id as userId',
        'health_link_id as healthLinkId',
        'expires_at as expiresAt',
        'ended_at as endedAt',
      ])
      .where('secret_hash', '=', secretHash)
      .executeTakeFirst();
  const known = await find(db);
  if (!known) return undefined;
  const { userId, healthLinkId } = known;
  return await db.transaction().execute(async (trx) => {
    if (!(await lockAccount(trx, userId))) return undefined;
    const link = await find(trx);
    if (!link || healthLinkState(link, now) !== 'live') return undefined;
    const { count } = await trx
      .selectFrom('health_link_readings')
      .select((row) => row.fn.countAll<number | string>().as('count'))
      .where('user_id', '=', userId)
      .where('health_link_id', '=', healthLinkId)
      .executeTakeFirstOrThrow();
    if (Number(count) >= most) throw fail('tooManyAttempts');
    await trx
      .insertInto('health_link_readings')
      .values({
        user_id: userId,
        health_link_id: healthLinkId,
        reading_id: randomUUID(),
        recipient,
        read_at: now,
      })
      .execute();
    await addActivity(trx, userId, now, 'healthLinkRead', '', LINK);
    const { file } = await trx
      .selectFrom('health_links')
      .select('file')
      .where('user_id', '=', userId)
      .where('health_link_id', '=', healthLinkId)
      .executeTakeFirstOrThrow();
    return file;
  });
}

/**
 * The health links of a person, the latest first.
 *
 * @param healthLinkId returns only this link
 */
export async function findHealthLinks(
  db: Database,
  userId: string,
  healthLinkId?: string,
): Promise<StoredHealthLink[]> {
  const links = await db
    .selectFrom('health_links')
    .select([
      'health_link_id as healthLinkId',
      'created_at as createdAt',
      'expires_at as expiresAt',
      'ended_at as endedAt',
    ])
    .where('user_id', '=', userId)
    .$if(healthLinkId !== undefined, (query) =>
      query.where('health_link_id', '=', healthLinkId ?? ''),
    )
    .orderBy('created_at', 'desc')
    .orderBy('health_link_id')
    .execute();
  const readings = await db
    .selectFrom('health_link_readings')
    .select(['health_link_id as healthLinkId', 'recipient', 'read_at as readAt'])
    .where('user_id', '=', userId)
    .$if(healthLinkId !== undefined, (query) =>
      query.where('health_link_id', '=', healthLinkId ?? ''),
    )
    .orderBy('read_at', 'desc')
    .orderBy('reading_id')
    .execute();
  const byLink = Map.groupBy(readings, (each) => each.healthLinkId);
  return links.map((link) => ({ ...link, readings: byLink.get(link.healthLinkId) ?? [] }));
}

/**
 * Erases the files of expired links, and 30 days later the links. The files need no `deleteForGood`, which erases
 * remains from the database file: nobody can decrypt them, because their keys are not stored.
 */
export async function eraseOldHealthLinks(db: Database, now: Instant): Promise<void> {
  await eraseEveryExpiredFile(db, now);
  const limit = now - RESTORABLE_MS;
  for (;;) {
    const next = await db
      .selectFrom('health_links')
      .select('user_id as userId')
      .where('expires_at', '<=', limit)
      .limit(1)
      .executeTakeFirst();
    if (!next) return;
    const { userId } = next;
    await deleteForGood(db, async (trx) => {
      // Lock the account before other rows, as its deletion does: the same lock order prevents deadlocks.
      await lockAccount(trx, userId);
      const { numDeletedRows } = await trx
        .deleteFrom('health_links')
        .where('user_id', '=', userId)
        .where('expires_at', '<=', limit)
        .executeTakeFirst();
      return numDeletedRows > 0n;
    });
  }
}

/**
 * Erases the files of all expired links, with one transaction for each person, so that no transaction waits for one
 * person's rows while it has locked another person's rows.
 */
async function eraseEveryExpiredFile(db: Database, now: Instant): Promise<void> {
  for (;;) {
    const next = await db
      .selectFrom('health_links')
      .select('user_id as userId')
      .where('expires_at', '<=', now)
      .where('file', '!=', '')
      .limit(1)
      .executeTakeFirst();
    if (!next) return;
    const { userId } = next;
    await db.transaction().execute(async (trx) => {
      await lockAccount(trx, userId);
      await eraseExpiredFiles(trx, now, userId);
    });
  }
}

/** Erases the files of a person's expired links. The transaction must hold the lock of the account. */
async function eraseExpiredFiles(trx: Database, now: Instant, userId: string): Promise<void> {
  await trx
    .updateTable('health_links')
    .set({ file: '' })
    .where('user_id', '=', userId)
    .where('expires_at', '<=', now)
    .where('file', '!=', '')
    .execute();
}
