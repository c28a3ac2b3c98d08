import type { ProviderKey } from '../../../contract/providers.ts';
import { type Database, isTaken } from '../../platform/db/database.ts';
import { addJob, type NewJob } from '../../platform/jobs/queries/jobs.ts';
import type { FirstProof, Stays } from '../../platform/mail/letters.ts';
import { endEveryAccessTo } from './access.ts';
import { findAccount, findAccountOf, type StoredAccount } from './accounts.ts';
import { addActivity } from './activity.ts';
import { forgetBrowsersOf } from './browsers.ts';
import { type CodeCheck, deleteCodes, type GivenCode, lockCodes, spendCode } from './codes.ts';
import { holdEmail, isHeld } from './held-emails.ts';
import { type Admission, createAccount, type SignedIn } from './new-accounts.ts';
import { endGrants } from './provider-tokens.ts';
import { deleteSessionsOf, lockSession } from './sessions.ts';
import { findStays } from './stays.ts';

/**
 * Changes that require proof of an email address. Each runs in one transaction. If the code is right, the transaction
 * uses it up. Then it makes the change and queues the letter about it, unless something else prevents the change.
 */

/**
 * Marks an account's address as proven. Someone else may have made the account with that address, to see what its owner
 * enters later (DECISIONS 9). The proof therefore removes password, sessions, linked identities, and everything that
 * lets other people see the account. Profile and forms stay, because they may be the owner's.
 *
 * @returns what was removed and what stays; undefined if the address was already proven
 */
export async function proveAddress(
  trx: Database,
  account: StoredAccount,
  now: number,
): Promise<FirstProof | undefined> {
  const { userId } = account;
  // The UPDATE itself checks that the address is unproven: the owner may have proven it in another window since the row
  // was read, and then the password and the rest are the owner's and must stay.
  const proven = await trx
    .updateTable('accounts')
    .set({ email_proven: 1, password_hash: '' })
    .where('user_id', '=', userId)
    .where('email_proven', '=', 0)
    .returning('user_id')
    .executeTakeFirst();
  if (!proven) return undefined;
  await deleteSessionsOf(trx, userId);
  await forgetBrowsersOf(trx, userId);
  await endGrants(trx, userId, now);
  const identities = await trx
    .deleteFrom('identities')
    .where('user_id', '=', userId)
    .returning('provider')
    .execute();
  const providers = new Set(identities.map(({ provider }) => provider as ProviderKey));
  return {
    removed: {
      password: account.passwordHash !== '',
      providers: [...providers].sort(),
      access: await endEveryAccessTo(trx, userId, now),
    },
    kept: await contentOf(trx, userId),
  };
}

async function contentOf(trx: Database, userId: string): Promise<FirstProof['kept']> {
  const profile = await trx
    .selectFrom('profiles')
    .select('user_id')
    .where('user_id', '=', userId)
    .executeTakeFirst();
  const { forms } = await trx
    .selectFrom('forms')
    .select(({ fn }) => fn.countAll<number>().as('forms'))
    .where('user_id', '=', userId)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow();
  return { profile: profile !== undefined, forms };
}

/** True if the proof removed a way to sign in, or a way to see the account, that somebody else may have set. */
export function hasRemoved({ removed }: FirstProof): boolean {
  return removed.password || removed.providers.length > 0 || removed.access;
}

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
    readonly notice: (proof: FirstProof | undefined, stays: Stays | undefined) => NewJob;
  },
  now: number,
): Promise<CodeCheck> {
  const { code, maxTries, email, notice, passwordHash } = reset;
  return await db.transaction().execute(async (trx) => {
    const check = await spendCode(trx, code, maxTries, now);
    if (check !== 'right') return check;
    const account = await findAccount(trx, email);
    if (!account) return 'gone';
    const { userId } = account;
    const proof = await proveAddress(trx, account, now);
    await setPassword(trx, userId, passwordHash);
    await deleteCodes(trx, code.emailHash);
    const { providers = [], access = false } = proof?.removed ?? {};
    const removed = { password: false, providers, access };
    // The first proof has removed all of these.
    const stays = proof ? undefined : await findStays(trx, userId, now);
    await addJob(trx, notice(proof && { ...proof, removed }, stays));
    if (providers.length > 0) await addActivity(trx, userId, now, 'waysInRemoved');
    await addActivity(trx, userId, now, 'passwordReset');
    return 'right';
  });
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

async function markProven(trx: Database, userId: string): Promise<void> {
  await trx
    .updateTable('accounts')
    .set({ email_proven: 1 })
    .where('user_id', '=', userId)
    .execute();
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
      await markProven(trx, userId);
      return 'changed';
    }
    if (await isHeld(trx, email, userId, now)) return 'emailInUse';
    const former = await findAccountOf(trx, userId);
    await trx
      .updateTable('accounts')
      .set({ email, email_proven: 1 })
      .where('user_id', '=', userId)
      .execute();
    await deleteSessionsOf(trx, userId);
    await deleteCodes(trx, code.emailHash);
    await deleteCodes(trx, formerEmailHash);
    if (former?.emailProven) await holdEmail(trx, { ...undo, userId, email: former.email }, now);
    await addJob(trx, notice(former?.emailProven === true));
    await addActivity(trx, userId, now, 'emailChanged');
    return 'changed';
  });
  return await changing.catch((error: unknown) => {
    // Another account took the address after the check.
    if (isTaken(error)) return 'emailInUse';
    throw error;
  });
}

/**
 * Returns the account of the address that the link was mailed to, and creates one if needed.
 *
 * @param proof.newUserId the id of the account, if one is created
 * @param proof.admission the rules for creating one
 * @param proof.notice makes the letter to the owner, which is sent only if the proof removed a sign-in method or
 *   an access
 * @returns undefined if the link is wrong, used or expired
 */
export async function signInByLink(
  db: Database,
  proof: Proof & {
    readonly newUserId: string;
    readonly admission: Admission;
    readonly notice: (proof: FirstProof) => NewJob;
  },
  now: number,
): Promise<
  SignedIn | { readonly refused: 'signUpClosed' | 'tooManyAttempts' | 'emailHeld' } | undefined
> {
  const { code, maxTries, email, notice, newUserId, admission } = proof;
  return await db.transaction().execute(async (trx) => {
    if ((await spendCode(trx, code, maxTries, now)) !== 'right') return undefined;
    // The operator's link lets an account's owner in. It makes no account, and no mailbox has proven the address.
    if (code.purpose === 'letIn') {
      const account = await findAccount(trx, email);
      return account && { userId: account.userId, isFirst: false };
    }
    const made = { userId: newUserId, email, passwordHash: '', emailProven: true };
    const outcome = await createAccount(trx, made, admission, now);
    if (outcome === 'created') return { userId: newUserId, isFirst: true };
    if (outcome !== 'emailInUse') return { refused: outcome };
    const account = await findAccount(trx, email);
    if (!account) {
      return (await isHeld(trx, email, newUserId, now)) ? { refused: 'emailHeld' } : undefined;
    }
    const firstProof = await proveAddress(trx, account, now);
    if (firstProof && hasRemoved(firstProof)) {
      await addJob(trx, notice(firstProof));
      await addActivity(trx, account.userId, now, 'waysInRemoved');
    }
    return { userId: account.userId, isFirst: firstProof !== undefined };
  });
}
