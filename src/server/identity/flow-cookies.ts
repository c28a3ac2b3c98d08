import type { FastifyReply, FastifyRequest } from 'fastify';
import { type OAuthOutcome, oauthOutcome } from '../../contract/entities.ts';
import type { Context } from '../context.ts';
import { randomToken } from '../platform/secrets.ts';
import { cookieName, cookieOptions } from './cookies.ts';
import { OAUTH_FLOW_LIMIT_MS } from './oauth-flows.ts';
import type { ProviderIdentity } from './queries/identities.ts';

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

/** Somebody whom the operator's own provider has identified, and the address of the account to join. */
export interface JoiningPerson {
  readonly identity: ProviderIdentity;
  readonly email: string;
}

export function setJoining(
  { config, secrets, clock }: Context,
  reply: FastifyReply,
  person: JoiningPerson,
): void {
  const { publicUrl } = config;
  const expiresAt = clock() + OAUTH_FLOW_LIMIT_MS;
  const sealed = secrets.seal(JSON.stringify({ ...person, expiresAt }));
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
    const { expiresAt, ...person } = JSON.parse(secrets.open(sealed));
    return expiresAt > clock() ? person : undefined;
  } catch {
    return undefined;
  }
}

export function dropJoining({ config: { publicUrl } }: Context, reply: FastifyReply): void {
  reply.clearCookie(cookieName(publicUrl, 'oauth-joining'), cookieOptions(publicUrl));
}
