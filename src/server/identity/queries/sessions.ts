import { PROVIDER_KEYS } from '../../../contract/providers.ts';
import type { Database } from '../../platform/db/database.ts';
import { deleteInParts } from '../../platform/db/delete-in-parts.ts';
import { prepared } from '../../platform/db/prepared.ts';
import { addActivity } from './activity.ts';
import { forgetBrowsersOf, keepBrowser } from './browsers.ts';
import { lockAccount } from './locked-accounts.ts';

export interface Session {
  readonly tokenHash: string;
  readonly userId: string;
  readonly email: string;
  readonly isNewUser: boolean;
  readonly createdAt: number;
  readonly expiresAt: number;
  /** When the user last proved in this session that the account is theirs (ms); 0 if a provider signed them in. */
  readonly authenticatedAt: number;
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
    /** The sign-in method; undefined if the user has not just signed in, but has changed the password or the email. */
    readonly signedInBy?: string | undefined;
    /** The hash of the browser, if the account shall know it from now on. */
    readonly browserHash?: string | undefined;
  },
  now: number,
): Promise<boolean> {
  return await db.transaction().execute(async (trx) => {
    if (!(await lockAccount(trx, session.userId, session.passwordHash))) return false;
    await endOldestSessions(trx, session.userId);
    await trx
      .insertInto('sessions')
      .values({
        token_hash: session.tokenHash,
        user_id: session.userId,
        created_at: now,
        expires_at: session.expiresAt,
        is_new_user: session.isNewUser ? 1 : 0,
        // A provider asks for nothing if the browser is signed in there, so such a sign-in proves nothing about whoever
        // holds the device.
        authenticated_at: isProvider(session.signedInBy) ? 0 : now,
      })
      .execute();
    const { userId, signedInBy, browserHash } = session;
    if (browserHash) await keepBrowser(trx, userId, browserHash, now);
    if (signedInBy) await addActivity(trx, userId, now, 'signedIn', signedInBy);
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
  return row && { ...row, isNewUser: row.isNewUser === 1 };
}

export async function extendSession(db: Database, tokenHash: string, expiresAt: number) {
  await db
    .updateTable('sessions')
    .set({ expires_at: expiresAt })
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
  fresh: { readonly tokenHash: string; readonly expiresAt: number },
  now: number,
): Promise<boolean> {
  const renewed = await db
    .updateTable('sessions')
    .set({
      token_hash: fresh.tokenHash,
      created_at: now,
      expires_at: fresh.expiresAt,
      authenticated_at: now,
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
