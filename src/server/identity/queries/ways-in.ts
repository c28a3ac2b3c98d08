import type { WayIn } from '../../../contract/ways-in.ts';
import type { Database } from '../../platform/db/database.ts';
import { addJob, type NewJob } from '../../platform/jobs/queries/jobs.ts';
import { findAccountOf, type StoredAccount } from './accounts.ts';
import { addActivity } from './activity.ts';
import { forgetBrowsersOf } from './browsers.ts';
import {
  addIdentity,
  findIdentitiesOf,
  findUserOf,
  type Identity,
  type LinkedIdentity,
  type ProviderIdentity,
} from './identities.ts';
import { lockAccount } from './locked-accounts.ts';
import { endGrants, findTokens } from './provider-tokens.ts';
import { deleteOtherSessions, deleteSessionsOf, lockSession, type Session } from './sessions.ts';

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

/**
 * Removes a way to sign in, and ends all other sessions of the user. The caller has checked that the owner proved that
 * the account is theirs.
 *
 * @param rules.waysInOf lists the ways to sign in as the browser knows them
 * @param rules.idOf the id of an identity in that list
 * @returns 'removed' also if it was removed before
 */
export async function removeWayIn(
  db: Database,
  caller: Caller,
  wayId: string,
  rules: {
    readonly waysInOf: (
      account: StoredAccount,
      identities: readonly LinkedIdentity[],
    ) => readonly WayIn[];
    readonly idOf: (identity: Identity) => string;
  },
  now: number,
): Promise<'removed' | 'lastWayIn' | 'signedOut'> {
  const { userId, tokenHash } = caller;
  return await db.transaction().execute(async (trx) => {
    if (!(await lockSession(trx, caller))) return 'signedOut';
    const account = await findAccountOf(trx, userId);
    if (!account) return 'signedOut';
    const identities = await findIdentitiesOf(trx, userId);
    const way = rules.waysInOf(account, identities).find((each) => each.wayId === wayId);
    if (!way) return 'removed';
    if (!way.isRemovable) return 'lastWayIn';
    if (way.kind === 'password') {
      await removePassword(trx, userId);
    } else {
      const identity = identities.find((each) => rules.idOf(each) === wayId);
      if (identity) await removeIdentity(trx, userId, identity, { personHash: wayId }, now);
    }
    await deleteOtherSessions(trx, userId, tokenHash);
    await addActivity(trx, userId, now, 'wayInRemoved', way.kind);
    return 'removed';
  });
}

/** A way to sign in, as it was when it was added. */
export type AddedWayIn =
  /** `tag`: a keyed hash of the stored password hash. */
  | { readonly kind: 'password'; readonly tag: string }
  | ({ readonly kind: 'provider'; readonly personHash: string } & Omit<LinkedIdentity, 'email'>);

/**
 * Ends a way to sign in that its owner did not add, and all sessions and known browsers of the user.
 *
 * @returns false if it had ended already, or was added again since; then nothing changes
 */
export async function endWayIn(
  db: Database,
  userId: string,
  way: AddedWayIn,
  tagOf: (passwordHash: string) => string,
  now: number,
): Promise<boolean> {
  return await db.transaction().execute(async (trx) => {
    if (!(await lockAccount(trx, userId))) return false;
    if (way.kind === 'password') {
      const { passwordHash = '' } = (await findAccountOf(trx, userId)) ?? {};
      if (tagOf(passwordHash) !== way.tag) return false;
      await removePassword(trx, userId);
    } else {
      if (!(await removeIdentity(trx, userId, way, way, now))) return false;
    }
    await deleteSessionsOf(trx, userId);
    await forgetBrowsersOf(trx, userId);
    const kind = way.kind === 'password' ? 'password' : way.provider;
    await addActivity(trx, userId, now, 'wayInRemoved', kind);
    return true;
  });
}

async function removePassword(trx: Database, userId: string): Promise<void> {
  await trx
    .updateTable('accounts')
    .set({ password_hash: '' })
    .where('user_id', '=', userId)
    .execute();
}

/** Removes an identity, and ends what the user allowed the app at the provider as this person. */
async function removeIdentity(
  trx: Database,
  userId: string,
  { issuer, subject, createdAt }: Pick<LinkedIdentity, 'issuer' | 'subject' | 'createdAt'>,
  { personHash }: { readonly personHash: string },
  now: number,
): Promise<boolean> {
  const removed = await trx
    .deleteFrom('identities')
    .where('user_id', '=', userId)
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .where('created_at', '=', createdAt)
    .returning('provider')
    .executeTakeFirst();
  if (!removed) return false;
  const tokens = await findTokens(trx, userId);
  if (tokens.some((each) => each.personHash === personHash)) await endGrants(trx, userId, now);
  return true;
}
