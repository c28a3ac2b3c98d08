import type { FastifyReply, FastifyRequest } from 'fastify';
import { endpoints } from '../../contract/endpoints.ts';
import type { PageData } from '../../contract/page-data.ts';
import type { Context } from '../context.ts';
import { sessionUserAnswer } from '../profile/serializer.ts';
import { configAnswer } from './getConfig.ts';
import { currentSession } from './sessions.ts';

/** Reads the answers of `getSession` and `getConfig` for the page, so that the browser need not call them. */
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
