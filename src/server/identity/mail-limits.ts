import type { FastifyRequest } from 'fastify';
import type { Context } from '../context.ts';
import { fail } from '../platform/http/fail.ts';
import { byNetwork, limitFailedTry } from './attempts.ts';
import { limited } from './counted.ts';
import type { KnownBrowser } from './known-browsers.ts';
import { countAttempt } from './queries/attempts.ts';
import { planLetter } from './queries/planned-letters.ts';

interface Asked {
  /** The recipient, with an account or without. */
  readonly email: string;
  /** The browser, if it is known to the account with this address. */
  readonly browser: KnownBrowser | undefined;
}

/**
 * Counts a code that is to be emailed now.
 *
 * @throws tooManyAttempts
 */
export async function limitCodeMail(
  context: Context,
  request: FastifyRequest,
  asked: Asked,
): Promise<void> {
  const { isPlanned } = await plan(context, request, asked, {
    what: 'codes',
    mayWait: false,
  });
  if (!isPlanned) throw fail('tooManyAttempts');
}

/**
 * Plans a sign-in link to an address. Strangers may ask for links all day. So a link whose turn has not come is sent
 * later, at most ten minutes after the last one, and all who ask meanwhile wait for the same link, which works whoever
 * asked for it.
 *
 * @returns when the link arrives, and whether the caller must send it
 * @throws tooManyAttempts if the request's networks have asked for too many
 */
export async function limitLinkMail(
  context: Context,
  request: FastifyRequest,
  asked: Asked,
): Promise<{ readonly at: number; readonly isPlanned: boolean }> {
  return await plan(context, request, asked, { what: 'links', mayWait: true });
}

async function plan(
  context: Context,
  request: FastifyRequest,
  { email, browser }: Asked,
  { what, mayWait }: { readonly what: 'codes' | 'links'; readonly mayWait: boolean },
): Promise<{ readonly at: number; readonly isPlanned: boolean }> {
  const { db, secrets, limits, clock } = context;
  const now = clock();
  const { of, limit } = limited(context, what, email);
  if (browser) {
    // Strangers cannot use up the emails that the owner asks for in a browser of their own.
    const own = secrets.keyedHash(`${of} asked in ${browser.tries}`);
    if (await countAttempt(db, own, limit, now)) return { at: now, isPlanned: true };
  } else {
    await limitFailedTry(context, byNetwork(context, request, limits.mailRequests, 'mail for '));
  }
  const key = secrets.keyedHash(of);
  return await planLetter(db, { key, limits, mayWait }, now);
}
