import type { Config } from '../../config.ts';
import type { RateLimit } from '../../limits.ts';
import type { Database } from '../../platform/db/database.ts';
import { type Account, addAccount, findAccount } from './accounts.ts';
import { countAttemptIn, lockTries } from './attempts.ts';

/** The rules for an account that is created from an IP address. */
export interface Admission {
  readonly signUp: Config['signUp'];
  readonly limit: RateLimit;
  /** The rate-limit key of the IP address. */
  readonly key: string;
}

/** Why no account was created. */
type NotCreated = 'emailInUse' | 'signUpClosed' | 'tooManyAttempts';

/**
 * A key in the table `attempts` that counts nothing. Its row serves as a lock: only one transaction at a time may
 * create the first account.
 */
const FIRST_ACCOUNT = 'first account';

/**
 * Creates an account in the caller's transaction, for every way to sign up: with a password, a link, or a provider. If
 * the server accepts only one account, one of several concurrent sign-ups succeeds.
 */
export async function createAccount(
  trx: Database,
  account: Account & { readonly emailProven?: boolean },
  { signUp, limit, key }: Admission,
  now: number,
): Promise<'created' | NotCreated> {
  if (signUp === 'first') await lockTries(trx, FIRST_ACCOUNT, now);
  if (!(await takesNewAccounts(trx, signUp))) {
    return (await findAccount(trx, account.email)) ? 'emailInUse' : 'signUpClosed';
  }
  if (!(await addAccount(trx, account, now))) return 'emailInUse';
  if (await countAttemptIn(trx, key, limit, now)) return 'created';
  await trx.deleteFrom('accounts').where('user_id', '=', account.userId).execute();
  return 'tooManyAttempts';
}

/** True if this server accepts new accounts now. */
export async function takesNewAccounts(db: Database, signUp: Config['signUp']): Promise<boolean> {
  if (signUp !== 'first') return signUp === 'open';
  const account = await db.selectFrom('accounts').select('user_id').limit(1).executeTakeFirst();
  return account === undefined;
}
