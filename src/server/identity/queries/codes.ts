import type { Database } from '../../platform/db/database.ts';
import { deleteInParts } from '../../platform/db/delete-in-parts.ts';
import { addJob, type NewJob } from '../../platform/jobs/queries/jobs.ts';
import { lockAccount } from './locked-accounts.ts';

/** 'letIn': a link that the operator made, which proves nothing about the address. */
export type CodePurpose =
  | 'resetPassword'
  | 'changeEmail'
  | 'signInLink'
  | 'letIn'
  | 'proveOwner'
  | 'proveAddress'
  | 'joinOwnProvider';

/** Proof of an email address: the code that was mailed to it and the challenge of the browser that asked. */
export interface StoredCode {
  readonly challengeHash: string;
  readonly purpose: CodePurpose;
  readonly emailHash: string;
  /** The account to change, if it is known when the code is requested. */
  readonly userId: string | null;
  readonly codeHash: string;
  readonly expiresAt: number;
}

/** A submitted code: the same fields without the expiry time. */
export type GivenCode = Omit<StoredCode, 'expiresAt'>;

/** The outcome of checking a code: 'gone' if it was not checked, because it is used, expired or of another browser. */
export type CodeCheck = 'right' | 'wrong' | 'gone';

/**
 * Stores a code together with its email, if it has one, which gets the same id; false if the account to change has been
 * deleted in the meantime.
 */
export async function addCode(db: Database, code: StoredCode, mail?: NewJob): Promise<boolean> {
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
    if (mail) await addJob(trx, { ...mail, id: code.challengeHash });
    return true;
  });
}

/**
 * Checks a code, counts the attempt, and uses the code up if it is right.
 *
 * Commit the transaction even if the code is wrong, so that the attempt counts. The UPDATE locks the row, so
 * every parallel attempt counts and only one succeeds, in any number of processes.
 */
export async function spendCode(
  trx: Database,
  given: GivenCode,
  maxTries: number,
  now: number,
): Promise<CodeCheck> {
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
  if (!tried) return 'gone';
  // Keyed hashes need no constant-time comparison: the timing reveals nothing about the code.
  const right =
    tried.email_hash === given.emailHash &&
    tried.user_id === given.userId &&
    tried.code_hash === given.codeHash;
  if (!right) return 'wrong';
  await trx.deleteFrom('codes').where('challenge_hash', '=', given.challengeHash).execute();
  return 'right';
}

/** True if `spendCode` would accept this code now. Only reads. */
export async function isRightCode(db: Database, given: GivenCode, now: number): Promise<boolean> {
  const row = await db
    .selectFrom('codes')
    .select('user_id as userId')
    .where('challenge_hash', '=', given.challengeHash)
    .where('purpose', '=', given.purpose)
    .where('email_hash', '=', given.emailHash)
    .where('code_hash', '=', given.codeHash)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return row?.userId === given.userId;
}

/** `spendCode` in a transaction of its own. */
export async function takeCode(
  db: Database,
  ...given: [given: GivenCode, maxTries: number, now: number]
): Promise<CodeCheck> {
  return await db.transaction().execute((trx) => spendCode(trx, ...given));
}

/**
 * Locks all codes of an address until the transaction ends. Call it before deleting the codes or writing the account's
 * row: the same lock order everywhere prevents deadlocks.
 */
export async function lockCodes(trx: Database, emailHash: string): Promise<void> {
  await trx
    .updateTable('codes')
    .set((row) => ({ tries: row.ref('tries') }))
    .where('email_hash', '=', emailHash)
    .execute();
}

/** Invalidates all remaining codes of an address. */
export async function deleteCodes(db: Database, emailHash: string): Promise<void> {
  await db.deleteFrom('codes').where('email_hash', '=', emailHash).execute();
}

export async function deleteExpiredCodes(db: Database, now: number): Promise<void> {
  const expired = db.selectFrom('codes').select('challenge_hash').where('expires_at', '<=', now);
  await deleteInParts((limit) =>
    db
      .deleteFrom('codes')
      .where('challenge_hash', 'in', expired.limit(limit))
      .executeTakeFirstOrThrow(),
  );
}
