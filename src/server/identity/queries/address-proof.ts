import { type Database, isTaken } from '../../platform/db/database.ts';
import { addMail, type StoredMail } from '../../platform/jobs/queries/mails.ts';
import { addAccount, findAccount, type StoredAccount } from './accounts.ts';
import { addActivity } from './activity.ts';
import { deleteCodes, type GivenCode, lockCodes, spendCode } from './codes.ts';
import { endGrants } from './provider-tokens.ts';
import { deleteSessionsOf, lockSession } from './sessions.ts';

/**
 * Changes that wait for the proof of an address, each in one transaction: the code is spent, the change
 * made, and the notice of it queued, or nothing of that.
 */

/** Ways in that whoever made an account had set, and its owner had not. */
interface Dropped {
  readonly password: boolean;
  readonly identities: boolean;
}

/**
 * Marks an account's address as its owner's. Where nobody had proven it before, whoever made the account
 * may be someone else: password, sessions and other ways in are dropped, so that nobody can wait in an
 * account made with another's address (DECISIONS 9).
 *
 * @returns what was dropped
 */
export async function proveAddress(
  trx: Database,
  account: StoredAccount,
  now: number,
): Promise<Dropped> {
  const { userId } = account;
  // Asked of the row itself: the owner may have proven it in another window since it was read, and what
  // they have set there is theirs.
  const proven = await trx
    .updateTable('accounts')
    .set({ email_proven: 1, password_hash: '' })
    .where('user_id', '=', userId)
    .where('email_proven', '=', 0)
    .returning('user_id')
    .executeTakeFirst();
  if (!proven) return { password: false, identities: false };
  await deleteSessionsOf(trx, userId);
  await endGrants(trx, userId, now);
  const identities = await trx
    .deleteFrom('identities')
    .where('user_id', '=', userId)
    .returning('subject')
    .execute();
  return { password: account.passwordHash !== '', identities: identities.length > 0 };
}

interface Proof {
  readonly code: GivenCode;
  readonly maxTries: number;
  readonly email: string;
  /** Told to the owner once it is done. */
  readonly notice: StoredMail;
}

/** Sets a new password and ends all sessions; false where the code is wrong or the address has no account. */
export async function resetPassword(
  db: Database,
  { code, maxTries, email, notice, passwordHash }: Proof & { readonly passwordHash: string },
  now: number,
): Promise<boolean> {
  return await db.transaction().execute(async (trx) => {
    if (!(await spendCode(trx, code, maxTries, now))) return false;
    const account = await findAccount(trx, email);
    if (!account) return false;
    await proveAddress(trx, account, now);
    await setPassword(trx, account.userId, passwordHash);
    await deleteCodes(trx, code.emailHash);
    await addMail(trx, notice);
    await addActivity(trx, account.userId, now, 'passwordReset');
    return true;
  });
}

async function setPassword(trx: Database, userId: string, passwordHash: string): Promise<void> {
  await trx
    .updateTable('accounts')
    .set({ password_hash: passwordHash })
    .where('user_id', '=', userId)
    .execute();
  await deleteSessionsOf(trx, userId);
}

async function markProven(trx: Database, userId: string): Promise<void> {
  await trx
    .updateTable('accounts')
    .set({ email_proven: 1 })
    .where('user_id', '=', userId)
    .execute();
}

/**
 * Gives an account the address that a code was mailed to, and ends all its sessions.
 *
 * @param change.tokenHash the session that asks; one that was ended in the meantime, by a reset for
 *   instance, changes nothing any more
 * @param change.formerEmailHash codes mailed to the former address are worth nothing from then on
 */
export async function changeEmail(
  db: Database,
  change: Proof & {
    readonly userId: string;
    readonly tokenHash: string;
    readonly formerEmailHash: string;
  },
  now: number,
): Promise<'changed' | 'wrongCode' | 'emailInUse' | 'signedOut'> {
  const { code, maxTries, email, notice, userId, tokenHash, formerEmailHash } = change;
  const changing = db.transaction().execute(async (trx) => {
    if (!(await spendCode(trx, code, maxTries, now))) return 'wrongCode';
    await lockCodes(trx, formerEmailHash);
    if (!(await lockSession(trx, { userId, tokenHash }))) return 'signedOut';
    const owner = await findAccount(trx, email);
    if (owner && owner.userId !== userId) return 'emailInUse';
    if (owner) {
      // The address they have already: now it is proven, and there is nothing to warn anyone of.
      await markProven(trx, userId);
      return 'changed';
    }
    await trx
      .updateTable('accounts')
      .set({ email, email_proven: 1 })
      .where('user_id', '=', userId)
      .execute();
    await deleteSessionsOf(trx, userId);
    await deleteCodes(trx, code.emailHash);
    await deleteCodes(trx, formerEmailHash);
    await addMail(trx, notice);
    await addActivity(trx, userId, now, 'emailChanged');
    return 'changed';
  });
  return await changing.catch((error: unknown) => {
    // Someone signed up with the address since it was looked for.
    if (isTaken(error)) return 'emailInUse';
    throw error;
  });
}

/**
 * The account of an address that a link was mailed to, made where there is none.
 *
 * @param proof.newUserId the id of the account, if one is made
 * @param proof.notice told only where something was dropped
 */
export async function signInByLink(
  db: Database,
  { code, maxTries, email, notice, newUserId }: Proof & { readonly newUserId: string },
  now: number,
): Promise<string | undefined> {
  return await db.transaction().execute(async (trx) => {
    if (!(await spendCode(trx, code, maxTries, now))) return undefined;
    const made = { userId: newUserId, email, passwordHash: '', emailProven: true };
    if (await addAccount(trx, made, now)) return newUserId;
    const account = await findAccount(trx, email);
    if (!account) return undefined;
    const dropped = await proveAddress(trx, account, now);
    if (dropped.password || dropped.identities) {
      await addMail(trx, notice);
      await addActivity(trx, account.userId, now, 'waysInRemoved');
    }
    return account.userId;
  });
}
