import type { FastifyReply, FastifyRequest } from 'fastify';
import { type VisitOutcome, visitOutcome } from '../../contract/entities.ts';
import { randomToken } from '../platform/secrets.ts';
import { cookieName, cookieOptions } from './cookies.ts';
import { VISIT_LIMIT_MS } from './provider-visits.ts';

/**
 * What a browser carries while it visits a provider: a token that its return is bound to, and on the way
 * back how the visit ended. In cookies, so that no address can be made up that shows someone a message.
 */

const OUTCOME_LIFETIME_S = 300;
/** A visiting token as it is made. */
const TOKEN = /^[\w-]{43}$/;

/** The browser's visiting token, made where it has none. */
export function giveVisitToken(
  publicUrl: string,
  request: FastifyRequest,
  reply: FastifyReply,
): string {
  const token = readVisitToken(publicUrl, request) ?? randomToken();
  const maxAge = VISIT_LIMIT_MS / 1000;
  reply.setCookie(cookieName(publicUrl, 'visit'), token, { ...cookieOptions(publicUrl), maxAge });
  return token;
}

export function readVisitToken(publicUrl: string, request: FastifyRequest): string | undefined {
  const token = request.cookies[cookieName(publicUrl, 'visit')];
  // Nothing that two browsers might have: an empty one is nobody's own.
  return token && TOKEN.test(token) ? token : undefined;
}

export function setOutcome(publicUrl: string, reply: FastifyReply, outcome: VisitOutcome): void {
  const text = Buffer.from(JSON.stringify(outcome)).toString('base64url');
  const name = cookieName(publicUrl, 'visit-outcome');
  reply.setCookie(name, text, { ...cookieOptions(publicUrl), maxAge: OUTCOME_LIFETIME_S });
}

export function dropOutcome(publicUrl: string, request: FastifyRequest, reply: FastifyReply): void {
  const name = cookieName(publicUrl, 'visit-outcome');
  if (request.cookies[name] !== undefined) reply.clearCookie(name, cookieOptions(publicUrl));
}

/** How the last visit ended; the cookie is dropped with it. */
export function takeOutcome(
  publicUrl: string,
  request: FastifyRequest,
  reply: FastifyReply,
): VisitOutcome | undefined {
  const name = cookieName(publicUrl, 'visit-outcome');
  const text = request.cookies[name];
  if (text === undefined) return undefined;
  dropOutcome(publicUrl, request, reply);
  try {
    return visitOutcome.parse(JSON.parse(Buffer.from(text, 'base64url').toString('utf8')));
  } catch {
    return undefined;
  }
}
