import type { Config } from '../../config.ts';
import type { Database } from '../../platform/db/database.ts';
import { type Account, addAccount, findAccount } from './accounts.ts';
import { countForAllIn, type LimitedKey, lockTries } from './attempts.ts';
import { isHeld } from './held-emails.ts';

/** The rules for an account that a request creates. */
export interface Admission {
  readonly signUp: Config['signUp'];
  /** The rate limits of the networks that the request comes from. */
  readonly networks: readonly LimitedKey[];
  /** The privacy notice that the person was shown and agrees to; undefined if there was none. */
  readonly agreedTo: string | undefined;
}

/** The account of a sign-in. */
export interface SignedIn {
  readonly userId: string;
  /** Whether this sign-in has made the account, or has first proven its address. */
  readonly isFirst: boolean;
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
  { signUp, networks, agreedTo }: Admission,
  now: number,
): Promise<'created' | NotCreated> {
  if (signUp === 'first') await lockTries(trx, FIRST_ACCOUNT, now);
  if (!(await takesNewAccounts(trx, signUp))) {
    const { email, userId } = account;
    const isInUse = (await findAccount(trx, email)) || (await isHeld(trx, email, userId, now));
    return isInUse ? 'emailInUse' : 'signUpClosed';
  }
  if (!(await addAccount(trx, account, now))) return 'emailInUse';
  // Only now, because the insertion has waited for a change of the address that was not committed yet.
  const isFree = !(await isHeld(trx, account.email, account.userId, now));
  if (isFree && !(await countForAllIn(trx, networks, now))) {
    if (agreedTo !== undefined) await addConsent(trx, account.userId, agreedTo, now);
    return 'created';
  }
  await trx.deleteFrom('accounts').where('user_id', '=', account.userId).execute();
  return isFree ? 'tooManyAttempts' : 'emailInUse';
}

async function addConsent(trx: Database, userId: string, url: string, now: number): Promise<void> {
  await trx.insertInto('consents').values({ user_id: userId, at: now, url }).execute();
}

/** True if this server accepts new accounts now. */
export async function takesNewAccounts(db: Database, signUp: Config['signUp']): Promise<boolean> {
  if (signUp !== 'first') return signUp === 'open';
  const account = await db.selectFrom('accounts').select('user_id').limit(1).executeTakeFirst();
  return account === undefined;
}
