import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../context.ts';
import type { KnownBrowser } from './known-browsers.ts';
import type { Owns } from './queries/first-proof.ts';
import { currentSession } from './sessions.ts';

/**
 * Returns a function that tells whether the request comes from the owner of an account: from a signed-in browser, or
 * from one that the account knows.
 */
export async function ownsOf(
  context: Context,
  request: FastifyRequest,
  reply: FastifyReply,
  browser: KnownBrowser | undefined,
): Promise<Owns> {
  const session = await currentSession(context, request, reply);
  return (userId) => userId === session?.userId || userId === browser?.userId;
}
