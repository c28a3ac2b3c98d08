import type { Context } from '../context.ts';
import { deleteForGood } from '../platform/db/erasing.ts';
import { countedKeysOf } from './counted.ts';
import { endingsOf } from './end-access.ts';
import { triesOf, triesOfSession } from './known-browsers.ts';
import { deleteAccount, type StoredAccount } from './queries/accounts.ts';
import { findBrowsersOf } from './queries/browsers.ts';
import { findShareIds } from './queries/readers.ts';

/**
 * Deletes an account with all its owner's rows (DECISIONS 10). Returns false, and changes nothing, if the calling
 * session, if there is one, has ended in the meantime. Starts background jobs and does not wait for them: they overwrite the deleted data
 * in the database file, revoke the provider tokens, and send emails to the owner's caregivers and to the people whom
 * the owner helped.
 */
export async function deleteWholeAccount(
  context: Context,
  { userId, email }: StoredAccount,
  tokenHash?: string,
): Promise<boolean> {
  const { db, secrets, clock, jobs } = context;
  const rows = {
    userId,
    tokenHash,
    endings: await endingsOf(context, userId),
    emailHash: secrets.keyedHash(email),
    attemptKeys: [
      ...countedKeysOf({ secrets }, { email, shareIds: await findShareIds(db, userId) }),
      ...(await findBrowsersOf(db, userId)).map((hash) => secrets.keyedHash(triesOf(hash))),
      ...(tokenHash === undefined ? [] : [secrets.keyedHash(triesOfSession(tokenHash))]),
    ],
  };
  if (!(await deleteForGood(db, (trx) => deleteAccount(trx, rows, clock())))) return false;
  jobs.wake('mail');
  jobs.wake('revoke');
  jobs.wake('vacuum');
  return true;
}
