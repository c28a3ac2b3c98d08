import type { Database } from '../../platform/db/database.ts';
import { addJob, type NewJob } from '../../platform/jobs/queries/jobs.ts';
import type { FirstProof } from '../../platform/mail/letters.ts';
import { findAccount } from './accounts.ts';
import { addActivity } from './activity.ts';
import { hasRemoved, proveAddress } from './address-proof.ts';
import { type Admission, createAccount } from './new-accounts.ts';

/** A user's identity at a provider. */
export interface Identity {
  readonly provider: string;
  readonly issuer: string;
  /** The provider's id for the user, which it never reuses. */
  readonly subject: string;
}

/** An identity with what the provider reports about the user's email address. */
interface ProviderIdentity extends Identity {
  /** Trimmed and lower case; undefined if the provider reports none. */
  readonly email: string | undefined;
  /** Whether the provider vouches that the address is the user's. */
  readonly emailVouched: boolean;
}

/** The account, or the reason why there is none. */
export type SignedInByProvider =
  | { readonly userId: string }
  | { readonly refused: 'emailInUse' | 'noEmail' | 'signUpClosed' | 'tooManyAttempts' };

/**
 * Finds the account of a user who signed in at a provider: by issuer and subject, or else by the email address, if the
 * provider vouches for the address. If no account has the address, it creates one (DECISIONS 9). Runs in one
 * transaction.
 *
 * @param options.newUserId the id of the account, if one is created
 * @param options.admission the rules for creating one
 * @param options.notice makes the letter to the owner, which is sent only if linking removed sign-in methods or
 *   access that someone else may have set
 */
export async function signInByProvider(
  db: Database,
  identity: ProviderIdentity,
  {
    newUserId,
    admission,
    notice,
  }: {
    readonly newUserId: string;
    readonly admission: Admission;
    readonly notice: (email: string, proof: FirstProof) => NewJob;
  },
  now: number,
): Promise<SignedInByProvider> {
  return await db.transaction().execute(async (trx) => {
    const known = await findUserOf(trx, identity);
    if (known) return { userId: known };
    const { email, emailVouched } = identity;
    if (!email) return { refused: 'noEmail' };
    const made = { userId: newUserId, email, passwordHash: '', emailProven: emailVouched };
    const outcome = await createAccount(trx, made, admission, now);
    if (outcome === 'created') {
      await addIdentity(trx, newUserId, identity, now);
      return { userId: newUserId };
    }
    // The same user may have signed in in another window at the same time.
    const meanwhile = await findUserOf(trx, identity);
    if (meanwhile) return { userId: meanwhile };
    if (outcome !== 'emailInUse') return { refused: outcome };
    const account = await findAccount(trx, email);
    if (!account || !emailVouched) return { refused: 'emailInUse' };
    const proof = await proveAddress(trx, account, now);
    if (proof && hasRemoved(proof)) await addJob(trx, notice(email, proof));
    const { password = false, providers = [] } = proof?.removed ?? {};
    if (providers.length > 0) await addActivity(trx, account.userId, now, 'waysInRemoved');
    if (await addIdentity(trx, account.userId, identity, now)) {
      const detail = password ? `${identity.provider} passwordRemoved` : identity.provider;
      await addActivity(trx, account.userId, now, 'providerJoined', detail);
    }
    return { userId: account.userId };
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

/** The providers that a user can sign in with. */
export async function findProvidersOf(db: Database, userId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('identities')
    .select('provider')
    .distinct()
    .where('user_id', '=', userId)
    .orderBy('provider')
    .execute();
  return rows.map(({ provider }) => provider);
}

/** Returns false if the identity was linked already. */
async function addIdentity(
  trx: Database,
  userId: string,
  { provider, issuer, subject }: Identity,
  now: number,
): Promise<boolean> {
  const added = await trx
    .insertInto('identities')
    .values({ issuer, subject, user_id: userId, provider, created_at: now })
    .onConflict((conflict) => conflict.columns(['issuer', 'subject']).doNothing())
    .returning('user_id')
    .executeTakeFirst();
  return added !== undefined;
}
