import type { Database } from '../../platform/db/database.ts';
import { deleteInParts } from '../../platform/db/delete-in-parts.ts';
import { addJob, type NewJob } from '../../platform/jobs/queries/jobs.ts';
import { findAccountOf, type StoredAccount } from './accounts.ts';
import { addActivity } from './activity.ts';
import { addIdentity, findUserOf } from './identities.ts';
import { lockAccount } from './locked-accounts.ts';
import { lockSession, type Session } from './sessions.ts';

/**
 * Passkeys. Each one is an identity, whose issuer is the RP ID and whose subject is the credential id. So whatever moves
 * or ends the identities of an account does the same with its passkeys.
 */

/** The provider of an identity that is a passkey. */
export const PASSKEY = 'passkey' as const;

export interface Passkey {
  readonly credentialId: string;
  /** The host at which it works. */
  readonly rpId: string;
  readonly name: string;
  readonly transports: readonly string[];
  readonly lastUsedAt: number | null;
}

/** A key as the browser made it. */
export interface MadePasskey extends Omit<Passkey, 'lastUsedAt'> {
  /** COSE, in base64url. */
  readonly publicKey: string;
  readonly counter: number;
}

/** A challenge that the caller has checked. */
export interface Challenge {
  readonly hash: string;
  readonly expiresAt: number;
}

/**
 * Adds a passkey to the account that is signed in, and uses its challenge up. The caller has checked that the owner
 * proved that the account is theirs.
 *
 * @param added.most how many passkeys of this host the account may have
 * @param added.letterFor makes the letter about it; sent only to a proven address
 */
export async function addPasskey(
  db: Database,
  caller: Pick<Session, 'userId' | 'tokenHash'>,
  added: {
    readonly passkey: MadePasskey;
    readonly challenge: Challenge;
    readonly most: number;
    readonly letterFor: (account: StoredAccount) => NewJob;
  },
  now: number,
): Promise<'added' | 'passkeyUsed' | 'passkeyOfOther' | 'tooManyPasskeys' | 'signedOut'> {
  const { userId } = caller;
  const { passkey, challenge, most, letterFor } = added;
  const { rpId, credentialId, name, publicKey, counter, transports } = passkey;
  return await db.transaction().execute(async (trx) => {
    if (!(await lockSession(trx, caller))) return 'signedOut';
    const identity = { provider: PASSKEY, issuer: rpId, subject: credentialId };
    const holder = await findUserOf(trx, identity);
    if (holder) return holder === userId ? 'added' : 'passkeyOfOther';
    if (!(await spendChallenge(trx, userId, challenge))) return 'passkeyUsed';
    const present = await findPasskeysOf(trx, userId);
    if (present.filter((each) => each.rpId === rpId).length >= most) return 'tooManyPasskeys';
    const made = { ...identity, email: undefined, emailVouched: false };
    if (!(await addIdentity(trx, userId, made, now))) return 'passkeyOfOther';
    await trx
      .insertInto('passkeys')
      .values({
        rp_id: rpId,
        credential_id: credentialId,
        public_key: publicKey,
        counter,
        transports: transports.join(),
        name,
        last_used_at: null,
      })
      .execute();
    await addActivity(trx, userId, now, 'providerJoined', PASSKEY);
    const account = await findAccountOf(trx, userId);
    if (account?.emailProven) await addJob(trx, letterFor(account));
    return 'added';
  });
}

/** The passkeys of an account, the first one that was added first. */
export async function findPasskeysOf(db: Database, userId: string): Promise<Passkey[]> {
  const rows = await db
    .selectFrom('passkeys')
    .innerJoin('identities', (join) =>
      join
        .onRef('identities.issuer', '=', 'passkeys.rp_id')
        .onRef('identities.subject', '=', 'passkeys.credential_id'),
    )
    .select([
      'passkeys.credential_id as credentialId',
      'passkeys.rp_id as rpId',
      'passkeys.name',
      'passkeys.transports',
      'passkeys.last_used_at as lastUsedAt',
    ])
    .where('identities.user_id', '=', userId)
    .orderBy('identities.created_at')
    .orderBy('passkeys.credential_id')
    .execute();
  return rows.map((row) => ({ ...row, transports: row.transports.split(',').filter(Boolean) }));
}

/** Returns the public key of a passkey (COSE, in base64url), unless it was removed. */
export async function findPublicKey(
  db: Database,
  { rpId, credentialId }: Pick<Passkey, 'rpId' | 'credentialId'>,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('passkeys')
    .select('public_key as publicKey')
    .where('rp_id', '=', rpId)
    .where('credential_id', '=', credentialId)
    .executeTakeFirst();
  return row?.publicKey;
}

/**
 * Uses a passkey once: spends its challenge and stores its counter. The caller has checked the signature.
 *
 * Of parallel calls with the same challenge or counter only one succeeds, in any number of processes.
 *
 * @returns the user whose key it is, or 'passkeyCopied' if the counter is not above that of the last use
 */
export async function spendPasskey(
  db: Database,
  used: Pick<MadePasskey, 'rpId' | 'credentialId' | 'counter'> & { readonly challenge: Challenge },
  now: number,
): Promise<{ readonly userId: string } | 'passkeyUsed' | 'passkeyGone' | 'passkeyCopied'> {
  const { rpId, credentialId, counter, challenge } = used;
  return await db.transaction().execute(async (trx) => {
    const identity = { provider: PASSKEY, issuer: rpId, subject: credentialId };
    const userId = await findUserOf(trx, identity);
    // The account may be gone since the row was read.
    if (!userId || !(await lockAccount(trx, userId))) return 'passkeyGone';
    if (!(await spendChallenge(trx, userId, challenge))) return 'passkeyUsed';
    const counted = await trx
      .updateTable('passkeys')
      .set({ counter, last_used_at: now })
      .where('rp_id', '=', rpId)
      .where('credential_id', '=', credentialId)
      // An authenticator that does not count always sends 0.
      .where('counter', counter === 0 ? '=' : '<', counter)
      .returning('rp_id')
      .executeTakeFirst();
    return counted ? { userId } : 'passkeyCopied';
  });
}

/** @returns false if there is no such passkey */
export async function renamePasskey(
  db: Database,
  { rpId, credentialId }: Pick<Passkey, 'rpId' | 'credentialId'>,
  name: string,
): Promise<boolean> {
  const renamed = await db
    .updateTable('passkeys')
    .set({ name })
    .where('rp_id', '=', rpId)
    .where('credential_id', '=', credentialId)
    .returning('rp_id')
    .executeTakeFirst();
  return renamed !== undefined;
}

/** A host other than this one for which there are passkeys. Reads one row. */
export async function findOtherHost(db: Database, host: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('passkeys')
    .select('rp_id as rpId')
    .where((where) => where.or([where('rp_id', '<', host), where('rp_id', '>', host)]))
    .limit(1)
    .executeTakeFirst();
  return row?.rpId;
}

/** Returns false if the challenge was used before. */
async function spendChallenge(
  trx: Database,
  userId: string,
  { hash, expiresAt }: Challenge,
): Promise<boolean> {
  const spent = await trx
    .insertInto('spent_challenges')
    .values({ challenge_hash: hash, user_id: userId, expires_at: expiresAt })
    .onConflict((conflict) => conflict.column('challenge_hash').doNothing())
    .returning('challenge_hash')
    .executeTakeFirst();
  return spent !== undefined;
}

export async function deleteExpiredChallenges(db: Database, now: number): Promise<void> {
  const expired = db
    .selectFrom('spent_challenges')
    .select('challenge_hash')
    .where('expires_at', '<=', now);
  await deleteInParts((limit) =>
    db
      .deleteFrom('spent_challenges')
      .where('challenge_hash', 'in', expired.limit(limit))
      .executeTakeFirstOrThrow(),
  );
}
