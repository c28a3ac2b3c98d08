import { MAX_LIVE_SHARES, type ShareLife, shareState } from '../../../domain/share.ts';
import type { VisitScope } from '../../../domain/visit.ts';
import type { CalendarDate, Instant } from '../../../domain/zone.ts';
import { RESTORABLE_MS } from '../../entries/queries/entries.ts';
import { addActivity } from '../../identity/queries/activity.ts';
import { lockAccount } from '../../identity/queries/locked-accounts.ts';
import { addSecurityLetter, type SecurityLetter } from '../../identity/queries/warnings.ts';
import type { Database } from '../../platform/db/database.ts';
import { deleteForGood } from '../../platform/db/erasing.ts';

export interface StoredShare extends ShareLife {
  readonly shareId: string;
  readonly label: string;
  readonly scope: VisitScope;
  readonly from: CalendarDate | null;
  readonly hasPasscode: boolean;
  readonly createdAt: Instant;
  /** The latest first. */
  readonly openings: readonly Instant[];
}

export interface NewShare {
  readonly shareId: string;
  readonly label: string;
  readonly secretHash: string;
  /** '' without a passcode. */
  readonly passcodeHash: string;
  readonly scope: VisitScope;
  readonly from: CalendarDate | null;
  readonly expiresAt: Instant;
  /** The letter about it to the owner. */
  readonly letter: SecurityLetter | undefined;
}

/**
 * The maximum number of links of a person, live and ended. Ended links are listed for 30 days. Only a script makes more
 * links than this in that time.
 */
const MOST_SHARES = 100;

/** @returns 'userNotFound' if the account was deleted meanwhile */
export async function addShare(
  db: Database,
  userId: string,
  { scope, ...share }: NewShare,
  now: Instant,
): Promise<'added' | 'userNotFound' | 'tooManyShares' | 'tooManyAttempts'> {
  return await db.transaction().execute(async (trx) => {
    if (!(await lockAccount(trx, userId))) return 'userNotFound';
    const lives = await findLives(trx, userId);
    if (liveOf(lives, now) >= MAX_LIVE_SHARES) return 'tooManyShares';
    if (lives.length >= MOST_SHARES) return 'tooManyAttempts';
    await trx
      .insertInto('shares')
      .values({
        user_id: userId,
        share_id: share.shareId,
        label: share.label,
        secret_hash: share.secretHash,
        passcode_hash: share.passcodeHash,
        from_date: share.from,
        medication: scope.medication ? 1 : 0,
        diary: scope.diary ? 1 : 0,
        check_ins: scope.checkIns ? 1 : 0,
        notes: scope.notes ? 1 : 0,
        created_at: now,
        expires_at: share.expiresAt,
        ended_at: null,
      })
      .execute();
    await addActivity(trx, userId, now, 'shareMade');
    await addSecurityLetter(trx, userId, share.letter, now);
    return 'added';
  });
}

/**
 * Ends a link, or restores it. A repeated call changes nothing, but its transaction still writes, by locking the
 * account. A commit that writes waits for a synchronous standby, so the standby has the acknowledged change too
 * (see `findToAcknowledge`).
 *
 * @returns undefined if the person has no such link
 */
export async function setEnded(
  db: Database,
  { userId, shareId }: { readonly userId: string; readonly shareId: string },
  isEnded: boolean,
  now: Instant,
): Promise<StoredShare | 'tooManyShares' | undefined> {
  return await db.transaction().execute(async (trx) => {
    if (!(await lockAccount(trx, userId))) return undefined;
    const [share] = await findShares(trx, userId, shareId);
    if (!share) return undefined;
    if (isEnded === (share.endedAt !== null)) return share;
    const endedAt = isEnded ? now : null;
    const changed = { ...share, endedAt };
    if (shareState(changed, now) === 'live') {
      const lives = await findLives(trx, userId);
      if (liveOf(lives, now) >= MAX_LIVE_SHARES) return 'tooManyShares';
    }
    await trx
      .updateTable('shares')
      .set({ ended_at: endedAt })
      .where('user_id', '=', userId)
      .where('share_id', '=', shareId)
      .execute();
    await addActivity(trx, userId, now, isEnded ? 'shareEnded' : 'shareRestored');
    return changed;
  });
}

async function findLives(db: Database, userId: string): Promise<ShareLife[]> {
  return await db
    .selectFrom('shares')
    .select(['expires_at as expiresAt', 'ended_at as endedAt', 'wrong_passcodes as wrongPasscodes'])
    .where('user_id', '=', userId)
    .execute();
}

function liveOf(lives: readonly ShareLife[], now: Instant): number {
  return lives.filter((each) => shareState(each, now) === 'live').length;
}

/**
 * The links of a person, the latest first.
 *
 * @param shareId returns only this link
 */
export async function findShares(
  db: Database,
  userId: string,
  shareId?: string,
): Promise<StoredShare[]> {
  const rows = await db
    .selectFrom('shares')
    .selectAll()
    .where('user_id', '=', userId)
    .$if(shareId !== undefined, (query) => query.where('share_id', '=', shareId ?? ''))
    .orderBy('created_at', 'desc')
    .orderBy('share_id')
    .execute();
  const openings = await db
    .selectFrom('share_openings')
    .select(['share_id', 'opened_at'])
    .where('user_id', '=', userId)
    .$if(shareId !== undefined, (query) => query.where('share_id', '=', shareId ?? ''))
    .orderBy('opened_at', 'desc')
    .execute();
  const byShare = Map.groupBy(openings, (each) => each.share_id);
  return rows.map((row) => ({
    shareId: row.share_id,
    label: row.label,
    scope: {
      medication: row.medication === 1,
      diary: row.diary === 1,
      checkIns: row.check_ins === 1,
      notes: row.notes === 1,
    },
    from: row.from_date,
    hasPasscode: row.passcode_hash !== '',
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    endedAt: row.ended_at,
    wrongPasscodes: row.wrong_passcodes,
    openings: (byShare.get(row.share_id) ?? []).map((each) => each.opened_at),
  }));
}

/** Erases links that ended or expired so long ago that they can no longer be restored. */
export async function eraseOldShares(db: Database, now: Instant): Promise<void> {
  const limit = now - RESTORABLE_MS;
  for (;;) {
    const next = await selectOld(db, limit).limit(1).executeTakeFirst();
    if (!next) return;
    const { userId } = next;
    await deleteForGood(db, async (trx) => {
      // Lock the account before other rows, as its deletion does: the same lock order prevents deadlocks.
      await lockAccount(trx, userId);
      const old = await selectOld(trx, limit).where('user_id', '=', userId).execute();
      if (old.length === 0) return false;
      const ids = old.map(({ shareId }) => shareId);
      await trx
        .deleteFrom('shares')
        .where('user_id', '=', userId)
        .where('share_id', 'in', ids)
        .execute();
      return true;
    });
  }
}

function selectOld(db: Database, limit: Instant) {
  return db
    .selectFrom('shares')
    .select(['user_id as userId', 'share_id as shareId'])
    .where(({ or, eb }) => or([eb('ended_at', '<=', limit), eb('expires_at', '<=', limit)]));
}
