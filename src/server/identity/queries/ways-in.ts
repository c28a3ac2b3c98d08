import type { Database } from '../../platform/db/database.ts';
import { addJob, type NewJob } from '../../platform/jobs/queries/jobs.ts';
import { findAccountOf, type StoredAccount } from './accounts.ts';
import { addActivity } from './activity.ts';
import { addIdentity, findUserOf, type ProviderIdentity } from './identities.ts';
import { lockSession, type Session } from './sessions.ts';

/** Adding and removing the ways to sign in to an account. Each function runs in one transaction. */

type Caller = Pick<Session, 'userId' | 'tokenHash'>;

/**
 * Joins a user's identity at a provider to the account that is signed in. The caller has checked that the owner proved
 * that the account is theirs. If the provider vouches for the account's address, that address is proven from then on;
 * nothing is removed, because the owner is signed in.
 *
 * @param letterFor makes the letter about the new way in; sent only to a proven address
 * @returns 'ofOther' if the identity already opens another account, 'signedOut' if the session has ended
 */
export async function joinProvider(
  db: Database,
  caller: Caller,
  identity: ProviderIdentity,
  letterFor: (account: StoredAccount) => NewJob,
  now: number,
): Promise<'joined' | 'ofOther' | 'signedOut'> {
  const { userId } = caller;
  return await db.transaction().execute(async (trx) => {
    if (!(await lockSession(trx, caller))) return 'signedOut';
    if (!(await addIdentity(trx, userId, identity, now))) {
      return (await findUserOf(trx, identity)) === userId ? 'joined' : 'ofOther';
    }
    if (identity.emailVouched) {
      await trx
        .updateTable('accounts')
        .set({ email_proven: 1 })
        .where('user_id', '=', userId)
        .where('email', '=', identity.email ?? '')
        .execute();
    }
    await addActivity(trx, userId, now, 'providerJoined', identity.provider);
    const account = await findAccountOf(trx, userId);
    if (account?.emailProven) await addJob(trx, letterFor(account));
    return 'joined';
  });
}
