import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { type OAuthOutcome, oauthOutcome } from '../../contract/entities.ts';
import type { Context } from '../context.ts';
import { randomToken } from '../platform/secrets.ts';
import { cookieName, cookieOptions } from './cookies.ts';
import { OAUTH_FLOW_LIMIT_MS } from './oauth-flows.ts';

/**
 * Cookies of the OAuth flow: a token that binds the redirect to the browser that started the flow, and the outcome,
 * which the next screen shows. The outcome is in a cookie rather than in the URL, so that nobody can craft a URL that
 * shows a message. With OIDC_ONLY also the person whom the provider has identified, while they prove that an account is
 * theirs; it is encrypted.
 */

const OUTCOME_LIFETIME_S = 300;
/** The format of a flow token. */
const TOKEN = /^[\w-]{43}$/;

/** Returns the browser's flow token, creating one if needed, and renews its cookie. */
export function giveFlowToken(
  publicUrl: string,
  request: FastifyRequest,
  reply: FastifyReply,
): string {
  const token = readFlowToken(publicUrl, request) ?? randomToken();
  const maxAge = OAUTH_FLOW_LIMIT_MS / 1000;
  reply.setCookie(cookieName(publicUrl, 'oauth-flow'), token, {
    ...cookieOptions(publicUrl),
    maxAge,
  });
  return token;
}

export function readFlowToken(publicUrl: string, request: FastifyRequest): string | undefined {
  const token = request.cookies[cookieName(publicUrl, 'oauth-flow')];
  // Reject malformed tokens: two browsers might have the same one, such as the empty token.
  return token && TOKEN.test(token) ? token : undefined;
}

export function setOutcome(publicUrl: string, reply: FastifyReply, outcome: OAuthOutcome): void {
  const text = Buffer.from(JSON.stringify(outcome)).toString('base64url');
  const name = cookieName(publicUrl, 'oauth-outcome');
  reply.setCookie(name, text, { ...cookieOptions(publicUrl), maxAge: OUTCOME_LIFETIME_S });
}

export function dropOutcome(publicUrl: string, request: FastifyRequest, reply: FastifyReply): void {
  const name = cookieName(publicUrl, 'oauth-outcome');
  if (request.cookies[name] !== undefined) reply.clearCookie(name, cookieOptions(publicUrl));
}

/** Returns the outcome of the last flow and clears its cookie. */
export function takeOutcome(
  publicUrl: string,
  request: FastifyRequest,
  reply: FastifyReply,
): OAuthOutcome | undefined {
  const name = cookieName(publicUrl, 'oauth-outcome');
  const text = request.cookies[name];
  if (text === undefined) return undefined;
  dropOutcome(publicUrl, request, reply);
  try {
    return oauthOutcome.parse(JSON.parse(Buffer.from(text, 'base64url').toString('utf8')));
  } catch {
    return undefined;
  }
}

/** The longest sealed text in a cookie (bytes). Browsers refuse cookies above 4,096 bytes. */
const MOST_SEALED = 3600;

const joiningPerson = z.object({
  // Other sealed texts are none.
  joins: z.literal('oidc'),
  issuer: z.string(),
  subject: z.string(),
  name: z.string(),
  /** That of the account to join. */
  email: z.string(),
  emailVouched: z.boolean(),
  /** Missing if it does not fit. The log-out then goes without it as a hint. */
  idToken: z.string().optional(),
  expiresAt: z.number(),
});
/** Somebody whom the operator's own provider has identified, and who is to prove that an account is theirs. */
export type JoiningPerson = z.infer<typeof joiningPerson>;

export function setJoining(
  { config, secrets, clock }: Context,
  reply: FastifyReply,
  person: Omit<JoiningPerson, 'joins' | 'expiresAt'>,
): void {
  const { publicUrl } = config;
  const { idToken, ...rest } = person;
  const joining = { joins: 'oidc', ...rest, expiresAt: clock() + OAUTH_FLOW_LIMIT_MS } as const;
  const whole = secrets.seal(JSON.stringify({ ...joining, idToken }));
  const sealed = whole.length <= MOST_SEALED ? whole : secrets.seal(JSON.stringify(joining));
  reply.setCookie(cookieName(publicUrl, 'oauth-joining'), sealed, {
    ...cookieOptions(publicUrl),
    maxAge: OAUTH_FLOW_LIMIT_MS / 1000,
  });
}

export function readJoining(
  { config, secrets, clock }: Context,
  request: FastifyRequest,
): JoiningPerson | undefined {
  const sealed = request.cookies[cookieName(config.publicUrl, 'oauth-joining')];
  if (!sealed) return undefined;
  try {
    const joining = joiningPerson.parse(JSON.parse(secrets.open(sealed)));
    return joining.expiresAt > clock() ? joining : undefined;
  } catch {
    return undefined;
  }
}

export function dropJoining({ config: { publicUrl } }: Context, reply: FastifyReply): void {
  reply.clearCookie(cookieName(publicUrl, 'oauth-joining'), cookieOptions(publicUrl));
}
