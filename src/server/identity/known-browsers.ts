import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../context.ts';
import { randomToken } from '../platform/secrets.ts';
import { cookieName, cookieOptions } from './cookies.ts';
import { findAccount } from './queries/accounts.ts';
import { findBrowser, KNOWN_FOR_MS } from './queries/browsers.ts';
import type { Session } from './queries/sessions.ts';

/**
 * A browser in which someone has signed in to an account before. It has failed tries of its own, so that a stranger who
 * uses up the tries of the account, or of the network, does not keep the owner out (DECISIONS 43).
 */
export interface KnownBrowser {
  readonly userId: string;
  /** The rate-limit key of its failed tries. */
  readonly tries: string;
}

/** The cookie holds a random value for each of the last accounts that signed in, as members of a family share a tablet. */
const MOST_VALUES = 5;

/** Returns the request's browser if it is known to the account with this address. */
export async function knownBrowser(
  context: Context,
  request: FastifyRequest,
  email: string,
): Promise<KnownBrowser | undefined> {
  const account = await findAccount(context.db, email);
  // Without an account the query below runs too, so that the time of an answer does not reveal whether there is one.
  return await browserOf(context, request, account?.userId ?? '');
}

/**
 * The same, if the account's address is proven. Only then may the browser ask for letters of its own: somebody may have
 * made the account with the address of another person, to send them letters without a limit.
 */
export async function knownBrowserOfProven(
  context: Context,
  request: FastifyRequest,
  email: string,
): Promise<KnownBrowser | undefined> {
  const account = await findAccount(context.db, email);
  return await browserOf(context, request, account?.emailProven ? account.userId : '');
}

/**
 * Returns the browser of a session, for calls that ask for the password once more. Without a known cookie, the session
 * itself counts as the browser.
 */
export async function browserOfSession(
  context: Context,
  request: FastifyRequest,
  { userId, tokenHash }: Session,
): Promise<KnownBrowser> {
  const known = await browserOf(context, request, userId);
  return known ?? { userId, tries: triesOfSession(tokenHash) };
}

async function browserOf(
  context: Context,
  request: FastifyRequest,
  userId: string,
): Promise<KnownBrowser | undefined> {
  const hash = await knownHash(context, request, userId);
  return hash === undefined ? undefined : { userId, tries: triesOf(hash) };
}

/** The hash of the request's browser, if the account knows it. */
export async function knownHash(
  context: Context,
  request: FastifyRequest,
  userId: string,
): Promise<string | undefined> {
  const { config, db, clock } = context;
  const hashes = valuesOf(config.publicUrl, request).map((value) =>
    hashOfBrowser(context, userId, value),
  );
  return hashes.length > 0 ? await findBrowser(db, userId, hashes, clock()) : undefined;
}

interface KeptBrowser {
  readonly hash: string;
  readonly isKnown: boolean;
  readonly setCookie: (reply: FastifyReply) => void;
}

/**
 * Chooses the random value with which the account will know this browser. A browser that the account does not know, or
 * no longer, gets a new one: the owner may have logged out everywhere because someone has copied the old one.
 */
export async function browserToKeep(
  context: Context,
  request: FastifyRequest,
  userId: string,
): Promise<KeptBrowser> {
  const { config } = context;
  const values = valuesOf(config.publicUrl, request);
  const hashOf = (value: string) => hashOfBrowser(context, userId, value);
  const known = await knownHash(context, request, userId);
  const value = values.find((each) => hashOf(each) === known) ?? randomToken();
  const kept = [...values.filter((each) => each !== value), value].slice(-MOST_VALUES);
  return {
    hash: hashOf(value),
    isKnown: known !== undefined,
    setCookie(reply) {
      reply.setCookie(browserCookie(config.publicUrl), kept.join('.'), {
        ...cookieOptions(config.publicUrl),
        maxAge: KNOWN_FOR_MS / 1000,
      });
    },
  };
}

/** The name of the cookie of a known browser. */
function browserCookie(publicUrl: string): string {
  return cookieName(publicUrl, 'browser');
}

/** The rate-limit key of the failed tries in a browser. */
export function triesOf(browserHash: string): string {
  return `tries in browser ${browserHash}`;
}

/** The rate-limit key of the failed tries in a session whose browser has no known cookie. */
export function triesOfSession(tokenHash: string): string {
  return `tries in session ${tokenHash}`;
}

function valuesOf(publicUrl: string, request: FastifyRequest): string[] {
  const cookie = request.cookies[browserCookie(publicUrl)] ?? '';
  return cookie.split('.').filter(Boolean).slice(-MOST_VALUES);
}

/** The account is part of the hash, so that the value of one account counts for no other. */
function hashOfBrowser({ secrets }: Pick<Context, 'secrets'>, userId: string, value: string) {
  return secrets.keyedHash(`browser ${userId} ${value}`);
}
