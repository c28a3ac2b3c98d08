import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Instant } from '../../domain/zone.ts';
import type { Context } from '../context.ts';
import { CODE_LIFETIME_MS } from './codes.ts';
import { cookieName, cookieOptions } from './cookies.ts';

/**
 * A cookie that tells which address this browser asked a sign-in link for. Only there does the link prove the address,
 * because in another browser the owner of the address may press a link that a stranger asked for (DECISIONS 44).
 */

/** @param asked.at when the link is sent */
export function noteAskedForLink(
  context: Context,
  reply: FastifyReply,
  { email, at }: { readonly email: string; readonly at: Instant },
): void {
  const { publicUrl } = context.config;
  const until = at + CODE_LIFETIME_MS;
  reply.setCookie(askedCookie(publicUrl), `${until}.${tagOf(context, email, until)}`, {
    ...cookieOptions(publicUrl),
    maxAge: Math.ceil((until - context.clock()) / 1000),
  });
}

export function hasAskedForLink(context: Context, request: FastifyRequest, email: string): boolean {
  const { config, clock } = context;
  const [until = '', tag] = (request.cookies[askedCookie(config.publicUrl)] ?? '').split('.');
  return Number(until) > clock() && tag === tagOf(context, email, Number(until));
}

/** A keyed hash, so that nobody else can make the cookie. Comparing it reveals nothing about the key. */
function tagOf({ secrets }: Context, email: string, until: Instant): string {
  return secrets.keyedHash(`asked for a link until ${until} ${email}`);
}

function askedCookie(publicUrl: string): string {
  return cookieName(publicUrl, 'link');
}
