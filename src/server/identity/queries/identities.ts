import type { Database } from '../../platform/db/database.ts';
import type { NewJob } from '../../platform/jobs/queries/jobs.ts';
import type { FirstProof } from '../../platform/mail/letters.ts';
import { placeholderFor } from '../no-address.ts';
import { findAccount, type StoredAccount } from './accounts.ts';
import { addActivity } from './activity.ts';
import { giveAddress, type Owns } from './first-proof.ts';
import { type Admission, createAccount, type SignedIn } from './new-accounts.ts';
import { addBounded, type BoundedLetter } from './warnings.ts';

/** A user's identity at a provider. */
export interface Identity {
  readonly provider: string;
  readonly issuer: string;
  /** The provider's id for the user, which it never reuses. */
  readonly subject: string;
}

/** An identity with what the provider reports about the user's email address. */
export interface ProviderIdentity extends Identity {
  /** Trimmed and lower case; undefined if the provider reports none. */
  readonly email: string | undefined;
  /** Whether the provider vouches that the address belongs to the user now. */
  readonly emailVouched: boolean;
  /** Whether the address of a new account counts as proven; by default if the provider vouches for it. */
  readonly emailProven?: boolean;
}

/** The account, or the reason why there is none. */
export type SignedInByProvider =
  | SignedIn
  | { readonly refused: 'emailInUse' | 'noEmail' | 'signUpClosed' | 'tooManyAttempts' };

/**
 * Finds the account of a user who signed in at a provider: by issuer and subject. If no account has the provider's
 * address, it creates one (DECISIONS 9). If an account has the address, that account opens only if the provider vouches
 * for the address and the address was never proven. An account with a proven address gets another provider only from
 * its signed-in owner, with `joinProvider` (DECISIONS 42). Runs in one transaction.
 *
 * @param options.newUserId the id of the account, if one is created
 * @param options.admission the rules for creating one
 * @param options.notice makes the letter to the owner, which is sent only if linking removed sign-in methods or
 *   access that someone else may have set
 * @param options.mayLackEmail whether somebody without an address gets an account too
 * @param options.warning makes the letter to the owner of a proven address whose account was not opened
 */
export async function signInByProvider(
  db: Database,
  identity: ProviderIdentity,
  {
    newUserId,
    admission,
    owns,
    notice,
    warning,
    mayLackEmail,
  }: {
    readonly newUserId: string;
    readonly admission: Admission;
    readonly owns: Owns;
    readonly notice: (email: string, proof: FirstProof) => NewJob;
    readonly warning: (account: StoredAccount) => BoundedLetter;
    readonly mayLackEmail: boolean;
  },
  now: number,
): Promise<SignedInByProvider> {
  return await db.transaction().execute(async (trx) => {
    const known = await findUserOf(trx, identity);
    if (known) return { userId: known, isFirst: false };
    const { emailVouched, emailProven = emailVouched } = identity;
    // Our page asks for an address (DECISIONS 47).
    const email = identity.email ?? (mayLackEmail ? placeholderFor(newUserId) : undefined);
    if (!email) return { refused: 'noEmail' };
    const isProven = emailProven && identity.email !== undefined;
    const made = { userId: newUserId, email, passwordHash: '', emailProven: isProven };
    const outcome = await createAccount(trx, made, admission, now);
    if (outcome === 'created') {
      await addIdentity(trx, newUserId, identity, now);
      return { userId: newUserId, isFirst: true };
    }
    // The same user may have signed in in another window at the same time.
    const meanwhile = await findUserOf(trx, identity);
    if (meanwhile) return { userId: meanwhile, isFirst: true };
    if (outcome !== 'emailInUse') return { refused: outcome };
    const account = await findAccount(trx, email);
    if (!account) return { refused: 'emailInUse' };
    const given = emailVouched
      ? await giveAddress(trx, account, { owns, notice: (proof) => notice(email, proof) }, now)
      : undefined;
    if (!given) {
      // Another window of the same user may have joined it while this one waited for the account's row.
      const joined = await findUserOf(trx, identity);
      if (joined) return { userId: joined, isFirst: true };
      // If the provider vouches, the address was proven already, perhaps since the account was read.
      if (emailVouched || account.emailProven) {
        await addBounded(trx, warning(account), now);
      }
      return { refused: 'emailInUse' };
    }
    const { userId, firstProof } = given;
    if (firstProof && firstProof.providers.length > 0) {
      await addActivity(trx, userId, now, 'waysInRemoved');
    }
    if (await addIdentity(trx, userId, identity, now)) {
      const { provider } = identity;
      const detail = firstProof?.password ? `${provider} passwordRemoved` : provider;
      await addActivity(trx, userId, now, 'providerJoined', detail);
    }
    return { userId, isFirst: true };
  });
}

export async function findUserOf(
  db: Database,
  { issuer, subject }: Identity,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('identities')
    .select('user_id')
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst();
  return row?.user_id;
}

/** A user's subject at a provider. If several are linked, returns the one that was linked first. */
export async function findSubject(
  db: Database,
  userId: string,
  provider: string,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('identities')
    .select('subject')
    .where('user_id', '=', userId)
    .where('provider', '=', provider)
    .orderBy('created_at')
    .executeTakeFirst();
  return row?.subject;
}

/** An identity that is linked to an account. */
export interface LinkedIdentity extends Identity {
  /** The address that the provider reported; '' if none. */
  readonly email: string;
  readonly createdAt: number;
}

/** The identities of a user, the first one that was linked first. */
export async function findIdentitiesOf(db: Database, userId: string): Promise<LinkedIdentity[]> {
  return await db
    .selectFrom('identities')
    .select(['provider', 'issuer', 'subject', 'email', 'created_at as createdAt'])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('provider')
    .execute();
}

/** Returns false if the identity was linked already. */
export async function addIdentity(
  trx: Database,
  userId: string,
  { provider, issuer, subject, email = '' }: ProviderIdentity,
  now: number,
): Promise<boolean> {
  const added = await trx
    .insertInto('identities')
    .values({ issuer, subject, user_id: userId, provider, email, created_at: now })
    .onConflict((conflict) => conflict.columns(['issuer', 'subject']).doNothing())
    .returning('user_id')
    .executeTakeFirst();
  return added !== undefined;
}
