import type { Context } from '../context.ts';
import { deleteForGood } from '../platform/db/erasing.ts';
import { attemptKeysOf, shareKeysOf } from './attempts.ts';
import { endAllAccess } from './end-access.ts';
import { deleteAccount, type StoredAccount } from './queries/accounts.ts';
import { findShareIds } from './queries/readers.ts';

/**
 * Deletes an account with all its owner's rows (DECISIONS 10). Returns false if the calling session has ended
 * in the meantime. Two background jobs follow, which the caller does not wait for: one erases the remains
 * from the database file, the other revokes the provider tokens.
 */
export async function deleteWholeAccount(
  context: Context,
  { userId, email }: StoredAccount,
  tokenHash: string,
): Promise<boolean> {
  const { db, secrets, clock, jobs } = context;
  await endAllAccess(context, userId);
  const rows = {
    userId,
    tokenHash,
    emailHash: secrets.keyedHash(email),
    attemptKeys: [
      ...attemptKeysOf({ secrets }, email),
      ...shareKeysOf({ secrets }, await findShareIds(db, userId)),
    ],
  };
  if (!(await deleteForGood(db, (trx) => deleteAccount(trx, rows, clock())))) return false;
  jobs.wake('revoke');
  jobs.wake('vacuum');
  return true;
}
