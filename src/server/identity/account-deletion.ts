import type { Context } from '../context.ts';
import { deleteForGood } from '../platform/db/erasing.ts';
import { attemptKeysOf } from './attempts.ts';
import { deleteAccount, type StoredAccount } from './queries/accounts.ts';

/**
 * Removes an account with everything that is its owner's (DECISIONS 10); false where the session that asks was ended
 * since. Afterwards, without anyone waiting for it, what is left of it in the database's file is erased, and what
 * providers allowed is given back to them.
 */
export async function deleteWholeAccount(
  { db, secrets, clock, jobs }: Context,
  { userId, email }: StoredAccount,
  tokenHash: string,
): Promise<boolean> {
  const rows = {
    userId,
    tokenHash,
    emailHash: secrets.keyedHash(email),
    attemptKeys: attemptKeysOf({ secrets }, email),
  };
  if (!(await deleteForGood(db, (trx) => deleteAccount(trx, rows, clock())))) return false;
  jobs.wake('revoke');
  jobs.wake('vacuum');
  return true;
}
