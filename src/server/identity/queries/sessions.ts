import { randomUUID } from 'node:crypto';
import { PROVIDER_KEYS } from '../../../contract/providers.ts';
import type { Database } from '../../platform/db/database.ts';
import { deleteInParts } from '../../platform/db/delete-in-parts.ts';
import { prepared } from '../../platform/db/prepared.ts';
import { addActivity } from './activity.ts';
import { forgetBrowser, forgetBrowsersOf, keepBrowser } from './browsers.ts';
import { lockAccount } from './locked-accounts.ts';
import { addSecurityLetter, type SecurityLetter } from './warnings.ts';

export interface Session {
  readonly tokenHash: string;
  readonly userId: string;
  readonly email: string;
  readonly isNewUser: boolean;
  readonly createdAt: number;
  readonly expiresAt: number;
  /** When the user last proved in this session that the account is theirs (ms); 0 if a provider signed them in. */
  readonly authenticatedAt: number;
  /** Whether that proof was a passkey, which counts in place of the password. */
  readonly byPasskey: boolean;
  /** When the session was last used; noted at most once a day. */
  readonly lastUsedAt: number;
}

/** A session in the list of signed-in devices. */
export interface SignedInDevice {
  readonly sessionId: string;
  readonly tokenHash: string;
  /** In words, such as 'Firefox on Android'. */
  readonly browser: string;
  /** When the account was first used in this browser. */
  readonly firstUsedAt: number;
  readonly lastUsedAt: number;
}

/**
 * Adds a session, unless the account is gone or no longer has the password that was checked. A sign-in that
 * began before a reset or a deletion gets no session afterwards.
 */
export async function addSession(
  db: Database,
  session: {
    readonly tokenHash: string;
    readonly userId: string;
    readonly isNewUser: boolean;
    readonly expiresAt: number;
    readonly passwordHash?: string | undefined;
    /** The ID token of the operator's own provider, encrypted. */
    readonly sealedIdToken?: string | undefined;
    /** The sign-in method; undefined if the user has not just signed in, but has changed the password or the email. */
    readonly signedInBy?: string | undefined;
    /** The browser in words. */
    readonly browser: string;
    /** The hash of the browser. After a sign-in the account knows it. Undefined if the account does not know it. */
    readonly browserHash?: string | undefined;
    /** The letter about a browser that the account did not know. */
    readonly letter?: SecurityLetter | undefined;
  },
  now: number,
): Promise<boolean> {
  return await db.transaction().execute(async (trx) => {
    if (!(await lockAccount(trx, session.userId, session.passwordHash))) return false;
    const { userId, signedInBy, browser, browserHash } = session;
    await endOldestSessions(trx, userId);
    await trx
      .insertInto('sessions')
      .values({
        token_hash: session.tokenHash,
        user_id: userId,
        created_at: now,
        expires_at: session.expiresAt,
        is_new_user: session.isNewUser ? 1 : 0,
        // A provider asks for nothing if the browser is signed in there, so such a sign-in proves nothing about whoever
        // holds the device.
        authenticated_at: isProvider(signedInBy) ? 0 : now,
        session_id: randomUUID(),
        browser,
        browser_hash: browserHash ?? '',
        last_used_at: now,
        sealed_id_token: session.sealedIdToken ?? '',
      })
      .execute();
    if (!signedInBy) return true;
    if (browserHash) await keepBrowser(trx, userId, browserHash, now);
    await addActivity(trx, userId, now, 'signedIn', signedInBy);
    await addSecurityLetter(trx, userId, session.letter, now);
    return true;
  });
}

function isProvider(signedInBy: string | undefined): boolean {
  return PROVIDER_KEYS.some((key) => key === signedInBy);
}

/** The maximum number of sessions of an account. More than this is a sign of a script. */
const MOST_SESSIONS = 100;

/** Ends the oldest sessions of an account, so that the account has at most `MOST_SESSIONS` after one more is added. */
async function endOldestSessions(trx: Database, userId: string): Promise<void> {
  const newest = trx
    .selectFrom('sessions')
    .select('token_hash')
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .orderBy('token_hash')
    .limit(MOST_SESSIONS - 1);
  await trx
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .where('token_hash', 'not in', newest)
    .execute();
}

/** Does not join the profile: in a cluster, a user's profile and their session may be stored on different machines. */
const selectSession = prepared((db, { tokenHash, now }: { tokenHash: string; now: number }) =>
  db
    .selectFrom('sessions')
    .innerJoin('accounts', 'accounts.user_id', 'sessions.user_id')
    .select([
      'sessions.token_hash as tokenHash',
      'sessions.user_id as userId',
      'accounts.email',
      'sessions.is_new_user as isNewUser',
      'sessions.created_at as createdAt',
      'sessions.expires_at as expiresAt',
      'sessions.authenticated_at as authenticatedAt',
      'sessions.by_passkey as byPasskey',
      'sessions.last_used_at as lastUsedAt',
    ])
    .where('sessions.token_hash', '=', tokenHash)
    .where('sessions.expires_at', '>', now),
);

/** Returns the session of a token, unless it has ended. */
export async function findSession(
  db: Database,
  tokenHash: string,
  now: number,
): Promise<Session | undefined> {
  const [row] = await selectSession(db, { tokenHash, now });
  return row && { ...row, isNewUser: row.isNewUser === 1, byPasskey: row.byPasskey === 1 };
}

/** The sessions of an account that have not ended, the last used first. */
export async function findSessionsOf(
  db: Database,
  userId: string,
  now: number,
): Promise<SignedInDevice[]> {
  return await db
    .selectFrom('sessions')
    .leftJoin('known_browsers', (join) =>
      join
        .onRef('known_browsers.user_id', '=', 'sessions.user_id')
        .onRef('known_browsers.browser_hash', '=', 'sessions.browser_hash'),
    )
    .select(({ fn }) => [
      'sessions.session_id as sessionId',
      'sessions.token_hash as tokenHash',
      'sessions.browser',
      fn.coalesce('known_browsers.first_used_at', 'sessions.created_at').as('firstUsedAt'),
      'sessions.last_used_at as lastUsedAt',
    ])
    .where('sessions.user_id', '=', userId)
    .where('sessions.expires_at', '>', now)
    .orderBy('sessions.last_used_at', 'desc')
    .orderBy('sessions.session_id')
    .execute();
}

/**
 * Ends a session of the caller's account, and makes its browser unknown. If there is no such session, nothing changes,
 * but the transaction still writes, by locking the account (see `lockProfile`).
 *
 * @returns false if the caller's own session has ended meanwhile
 */
export async function endSessionOf(
  db: Database,
  caller: Pick<Session, 'userId' | 'tokenHash'>,
  sessionId: string,
  now: number,
): Promise<boolean> {
  const { userId } = caller;
  return await db.transaction().execute(async (trx) => {
    if (!(await lockSession(trx, caller))) return false;
    const ended = await trx
      .deleteFrom('sessions')
      .where('user_id', '=', userId)
      .where('session_id', '=', sessionId)
      .where('expires_at', '>', now)
      .returning(['browser', 'browser_hash as browserHash'])
      .executeTakeFirst();
    if (!ended) return true;
    await forgetBrowser(trx, userId, ended.browserHash);
    await addActivity(trx, userId, now, 'sessionEnded', ended.browser);
    return true;
  });
}

export async function extendSession(
  db: Database,
  tokenHash: string,
  expiresAt: number,
  now: number,
) {
  await db
    .updateTable('sessions')
    .set({ expires_at: expiresAt, last_used_at: now })
    .where('token_hash', '=', tokenHash)
    .execute();
}

export async function setNewUser(db: Database, tokenHash: string, isNewUser: boolean) {
  await db
    .updateTable('sessions')
    .set({ is_new_user: isNewUser ? 1 : 0 })
    .where('token_hash', '=', tokenHash)
    .execute();
}

/**
 * Locks a session and its account until the transaction ends; false if the session has ended. The account is
 * locked first, as everywhere: the same lock order prevents deadlocks.
 */
export async function lockSession(
  trx: Database,
  { userId, tokenHash }: Pick<Session, 'userId' | 'tokenHash'>,
): Promise<boolean> {
  if (!(await lockAccount(trx, userId))) return false;
  const held = await trx
    .updateTable('sessions')
    .set((row) => ({ expires_at: row.ref('expires_at') }))
    .where('token_hash', '=', tokenHash)
    .returning('user_id')
    .executeTakeFirst();
  return held !== undefined;
}

export async function deleteSession(db: Database, tokenHash: string): Promise<void> {
  await db.deleteFrom('sessions').where('token_hash', '=', tokenHash).execute();
}

/** The encrypted ID token with which a session began; '' if there is none. */
export async function findSealedIdToken(db: Database, tokenHash: string): Promise<string> {
  const row = await db
    .selectFrom('sessions')
    .select('sealed_id_token as sealedIdToken')
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst();
  return row?.sealedIdToken ?? '';
}

/** Ends a session and records the sign-out. */
export async function signOutSession(db: Database, tokenHash: string, now: number): Promise<void> {
  const session = await findSession(db, tokenHash, now);
  if (!session) return;
  await db.transaction().execute(async (trx) => {
    if (!(await lockSession(trx, session))) return;
    await deleteSession(trx, tokenHash);
    await addActivity(trx, session.userId, now, 'signedOut');
  });
}

/** Ends all sessions of a user, makes all their browsers unknown, and records the sign-out. */
export async function signOutAllSessions(db: Database, userId: string, now: number): Promise<void> {
  await db.transaction().execute(async (trx) => {
    if (!(await lockAccount(trx, userId))) return;
    await deleteSessionsOf(trx, userId);
    await forgetBrowsersOf(trx, userId);
    await addActivity(trx, userId, now, 'signedOutEverywhere');
  });
}

export async function deleteSessionsOf(db: Database, userId: string): Promise<void> {
  await db.deleteFrom('sessions').where('user_id', '=', userId).execute();
}

/** Ends all sessions of a user but one. */
export async function deleteOtherSessions(
  db: Database,
  userId: string,
  tokenHash: string,
): Promise<void> {
  await db
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .where('token_hash', '!=', tokenHash)
    .execute();
}

/**
 * Gives a session a new token and a new start time after its user has re-authenticated; false if the session has ended
 * in the meantime.
 */
export async function renewSession(
  db: Database,
  tokenHash: string,
  fresh: {
    readonly tokenHash: string;
    readonly expiresAt: number;
    readonly byPasskey: boolean;
  },
  now: number,
): Promise<boolean> {
  const renewed = await db
    .updateTable('sessions')
    .set({
      token_hash: fresh.tokenHash,
      created_at: now,
      expires_at: fresh.expiresAt,
      authenticated_at: now,
      by_passkey: fresh.byPasskey ? 1 : 0,
      last_used_at: now,
    })
    .where('token_hash', '=', tokenHash)
    .returning('user_id')
    .executeTakeFirst();
  return renewed !== undefined;
}

export async function deleteExpiredSessions(db: Database, now: number): Promise<void> {
  const expired = db.selectFrom('sessions').select('token_hash').where('expires_at', '<=', now);
  await deleteInParts((limit) =>
    db
      .deleteFrom('sessions')
      .where('token_hash', 'in', expired.limit(limit))
      .executeTakeFirstOrThrow(),
  );
}
