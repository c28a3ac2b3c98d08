import type { WayIn } from '../../../contract/ways-in.ts';
import type { Database } from '../../platform/db/database.ts';
import { addJob, type NewJob } from '../../platform/jobs/queries/jobs.ts';
import { endLinks } from './access.ts';
import { findAccountOf, type StoredAccount } from './accounts.ts';
import { addActivity } from './activity.ts';
import { forgetBrowser, forgetBrowsersOf, knowsBrowserSince } from './browsers.ts';
import {
  addIdentity,
  findIdentitiesOf,
  findUserOf,
  type Identity,
  type LinkedIdentity,
  type ProviderIdentity,
} from './identities.ts';
import { lockAccount } from './locked-accounts.ts';
import { findPasskeysOf, type Passkey } from './passkeys.ts';
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
 * @param rules.letterFor makes the letter about a removed passkey; sent only to a proven address
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
      passkeys: readonly Passkey[],
    ) => readonly WayIn[];
    readonly idOf: (identity: Identity) => string;
    readonly letterFor: (account: StoredAccount, passkeyName: string) => NewJob;
  },
  now: number,
): Promise<'removed' | 'lastWayIn' | 'signedOut'> {
  const { userId, tokenHash } = caller;
  return await db.transaction().execute(async (trx) => {
    if (!(await lockSession(trx, caller))) return 'signedOut';
    const account = await findAccountOf(trx, userId);
    if (!account) return 'signedOut';
    const identities = await findIdentitiesOf(trx, userId);
    const passkeys = await findPasskeysOf(trx, userId);
    const way = rules.waysInOf(account, identities, passkeys).find((each) => each.wayId === wayId);
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
    if (way.passkey && account.emailProven) {
      await addJob(trx, rules.letterFor(account, way.passkey.name));
    }
    return 'removed';
  });
}

/** A way into the account, as it was when it was added. */
export type AddedWayIn =
  /** `tag`: a keyed hash of the stored password hash. */
  | { readonly kind: 'password'; readonly tag: string }
  | ({ readonly kind: 'provider'; readonly personHash: string } & Omit<LinkedIdentity, 'email'>)
  /** `browser`: its name in words. */
  | { readonly kind: 'browser'; readonly browserHash: string; readonly browser: string }
  /** A link for sharing, or a code for a clinic. */
  | { readonly kind: 'share'; readonly madeAt: number };

/** Links for sharing that were made in this time after one end with it, because they may have had no letter (ms). */
const SAME_HOUR_MS = 3_600_000;

/**
 * Ends a way in that its owner did not add, and all sessions and known browsers of the user.
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
    if (!(await endAdded(trx, userId, way, tagOf, now))) return false;
    await deleteSessionsOf(trx, userId);
    await forgetBrowsersOf(trx, userId);
    return true;
  });
}

async function endAdded(
  trx: Database,
  userId: string,
  way: AddedWayIn,
  tagOf: (passwordHash: string) => string,
  now: number,
): Promise<boolean> {
  switch (way.kind) {
    case 'password': {
      const { passwordHash = '' } = (await findAccountOf(trx, userId)) ?? {};
      if (tagOf(passwordHash) !== way.tag) return false;
      await removePassword(trx, userId);
      await addActivity(trx, userId, now, 'wayInRemoved', way.kind);
      return true;
    }
    case 'provider':
      if (!(await removeIdentity(trx, userId, way, way, now))) return false;
      await addActivity(trx, userId, now, 'wayInRemoved', way.provider);
      return true;
    case 'browser':
      if (!(await forgetBrowser(trx, userId, way.browserHash))) return false;
      await addActivity(trx, userId, now, 'sessionEnded', way.browser);
      await addActivity(trx, userId, now, 'signedOutEverywhere');
      return true;
    case 'share': {
      const made = { from: way.madeAt, before: way.madeAt + SAME_HOUR_MS };
      const hasEnded = await endLinks(trx, userId, now, made);
      // A code for a clinic has expired by now, but whoever made it may still be signed in.
      if (!hasEnded && !(await knowsBrowserSince(trx, userId, way.madeAt))) return false;
      await addActivity(trx, userId, now, 'signedOutEverywhere');
      return true;
    }
  }
}

async function removePassword(trx: Database, userId: string): Promise<void> {
  await trx
    .updateTable('accounts')
    .set({ password_hash: '' })
    .where('user_id', '=', userId)
    .execute();
}

/** Removes an identity, and ends what the user allowed the app at the provider as this person. */
export async function removeIdentity(
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
