import type { Database } from '../../platform/db/database.ts';
import { addMail, type StoredMail } from '../../platform/jobs/queries/mails.ts';
import { lockAccount } from './locked-accounts.ts';

export type CodePurpose = 'resetPassword' | 'changeEmail' | 'signInLink';

/** What proves an address: the code that was mailed to it, and the challenge of the browser that asked. */
export interface StoredCode {
  readonly challengeHash: string;
  readonly purpose: CodePurpose;
  readonly emailHash: string;
  /** Whose account it is to change, where that is settled when it is asked for. */
  readonly userId: string | null;
  readonly codeHash: string;
  readonly expiresAt: number;
}

/** What someone gives back: the same, but for its time. */
export type GivenCode = Omit<StoredCode, 'expiresAt'>;

/**
 * Keeps a code together with the mail that carries it, which has the name of the code; false where the
 * account that it is to change was deleted in the meantime.
 */
export async function addCode(db: Database, code: StoredCode, mail: StoredMail): Promise<boolean> {
  return await db.transaction().execute(async (trx) => {
    if (code.userId !== null && !(await lockAccount(trx, code.userId))) return false;
    await trx
      .insertInto('codes')
      .values({
        challenge_hash: code.challengeHash,
        purpose: code.purpose,
        email_hash: code.emailHash,
        user_id: code.userId,
        code_hash: code.codeHash,
        tries: 0,
        expires_at: code.expiresAt,
      })
      .execute();
    await addMail(trx, { ...mail, id: code.challengeHash });
    return true;
  });
}

/**
 * Tries a code, and uses it up where it is right.
 *
 * To be called in a transaction that is kept even where the code is wrong. Counting the try holds the
 * row, so that of tries at once, through any number of processes, each counts and only one succeeds.
 */
export async function spendCode(
  trx: Database,
  given: GivenCode,
  maxTries: number,
  now: number,
): Promise<boolean> {
  await lockCodes(trx, given.emailHash);
  const tried = await trx
    .updateTable('codes')
    .set((row) => ({ tries: row('tries', '+', 1) }))
    .where('challenge_hash', '=', given.challengeHash)
    .where('purpose', '=', given.purpose)
    .where('tries', '<', maxTries)
    .where('expires_at', '>', now)
    .returning(['email_hash', 'user_id', 'code_hash'])
    .executeTakeFirst();
  // Comparing keyed hashes takes no care about time: what differs says nothing of the code.
  const right =
    tried?.email_hash === given.emailHash &&
    tried.user_id === given.userId &&
    tried.code_hash === given.codeHash;
  if (right)
    await trx.deleteFrom('codes').where('challenge_hash', '=', given.challengeHash).execute();
  return right;
}

/**
 * Holds all codes of an address until the transaction ends. Whoever is about to delete them, or to write
 * the account's own row, does this first, so that no two wait for each other in a circle.
 */
export async function lockCodes(trx: Database, emailHash: string): Promise<void> {
  await trx
    .updateTable('codes')
    .set((row) => ({ tries: row.ref('tries') }))
    .where('email_hash', '=', emailHash)
    .execute();
}

/** Makes every other code of an address worthless. */
export async function deleteCodes(db: Database, emailHash: string): Promise<void> {
  await db.deleteFrom('codes').where('email_hash', '=', emailHash).execute();
}

export async function deleteExpiredCodes(db: Database, now: number): Promise<void> {
  await db.deleteFrom('codes').where('expires_at', '<=', now).execute();
}
