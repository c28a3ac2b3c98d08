import type { FastifyReply, FastifyRequest } from 'fastify';
import { endpoints } from '../../contract/endpoints.ts';
import { type PageData, screenFor } from '../../contract/page-data.ts';
import type { Context } from '../context.ts';
import { sessionUserAnswer } from '../profile/serializer.ts';
import { configAnswer } from './getConfig.ts';
import { currentSession } from './sessions.ts';

/**
 * Reads the answers of `getSession` and `getConfig` for the page, so that the browser need not call them, and chooses
 * its HTML.
 */
export async function pageData(
  context: Context,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<{ data: PageData; html: string | undefined }> {
  const session = await currentSession(context, request, reply);
  const user = session && (await sessionUserAnswer(context, session));
  const data = {
    session: user ? endpoints.getSession.answer.parse(user) : null,
    config: endpoints.getConfig.answer.parse(await configAnswer(context)),
  };
  const [path = ''] = request.url.split('?');
  return { data, html: screenFor(path, data) };
}
