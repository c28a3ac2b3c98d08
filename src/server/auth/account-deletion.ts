import type { Context } from '../context.ts';
import { deleteAccount, type StoredAccount } from '../db/accounts.ts';
import { deleteForGood, finishErasing } from '../db/database.ts';
import { attemptKeysOf } from './attempts.ts';

/**
 * Removes an account with everything that is its owner's, from the tables and from the database's file
 * (DECISIONS 10); false where the session that asks was ended since. What providers allowed is given back to
 * them afterwards, without anyone waiting for it.
 */
export async function deleteWholeAccount(
  { db, log, secrets, clock, revocations }: Context,
  { userId, email }: StoredAccount,
  tokenHash: string,
): Promise<boolean> {
  const rows = {
    userId,
    tokenHash,
    emailHash: secrets.keyedHash(email),
    attemptKeys: attemptKeysOf(email),
  };
  if (!(await deleteForGood(db, (trx) => deleteAccount(trx, rows, clock())))) return false;
  revocations.wake();
  try {
    await finishErasing(db);
  } catch (error) {
    log.warn(
      { err: error },
      'The file is still to be erased, which is tried again at every tidying',
    );
  }
  return true;
}
