import type { Database } from '../../platform/db/database.ts';
import { addJob, type NewJob } from '../../platform/jobs/queries/jobs.ts';
import { countAttemptIn, type LimitedKey } from './attempts.ts';

/** A letter to an account, of which only so many are sent. */
export interface BoundedLetter extends LimitedKey {
  readonly letter: NewJob;
}

/** Queues a letter in the caller's transaction, unless its limit is reached. @returns whether it is queued */
export async function addBounded(
  trx: Database,
  { key, limit, letter }: BoundedLetter,
  now: number,
): Promise<boolean> {
  if (!(await countAttemptIn(trx, key, limit, now))) return false;
  await addJob(trx, letter);
  return true;
}

/** Queues a letter about wrong passwords, unless its limit is reached. @returns whether it is queued */
export async function addWarning(
  db: Database,
  letter: BoundedLetter,
  now: number,
): Promise<boolean> {
  return await db.transaction().execute((trx) => addBounded(trx, letter, now));
}

/** Makes a letter to the address of an account about something that an intruder may have done there. */
export type SecurityLetter = (email: string) => BoundedLetter;

/**
 * Queues such a letter in the transaction of its cause, if the account's address is proven: somebody else may read the
 * email of another one. The caller has locked the account.
 */
export async function addSecurityLetter(
  trx: Database,
  userId: string,
  letterTo: SecurityLetter | undefined,
  now: number,
): Promise<void> {
  if (!letterTo) return;
  const account = await trx
    .selectFrom('accounts')
    .select('email')
    .where('user_id', '=', userId)
    .where('email_proven', '=', 1)
    .executeTakeFirst();
  if (account) await addBounded(trx, letterTo(account.email), now);
}
