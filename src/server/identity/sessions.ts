import type { FastifyReply, FastifyRequest } from 'fastify';
import { DAY_MS } from '../../domain/zone.ts';
import type { Context } from '../context.ts';
import { isStorageFault, isUnavailable } from '../platform/db/unavailable.ts';
import { hashOfToken, randomToken } from '../platform/secrets.ts';
import { cookieName, cookieOptions } from './cookies.ts';
import {
  addSession,
  deleteSession,
  extendSession,
  findSession,
  renewSession,
  type Session,
  signOutSession,
} from './queries/sessions.ts';

/** Sessions in a cookie that no script can read (DECISIONS 1). */

const LIFETIME_MS = 30 * DAY_MS;
/** However often it is used: once a year someone shows who they are (docs/security.md). */
const LONGEST_MS = 365 * DAY_MS;
/** A session in use is extended, but not written at every request. */
const EXTEND_AFTER_MS = DAY_MS;

/**
 * Starts a session in place of the one the browser had, if any.
 *
 * @param user.passwordHash what the password was checked against, where one was
 * @param user.signedInBy the way in, where the person has just come
 * @returns the hash of its token; undefined where the account is gone, or its password was changed since
 *   it was checked
 */
export async function startSession(
  { config, db, clock }: Context,
  request: FastifyRequest,
  reply: FastifyReply,
  user: { userId: string; isNewUser: boolean; passwordHash?: string; signedInBy?: string },
): Promise<string | undefined> {
  const now = clock();
  const token = randomToken();
  const session = { ...user, tokenHash: hashOfToken(token), expiresAt: now + LIFETIME_MS };
  if (!(await addSession(db, session, now))) return undefined;
  const former = tokenOf(config.publicUrl, request);
  if (former) await deleteSession(db, hashOfToken(former));
  setCookie(config.publicUrl, reply, token);
  return session.tokenHash;
}

/** The session of the request's cookie, extended where its use calls for it. */
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
  const isDue = session.expiresAt < until - EXTEND_AFTER_MS;
  if (isDue && (await succeeds(() => extendSession(db, session.tokenHash, until)))) {
    setCookie(config.publicUrl, reply, token);
  }
  return session;
}

/** A full disk keeps nobody from reading: the session is good as it is, and extended another time. */
async function succeeds(write: () => Promise<void>): Promise<boolean> {
  try {
    await write();
    return true;
  } catch (error) {
    if (isStorageFault(error) || isUnavailable(error)) return false;
    throw error;
  }
}

/** Renews a session whose person has just shown who they are; false where it was ended since. */
export async function confirmSession(
  { config, db, clock }: Context,
  { tokenHash }: Session,
  reply: FastifyReply,
): Promise<boolean> {
  const now = clock();
  const token = randomToken();
  const fresh = { tokenHash: hashOfToken(token), expiresAt: now + LIFETIME_MS };
  if (!(await renewSession(db, tokenHash, fresh, now))) return false;
  setCookie(config.publicUrl, reply, token);
  return true;
}

/** Ends the request's session on the server and drops its cookie. */
export async function endSession(
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

/** The session's cookie. */
export function sessionCookie(publicUrl: string): string {
  return cookieName(publicUrl, 'session');
}
