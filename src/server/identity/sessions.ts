import type { FastifyReply, FastifyRequest } from 'fastify';
import { browserName } from '../../domain/browser.ts';
import { DAY_MS } from '../../domain/zone.ts';
import type { Context } from '../context.ts';
import { isStorageFault, isUnavailable } from '../platform/db/unavailable.ts';
import { hashOfToken, randomToken } from '../platform/secrets.ts';
import { cookieName, cookieOptions } from './cookies.ts';
import { browserToKeep, knownHash } from './known-browsers.ts';
import { ipOf } from './networks.ts';
import { forgetBrowsersOf } from './queries/browsers.ts';
import { findUserOf, type Identity } from './queries/identities.ts';
import {
  addSession,
  deleteSession,
  extendSession,
  findSealedIdToken,
  findSession,
  renewSession,
  type Session,
  signOutSession,
} from './queries/sessions.ts';
import { newBrowserLetter } from './security-letters.ts';

/** Sessions, whose token is in a cookie that no script can read (DECISIONS 1). */

const LIFETIME_MS = 30 * DAY_MS;
/**
 * The maximum age of a session, however often it is used: users sign in at least once a year
 * (docs/security.md).
 */
const LONGEST_MS = 365 * DAY_MS;
/** A session in use is extended at most once a day, so that not every request writes. */
const EXTEND_AFTER_MS = DAY_MS;

/**
 * Starts a session, which replaces the browser's former one. After a sign-in the account knows the browser.
 *
 * @param user.passwordHash the hash that the password was checked against, if there was a password
 * @param user.signedInBy the sign-in method, if the user has just signed in
 * @param user.isFirst whether this sign-in has made the account or first proven its address. The owner then gets no
 *   letter about the browser
 * @returns the hash of the session token; undefined if the account is gone or its password has changed since
 *   the check
 */
export async function startSession(
  context: Context,
  request: FastifyRequest,
  reply: FastifyReply,
  user: {
    userId: string;
    isNewUser: boolean;
    passwordHash?: string;
    signedInBy?: string;
    isFirst?: boolean;
    sealedIdToken?: string | undefined;
  },
): Promise<string | undefined> {
  const { config, db, addresses, jobs, clock } = context;
  const now = clock();
  const token = randomToken();
  const { userId, signedInBy, isFirst = false } = user;
  const browser = browserName(request.headers['user-agent'] ?? '');
  const kept = signedInBy ? await browserToKeep(context, request, userId) : undefined;
  const isNew = kept !== undefined && !kept.isKnown && !isFirst;
  const session = {
    ...{ ...user, tokenHash: hashOfToken(token), expiresAt: now + LIFETIME_MS },
    browser,
    browserHash: kept ? kept.hash : await knownHash(context, request, userId),
    letter: isNew
      ? await newBrowserLetter(context, userId, { hash: kept.hash, words: browser })
      : undefined,
  };
  if (!(await addSession(db, session, now))) return undefined;
  if (session.letter) jobs.wake('mail');
  const former = tokenOf(config.publicUrl, request);
  if (former) await deleteSession(db, hashOfToken(former));
  setCookie(config.publicUrl, reply, token);
  if (kept) {
    kept.setCookie(reply);
    addresses.noteSignIn(ipOf(request), userId);
  }
  return session.tokenHash;
}

/**
 * Starts a session for somebody who signed in with an identity.
 *
 * The owner may have reclaimed the account, or removed the identity, during this sign-in. That ended only the sessions
 * that existed then, and this session started afterwards, so it ends here, and no browser stays known.
 *
 * @returns false if the account or the identity is gone
 */
export async function startSessionBy(
  ...[context, request, reply, identity, user]: [
    ...[Context, FastifyRequest, FastifyReply],
    identity: Identity,
    user: Parameters<typeof startSession>[3],
  ]
): Promise<boolean> {
  const { db } = context;
  const tokenHash = await startSession(context, request, reply, user);
  if (!tokenHash) return false;
  if ((await findUserOf(db, identity)) === user.userId) return true;
  await deleteSession(db, tokenHash);
  await forgetBrowsersOf(db, user.userId);
  return false;
}

/** Returns the session of the request's cookie and extends it if due. */
export async function currentSession(
  { config, db, clock }: Context,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Session | undefined> {
  const token = tokenOf(config.publicUrl, request);
  if (!token) return undefined;
  const now = clock();
  const session = await findSession(db, hashOfToken(token), now);
  if (!session) return undefined;
  const until = Math.min(now + LIFETIME_MS, session.createdAt + LONGEST_MS);
  const isDue = session.lastUsedAt < now - EXTEND_AFTER_MS;
  if (isDue && (await succeeds(() => extendSession(db, session.tokenHash, until, now)))) {
    setCookie(config.publicUrl, reply, token);
  }
  return session;
}

/**
 * Returns false if the database cannot write. A full disk must not prevent reading: the session stays valid, and a
 * later request extends it.
 */
async function succeeds(write: () => Promise<void>): Promise<boolean> {
  try {
    await write();
    return true;
  } catch (error) {
    if (isStorageFault(error) || isUnavailable(error)) return false;
    throw error;
  }
}

/**
 * Renews a session after its user has re-authenticated; false if it has ended in the meantime.
 *
 * @param by.passkey whether with a passkey
 */
export async function confirmSession(
  { config, db, clock }: Context,
  { tokenHash }: Session,
  reply: FastifyReply,
  by = { passkey: false },
): Promise<boolean> {
  const now = clock();
  const token = randomToken();
  const fresh = {
    tokenHash: hashOfToken(token),
    expiresAt: now + LIFETIME_MS,
    byPasskey: by.passkey,
  };
  if (!(await renewSession(db, tokenHash, fresh, now))) return false;
  setCookie(config.publicUrl, reply, token);
  return true;
}

/** The encrypted ID token with which the request's session began; '' if there is none. */
export async function sealedIdTokenOf(
  { config, db }: Context,
  request: FastifyRequest,
): Promise<string> {
  const token = tokenOf(config.publicUrl, request);
  return token ? await findSealedIdToken(db, hashOfToken(token)) : '';
}

/** Ends the request's session on the server and clears its cookie. */
export async function leaveSession(
  { config, db, clock }: Context,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const token = tokenOf(config.publicUrl, request);
  if (token) await signOutSession(db, hashOfToken(token), clock());
  reply.clearCookie(sessionCookie(config.publicUrl), cookieOptions(config.publicUrl));
}

function tokenOf(publicUrl: string, request: FastifyRequest): string | undefined {
  return request.cookies[sessionCookie(publicUrl)];
}

function setCookie(publicUrl: string, reply: FastifyReply, token: string): void {
  reply.setCookie(sessionCookie(publicUrl), token, {
    ...cookieOptions(publicUrl),
    maxAge: LIFETIME_MS / 1000,
  });
}

/** The name of the session cookie. */
export function sessionCookie(publicUrl: string): string {
  return cookieName(publicUrl, 'session');
}
