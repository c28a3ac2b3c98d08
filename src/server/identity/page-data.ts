import type { FastifyReply, FastifyRequest } from 'fastify';
import { endpoints } from '../../contract/endpoints.ts';
import type { PageData } from '../../contract/page-data.ts';
import type { Context } from '../context.ts';
import { sessionUserAnswer } from '../profile/serializer.ts';
import { configAnswer } from './getConfig.ts';
import { currentSession } from './sessions.ts';

/** Reads what the browser would otherwise ask with `getSession` and `getConfig`, with the same fields. */
export async function pageData(
  context: Context,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<PageData> {
  const session = await currentSession(context, request, reply);
  const user = session && (await sessionUserAnswer(context, session));
  return {
    session: user ? endpoints.getSession.answer.parse(user) : null,
    config: endpoints.getConfig.answer.parse(await configAnswer(context)),
  };
}
