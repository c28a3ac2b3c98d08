import { type Database, isTaken } from '../../platform/db/database.ts';
import { addJob, type NewJob } from '../../platform/jobs/queries/jobs.ts';
import type { FirstProof, Stays } from '../../platform/mail/letters.ts';
import { findAccount, findAccountOf, type StoredAccount } from './accounts.ts';
import { addActivity } from './activity.ts';
import { forgetBrowsersOf } from './browsers.ts';
import { type CodeCheck, deleteCodes, type GivenCode, lockCodes, spendCode } from './codes.ts';
import {
  giveAddress,
  hasRemoved,
  markProven,
  type Owns,
  type ProvenAccount,
} from './first-proof.ts';
import { holdEmail, isHeld } from './held-emails.ts';
import { type Admission, createAccount, type SignedIn } from './new-accounts.ts';
import { deleteSessionsOf, lockSession } from './sessions.ts';
import { findSplit } from './splits.ts';
import { askWhatStays, findStays, staysInLetter } from './stays.ts';

/**
 * Changes that require proof of an email address. Each runs in one transaction. If the code is right, the transaction
 * uses it up. Then it makes the change and queues the letter about it, unless something else prevents the change.
 */

interface Proof {
  readonly code: GivenCode;
  readonly maxTries: number;
  readonly email: string;
}

/**
 * Sets a new password, ends all sessions and makes all browsers unknown, if the code is right and the address has an
 * account. A code for an address without an account counts as gone.
 *
 * @param reset.notice makes the letter to the owner from what the proof removed. The old password is not listed there,
 *   because the reset replaces it anyway
 */
export async function resetPassword(
  db: Database,
  reset: Proof & {
    readonly passwordHash: string;
    readonly owns: Owns;
    readonly notice: (proof: FirstProof | undefined, stays: Stays | undefined) => NewJob;
  },
  now: number,
): Promise<CodeCheck> {
  const { code, maxTries, email, notice, passwordHash, owns } = reset;
  return await db.transaction().execute(async (trx) => {
    const check = await spendCode(trx, code, maxTries, now);
    if (check !== 'right') return check;
    const account = await findAccount(trx, email);
    if (!account) return 'gone';
    await deleteCodes(trx, code.emailHash);
    const given = account.emailProven
      ? undefined
      : await giveAddress(trx, account, { owns, passwordHash }, now);
    if (given && given.userId !== account.userId) return 'right';
    const userId = account.emailProven ? account.userId : await holderOf(trx, email, given);
    if (!userId) return 'gone';
    const proof = given?.firstProof;
    await setPassword(trx, userId, passwordHash);
    const { providers = [] } = proof ?? {};
    // The first proof has removed all of these.
    const stays = proof ? undefined : await findStays(trx, userId, now);
    await askWhatStays(trx, userId, stays, now);
    const removed = proof && { password: false, providers };
    await addJob(trx, notice(removed, stays && staysInLetter(stays)));
    if (providers.length > 0) await addActivity(trx, userId, now, 'waysInRemoved');
    await addActivity(trx, userId, now, 'passwordReset');
    return 'right';
  });
}

/**
 * The account that has an address after `giveAddress`. If that gave nothing away, another window has done so since the
 * account was read.
 */
async function holderOf(
  trx: Database,
  email: string,
  given: ProvenAccount | undefined,
): Promise<string | undefined> {
  return given?.userId ?? (await findAccount(trx, email))?.userId;
}

async function setPassword(trx: Database, userId: string, passwordHash: string): Promise<void> {
  await trx
    .updateTable('accounts')
    .set({ password_hash: passwordHash })
    .where('user_id', '=', userId)
    .execute();
  await deleteSessionsOf(trx, userId);
  await forgetBrowsersOf(trx, userId);
}

/**
 * Marks the address of the signed-in user as proven, with the code that was mailed to it. An account whose address was
 * never proven can get another address at the same time, because its owner may have mistyped the first one
 * (DECISIONS 44). Nothing is removed.
 *
 * @param proof.tokenHash the calling session; if it has ended in the meantime, nothing changes
 * @param proof.formerEmailHash the hash of the present address; codes mailed to it become invalid if it changes
 * @returns 'otherHalf' if the address now belongs to the account that was split from this one; only the code is used up
 */
export async function proveAddress(
  db: Database,
  proof: Proof & {
    readonly userId: string;
    readonly tokenHash: string;
    readonly formerEmailHash: string;
  },
  now: number,
): Promise<'proven' | 'otherHalf' | 'wrong' | 'gone' | 'emailInUse' | 'signedOut'> {
  const { code, maxTries, email, userId, tokenHash, formerEmailHash } = proof;
  const proving = db.transaction().execute(async (trx) => {
    const check = await spendCode(trx, code, maxTries, now);
    if (check !== 'right') return check;
    await lockCodes(trx, formerEmailHash);
    if (!(await lockSession(trx, { userId, tokenHash }))) return 'signedOut';
    const account = await findAccountOf(trx, userId);
    if (!account) return 'gone';
    if (account.email !== email) {
      if (account.emailProven) return 'gone';
      const holder = await findAccount(trx, email);
      if (holder) {
        const split = await findSplit(trx, userId);
        return split?.ownerId === holder.userId ? 'otherHalf' : 'emailInUse';
      }
      if (await isHeld(trx, email, userId, now)) return 'emailInUse';
      // Who enters an address of their own says that the former one was not theirs.
      await trx.deleteFrom('address_splits').where('user_id', '=', userId).execute();
    }
    await trx
      .updateTable('accounts')
      .set({ email, email_proven: 1 })
      .where('user_id', '=', userId)
      .execute();
    await deleteCodes(trx, formerEmailHash);
    await addActivity(trx, userId, now, 'emailConfirmed');
    return 'proven';
  });
  return await unlessTaken(proving);
}

/**
 * Changes an account's address to the one that the code was mailed to, and ends all its sessions.
 *
 * @param change.tokenHash the calling session; if it has ended in the meantime, for example by a reset,
 *   nothing changes
 * @param change.undo with what the owner of the former address can undo the change, if that was proven
 * @param change.notice the letter to the former address
 * @param change.formerEmailHash the hash of the former address; codes mailed to it become invalid
 */
export async function changeEmail(
  db: Database,
  change: Proof & {
    readonly userId: string;
    readonly tokenHash: string;
    readonly formerEmailHash: string;
    readonly undo: { readonly secretHash: string; readonly expiresAt: number };
    readonly notice: (canUndo: boolean) => NewJob;
  },
  now: number,
): Promise<'changed' | 'wrong' | 'gone' | 'emailInUse' | 'signedOut'> {
  const { code, maxTries, email, notice, userId, tokenHash, formerEmailHash, undo } = change;
  const changing = db.transaction().execute(async (trx) => {
    const check = await spendCode(trx, code, maxTries, now);
    if (check !== 'right') return check;
    await lockCodes(trx, formerEmailHash);
    if (!(await lockSession(trx, { userId, tokenHash }))) return 'signedOut';
    const owner = await findAccount(trx, email);
    if (owner && owner.userId !== userId) return 'emailInUse';
    if (owner) {
      // The account already has this address, so the address is only marked as proven, without a notice.
      await markProven(trx, owner);
      return 'changed';
    }
    if (await isHeld(trx, email, userId, now)) return 'emailInUse';
    const former = await findAccountOf(trx, userId);
    await trx
      .updateTable('accounts')
      .set({ email, email_proven: 1 })
      .where('user_id', '=', userId)
      .execute();
    await trx.deleteFrom('address_splits').where('user_id', '=', userId).execute();
    await deleteSessionsOf(trx, userId);
    await deleteCodes(trx, code.emailHash);
    await deleteCodes(trx, formerEmailHash);
    if (former?.emailProven) await holdEmail(trx, { ...undo, userId, email: former.email }, now);
    await addJob(trx, notice(former?.emailProven === true));
    await addActivity(trx, userId, now, 'emailChanged');
    return 'changed';
  });
  return await unlessTaken(changing);
}

/** The result of a transaction that gives an address to an account. Another account may take it after the check. */
async function unlessTaken<Result>(giving: Promise<Result>): Promise<Result | 'emailInUse'> {
  try {
    return await giving;
  } catch (error) {
    if (isTaken(error)) return 'emailInUse';
    throw error;
  }
}

/**
 * Returns the account of the address that the link was mailed to, and creates one if needed. The link proves the
 * address only in a browser that asked for it (DECISIONS 44).
 *
 * @param proof.isAsked whether this browser asked for the link
 * @param proof.newUserId the id of the account, if one is created
 * @param proof.admission the rules for creating one
 * @param proof.notice makes the letter to the owner, which is sent only if the proof removed a way to sign in
 * @returns undefined if the link is wrong, used or expired
 */
export async function signInByLink(
  db: Database,
  proof: Proof & {
    readonly newUserId: string;
    readonly isAsked: boolean;
    readonly owns: Owns;
    readonly admission: Admission;
    readonly notice: (proof: FirstProof) => NewJob;
  },
  now: number,
): Promise<
  | SignedIn
  | {
      readonly refused: 'signUpClosed' | 'tooManyAttempts' | 'linkElsewhere' | 'emailHeld';
    }
  | undefined
> {
  const { code, maxTries, email, notice, newUserId, admission, isAsked, owns } = proof;
  return await db.transaction().execute(async (trx) => {
    if ((await spendCode(trx, code, maxTries, now)) !== 'right') return undefined;
    // The operator's link lets an account's owner in. It makes no account, and no mailbox has proven the address.
    if (code.purpose === 'letIn') {
      const account = await findAccount(trx, email);
      return account && { userId: account.userId, isFirst: false };
    }
    const made = { userId: newUserId, email, passwordHash: '', emailProven: isAsked };
    const outcome = await createAccount(trx, made, admission, now);
    if (outcome === 'created') return { userId: newUserId, isFirst: true };
    if (outcome !== 'emailInUse') return { refused: outcome };
    const account = await findAccount(trx, email);
    if (!account) {
      return (await isHeld(trx, email, newUserId, now)) ? { refused: 'emailHeld' } : undefined;
    }
    const isOwn = owns(account.userId);
    if (account.emailProven || (isOwn && !isAsked)) {
      return { userId: account.userId, isFirst: false };
    }
    if (!isAsked) return { refused: 'linkElsewhere' };
    return await openByFirstProof(trx, account, { owns, notice }, now);
  });
}

/**
 * Returns the account whose address the code proves.
 *
 * @param proof.notice makes the letter to the owner, which is sent only if the proof removed a way to sign in
 */
export async function openByCode(
  db: Database,
  proof: Proof & { readonly owns: Owns; readonly notice: (proof: FirstProof) => NewJob },
  now: number,
): Promise<SignedIn | Exclude<CodeCheck, 'right'>> {
  const { code, maxTries, email } = proof;
  return await db.transaction().execute(async (trx) => {
    const check = await spendCode(trx, code, maxTries, now);
    if (check !== 'right') return check;
    const account = await findAccount(trx, email);
    if (!account) return 'gone';
    if (account.emailProven) return { userId: account.userId, isFirst: false };
    return (await openByFirstProof(trx, account, proof, now)) ?? 'gone';
  });
}

/** Returns the account that has the address after its first proof; undefined if there is none. */
async function openByFirstProof(
  trx: Database,
  account: StoredAccount,
  { owns, notice }: { readonly owns: Owns; readonly notice: (proof: FirstProof) => NewJob },
  now: number,
): Promise<SignedIn | undefined> {
  const given = await giveAddress(trx, account, { owns, notice }, now);
  if (given?.firstProof && hasRemoved(given.firstProof)) {
    await addActivity(trx, given.userId, now, 'waysInRemoved');
  }
  const userId = await holderOf(trx, account.email, given);
  return userId ? { userId, isFirst: !owns(account.userId) } : undefined;
}
