import type { FastifyInstance } from 'fastify';
import { recipientOf } from '../../domain/health-link.ts';
import type { Context } from '../context.ts';
import { addressOf, limitAttempts } from '../identity/attempts.ts';
import { fail } from '../platform/http/fail.ts';
import { hashOfToken } from '../platform/secrets.ts';
import { HEALTH_LINK_PATH } from './health-address.ts';
import { readFile } from './queries/health-links.ts';

interface Request {
  readonly Params: { readonly '*': string };
  readonly Querystring: { readonly recipient?: string | readonly string[] };
}

/**
 * Answers with the encrypted report of a health link. The secret in the path is the only permission, and whoever has no
 * live link gets one answer. No cookie is read, so any origin may read the answer.
 */
export const readHealthLink = {
  bind(app: FastifyInstance, context: Context): void {
    const { db, limits, clock } = context;
    app.addHook('onRequest', async (_request, reply) => {
      reply.headers({
        'cache-control': 'no-store',
        'access-control-allow-origin': '*',
        'cross-origin-resource-policy': 'cross-origin',
      });
    });
    // No HEAD route: it would be counted as a reading.
    const options = { schema: { hide: true }, exposeHeadRoute: false, compress: false } as const;
    // A named parameter would let Fastify answer long ones itself.
    app.get<Request>(`${HEALTH_LINK_PATH}/*`, options, async (request, reply) => {
      const { recipient: given } = request.query;
      const recipient = typeof given === 'string' ? recipientOf(given) : '';
      if (recipient === '') throw fail('recipientNeeded');
      const secretHash = hashOfToken(request.params['*']);
      const limited = [`health links read from ${addressOf(request)}`];
      const file = await limitAttempts(context, limited, () =>
        readFile(db, { secretHash, recipient }, limits.healthLinkReadings, clock()),
      );
      if (file === undefined) throw fail('shareEnded');
      return reply.type('application/jose').send(file);
    });
  },
};
