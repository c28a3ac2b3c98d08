import type { FastifyInstance } from 'fastify';
import { recipientOf } from '../../domain/health-link.ts';
import type { Context } from '../context.ts';
import { byNetwork, limitFailedTry } from '../identity/attempts.ts';
import { fail } from '../platform/http/fail.ts';
import { hashOfToken } from '../platform/secrets.ts';
import { HEALTH_LINK_PATH } from './health-address.ts';
import { readFile } from './queries/openings.ts';

interface Request {
  readonly Params: { readonly '*': string };
  readonly Querystring: { readonly recipient?: string | readonly string[] };
}

/** Lets pages of any origin read an answer. */
const FOR_ANY_ORIGIN = {
  'access-control-allow-origin': '*',
  'cross-origin-resource-policy': 'cross-origin',
};

/** The headers of the answer to a malformed address, for which Fastify finds no route. */
export function headersOfUnroutable(url: string): Readonly<Record<string, string>> {
  return url.startsWith(`${HEALTH_LINK_PATH}/`) ? FOR_ANY_ORIGIN : {};
}

/**
 * Answers with the encrypted report of a health link. The secret in the path is the only permission. Everybody without
 * the secret of a live link gets the same answer. No cookie is read, so any origin may read the answer.
 *
 * Of the requests from an IP address, only those with a wrong secret are limited, because one system may serve many
 * clinics from one address.
 */
export const readHealthLink = {
  bind(app: FastifyInstance, context: Context): void {
    const { db, limits, clock } = context;
    app.addHook('onRequest', async (_request, reply) => {
      reply.headers({ 'cache-control': 'no-store', ...FOR_ANY_ORIGIN });
    });
    // No HEAD route, because a HEAD request would be counted as a reading.
    const options = { schema: { hide: true }, exposeHeadRoute: false, compress: false } as const;
    // A wildcard, because Fastify limits the length of a named parameter, and answers requests with longer ones itself.
    app.get<Request>(`${HEALTH_LINK_PATH}/*`, options, async (request, reply) => {
      const { recipient: given } = request.query;
      const recipient = typeof given === 'string' ? recipientOf(given) : '';
      if (recipient === '') throw fail('recipientNeeded');
      const secretHash = hashOfToken(request.params['*']);
      const most = limits.healthLinkReadings;
      const read = await readFile(db, { secretHash, recipient }, most, clock());
      if (read === 'shareEnded') {
        const limited = byNetwork(context, request, limits.attempts, 'health links read from ');
        await limitFailedTry(context, limited);
      }
      if (typeof read === 'string') throw fail(read);
      return reply.type('application/jose').send(read.file);
    });
    // Browsers send a preflight request if a viewer's page adds a header.
    app.options(`${HEALTH_LINK_PATH}/*`, options, async (_request, reply) =>
      reply
        .headers({ 'access-control-allow-methods': 'GET', 'access-control-allow-headers': '*' })
        .code(204)
        .send(),
    );
  },
};
