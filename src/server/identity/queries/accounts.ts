import type { Database } from '../../platform/db/database.ts';
import { addMail, type StoredMail } from '../../platform/jobs/queries/mails.ts';
import { addActivity } from './activity.ts';
import { deleteCodes, lockCodes } from './codes.ts';
import { endGrants } from './provider-tokens.ts';
import { deleteSessionsOf, lockSession } from './sessions.ts';

export interface Account {
  readonly userId: string;
  /** Trimmed and in lower case. */
  readonly email: string;
  /** '' for an account without a password. */
  readonly passwordHash: string;
}

export interface StoredAccount extends Account {
  /** Whether its owner has shown that the address is theirs. */
  readonly emailProven: boolean;
}

/** Adds an account; false where the address already has one. */
export async function addAccount(
  db: Database,
  account: Account & { readonly emailProven?: boolean },
  now: number,
): Promise<boolean> {
  const added = await db
    .insertInto('accounts')
    .values({
      user_id: account.userId,
      email: account.email,
      password_hash: account.passwordHash,
      created_at: now,
      email_proven: account.emailProven ? 1 : 0,
    })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returning('user_id')
    .executeTakeFirst();
  return added !== undefined;
}

/** @param email trimmed and in lower case */
export async function findAccount(db: Database, email: string): Promise<StoredAccount | undefined> {
  return await findBy(db, 'email', email);
}

export async function findAccountOf(
  db: Database,
  userId: string,
): Promise<StoredAccount | undefined> {
  return await findBy(db, 'user_id', userId);
}

async function findBy(db: Database, column: 'email' | 'user_id', value: string) {
  const row = await db
    .selectFrom('accounts')
    .select([
      'user_id as userId',
      'email',
      'password_hash as passwordHash',
      'email_proven as emailProven',
    ])
    .where(column, '=', value)
    .executeTakeFirst();
  return row && { ...row, emailProven: row.emailProven === 1 };
}

/**
 * Sets a signed-in person's new password and ends all their sessions.
 *
 * @param change.tokenHash the session that asks: one that was ended since, by whoever proved the address
 *   or by a sign-out everywhere, changes nothing any more
 */
export async function changePassword(
  db: Database,
  change: {
    readonly account: Account;
    readonly tokenHash: string;
    readonly passwordHash: string;
    readonly emailHash: string;
    readonly notice: StoredMail;
  },
  now: number,
): Promise<'changed' | 'wrongPassword' | 'signedOut'> {
  const { account, tokenHash, passwordHash, emailHash, notice } = change;
  return await db.transaction().execute(async (trx) => {
    await lockCodes(trx, emailHash);
    if (!(await lockSession(trx, { userId: account.userId, tokenHash }))) return 'signedOut';
    const changed = await trx
      .updateTable('accounts')
      .set({ password_hash: passwordHash })
      .where('user_id', '=', account.userId)
      .where('password_hash', '=', account.passwordHash)
      .returning('user_id')
      .executeTakeFirst();
    if (!changed) return 'wrongPassword';
    await deleteSessionsOf(trx, account.userId);
    await deleteCodes(trx, emailHash);
    await addMail(trx, notice);
    await addActivity(trx, account.userId, now, 'passwordChanged');
    return 'changed';
  });
}

/**
 * Removes an account and every row that is its owner's, in a transaction of the caller's: profile, forms,
 * sessions, identities, tokens and notices go with it; what is kept by the hash of an address or of a
 * limit's key is named.
 *
 * @param session.tokenHash the session that asks
 * @returns false where that session was ended since
 */
export async function deleteAccount(
  trx: Database,
  {
    userId,
    tokenHash,
    emailHash,
    attemptKeys,
  }: { userId: string; tokenHash: string; emailHash: string; attemptKeys: string[] },
  now: number,
): Promise<boolean> {
  await lockCodes(trx, emailHash);
  if (!(await lockSession(trx, { userId, tokenHash }))) return false;
  await endGrants(trx, userId, now);
  await deleteCodes(trx, emailHash);
  // What was to be mailed to another address that they wanted to have.
  const asked = trx.selectFrom('codes').select('challenge_hash').where('user_id', '=', userId);
  await trx.deleteFrom('mails').where('id', 'in', asked).execute();
  await trx.deleteFrom('accounts').where('user_id', '=', userId).execute();
  // Last: whoever held a row of the account's may have noted something until it was gone.
  await trx.deleteFrom('activity').where('user_id', '=', userId).execute();
  await trx.deleteFrom('mails').where('email_hash', '=', emailHash).execute();
  await trx.deleteFrom('attempts').where('limit_key', 'in', attemptKeys).execute();
  return true;
}
