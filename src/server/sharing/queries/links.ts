import type { ExpressionBuilder } from 'kysely';
import { MAX_LIVE_HEALTH_LINKS } from '../../../domain/health-link.ts';
import { MAX_LIVE_SHARES, type ShareLife, shareState } from '../../../domain/share.ts';
import type { VisitScope } from '../../../domain/visit.ts';
import type { CalendarDate, Instant } from '../../../domain/zone.ts';
import { RESTORABLE_MS } from '../../entries/queries/entries.ts';
import { addActivity } from '../../identity/queries/activity.ts';
import { lockAccount } from '../../identity/queries/locked-accounts.ts';
import { scopeOf } from '../../identity/queries/readers.ts';
import { lockSession, type Session } from '../../identity/queries/sessions.ts';
import { addSecurityLetter, type SecurityLetter } from '../../identity/queries/warnings.ts';
import type { Database } from '../../platform/db/database.ts';
import { deleteForGood } from '../../platform/db/erasing.ts';
import { columnsOfParts, PART_COLUMNS } from '../../platform/db/link-parts.ts';
import type { Tables } from '../../platform/db/tables.ts';

/** Shares and health links. */

interface NewLink {
  readonly linkId: string;
  readonly secretHash: string;
  readonly expiresAt: Instant;
  /** The letter about it to the owner. */
  readonly letter: SecurityLetter | undefined;
}

export interface NewShare extends NewLink {
  readonly kind: 'share';
  readonly label: string;
  /** '' without a passcode. */
  readonly passcodeHash: string;
  readonly scope: VisitScope;
  readonly from: CalendarDate | null;
}

export interface NewHealthLink extends NewLink {
  readonly kind: 'healthLink';
  readonly file: string;
}

type LinkKind = (NewShare | NewHealthLink)['kind'];

export interface StoredLink extends ShareLife {
  readonly linkId: string;
  readonly label: string;
  readonly scope: VisitScope;
  readonly from: CalendarDate | null;
  readonly hasPasscode: boolean;
  readonly createdAt: Instant;
  /** The latest first. */
  readonly openings: readonly { readonly openedAt: Instant; readonly recipient: string }[];
}

/** How a person's link is found. */
export interface LinkKey {
  readonly kind: LinkKind;
  readonly userId: string;
  readonly linkId: string;
}

const LIVE = {
  share: { most: MAX_LIVE_SHARES, error: 'tooManyShares' },
  healthLink: { most: MAX_LIVE_HEALTH_LINKS, error: 'tooManyHealthLinks' },
} as const;
type TooManyLive = (typeof LIVE)[LinkKind]['error'];
/** The maximum number of links of a person and kind, live and ended. Only a script makes more in 30 days. */
const MOST_LINKS = 100;

/**
 * Adds a link. If a person has the maximum of health links, it replaces the oldest one that is not live. Shares are not
 * replaced, because they can be restored.
 *
 * @returns 'signedOut' if the session ended meanwhile, for example because the address was first proven
 */
export async function addLink(
  db: Database,
  { userId, tokenHash }: Pick<Session, 'userId' | 'tokenHash'>,
  link: NewShare | NewHealthLink,
  now: Instant,
): Promise<'added' | 'signedOut' | TooManyLive | 'tooManyAttempts'> {
  const { kind } = link;
  return await db.transaction().execute(async (trx) => {
    if (!(await lockSession(trx, { userId, tokenHash }))) return 'signedOut';
    const lives = await findLives(trx, userId, kind);
    const ended = lives.filter((each) => shareState(each, now) !== 'live');
    if (lives.length - ended.length >= LIVE[kind].most) return LIVE[kind].error;
    await eraseExpiredFiles(trx, now, userId);
    if (lives.length >= MOST_LINKS) {
      const [oldest] = ended;
      if (!oldest || kind === 'share') return 'tooManyAttempts';
      await trx
        .deleteFrom('links')
        .where('user_id', '=', userId)
        .where('link_id', '=', oldest.linkId)
        .execute();
    }
    await trx
      .insertInto('links')
      .values({
        user_id: userId,
        link_id: link.linkId,
        kind,
        secret_hash: link.secretHash,
        created_at: now,
        expires_at: link.expiresAt,
        ...(link.kind === 'share' ? shareColumns(link) : { file: link.file }),
      })
      .execute();
    await addActivity(trx, userId, now, kind === 'share' ? 'shareMade' : 'healthLinkMade');
    await addSecurityLetter(trx, userId, link.letter, now);
    return 'added';
  });
}

function shareColumns({ label, passcodeHash, from, scope }: NewShare) {
  return {
    label,
    passcode_hash: passcodeHash,
    from_date: from,
    ...columnsOfParts(scope),
  };
}

/**
 * Ends a link and erases its file, or restores it. A repeated call changes nothing, but its transaction still writes,
 * by locking the account. A commit that writes waits for a synchronous standby, so the standby has the acknowledged
 * change too (decision 32).
 *
 * @returns undefined if the person has no such link
 */
export async function setEnded(
  db: Database,
  { kind, userId, linkId }: LinkKey,
  isEnded: boolean,
  now: Instant,
): Promise<StoredLink | TooManyLive | undefined> {
  return await db.transaction().execute(async (trx) => {
    if (!(await lockAccount(trx, userId))) return undefined;
    const [link] = await findLinks(trx, { kind, userId, linkId });
    if (!link || isEnded === (link.endedAt !== null)) return link;
    const endedAt = isEnded ? now : null;
    const changed = { ...link, endedAt };
    if (shareState(changed, now) === 'live') {
      const lives = await findLives(trx, userId, kind);
      const live = lives.filter((each) => shareState(each, now) === 'live');
      if (live.length >= LIVE[kind].most) return LIVE[kind].error;
    }
    await trx
      .updateTable('links')
      .set({ ended_at: endedAt, file: '' })
      .where('user_id', '=', userId)
      .where('link_id', '=', linkId)
      .execute();
    const ended = kind === 'share' ? 'shareEnded' : 'healthLinkEnded';
    await addActivity(trx, userId, now, isEnded ? ended : 'shareRestored');
    return changed;
  });
}

/** What decides which of a person's links of a kind are live, the oldest first. */
async function findLives(db: Database, userId: string, kind: LinkKind) {
  return await db
    .selectFrom('links')
    .select(['link_id as linkId', 'expires_at as expiresAt', 'ended_at as endedAt'])
    .select('wrong_passcodes as wrongPasscodes')
    .where('user_id', '=', userId)
    .where('kind', '=', kind)
    .orderBy('created_at')
    .execute();
}

/**
 * The links of a person and a kind, the latest first.
 *
 * @param linkId returns only this link
 */
export async function findLinks(
  db: Database,
  { kind, userId, linkId }: Pick<LinkKey, 'kind' | 'userId'> & Partial<LinkKey>,
): Promise<StoredLink[]> {
  const rows = await db
    .selectFrom('links')
    .select(['link_id', 'label', 'passcode_hash', 'from_date', 'created_at', 'expires_at'])
    .select(['ended_at', 'wrong_passcodes', ...PART_COLUMNS])
    .where('user_id', '=', userId)
    .where('kind', '=', kind)
    .$if(linkId !== undefined, (query) => query.where('link_id', '=', linkId ?? ''))
    .orderBy('created_at', 'desc')
    .orderBy('link_id')
    .execute();
  const openings = await db
    .selectFrom('link_openings')
    .select(['link_id as linkId', 'opened_at as openedAt', 'recipient'])
    .where('user_id', '=', userId)
    .$if(linkId !== undefined, (query) => query.where('link_id', '=', linkId ?? ''))
    .orderBy('opened_at', 'desc')
    .orderBy('token_hash')
    .execute();
  const byLink = Map.groupBy(openings, (each) => each.linkId);
  return rows.map((row) => ({
    linkId: row.link_id,
    label: row.label,
    scope: scopeOf(row),
    from: row.from_date,
    hasPasscode: row.passcode_hash !== '',
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    endedAt: row.ended_at,
    wrongPasscodes: row.wrong_passcodes,
    openings: byLink.get(row.link_id) ?? [],
  }));
}

/** Shares go 30 days after their end or expiry. Of a code, who collected the file stays until 30 days after its expiry. */
function isOld(limit: Instant) {
  return ({ eb, and, or }: ExpressionBuilder<Tables, 'links'>) =>
    or([
      eb('expires_at', '<=', limit),
      and([eb('kind', '=', 'share'), eb('ended_at', '<=', limit)]),
    ]);
}

/**
 * Erases the files of expired links, and links that ended or expired so long ago that they can no longer be restored.
 * The files need no `deleteForGood`, which erases remains from the database file: nobody can decrypt them, because
 * their keys are not stored.
 */
export async function eraseOldLinks(db: Database, now: Instant): Promise<void> {
  await eraseEveryExpiredFile(db, now);
  const limit = now - RESTORABLE_MS;
  for (;;) {
    const next = await db
      .selectFrom('links')
      .select('user_id as userId')
      .where(isOld(limit))
      .limit(1)
      .executeTakeFirst();
    if (!next) return;
    const { userId } = next;
    await deleteForGood(db, async (trx) => {
      // Lock the account before other rows, as its deletion does: the same lock order prevents deadlocks.
      await lockAccount(trx, userId);
      const { numDeletedRows } = await trx
        .deleteFrom('links')
        .where('user_id', '=', userId)
        .where(isOld(limit))
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
      .selectFrom('links')
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
    .updateTable('links')
    .set({ file: '' })
    .where('user_id', '=', userId)
    .where('expires_at', '<=', now)
    .where('file', '!=', '')
    .execute();
}
