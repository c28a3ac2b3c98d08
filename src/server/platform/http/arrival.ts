import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Limits } from '../../limits.ts';
import { answerOnSocket } from './errors.ts';

/**
 * Ends a request that arrives too slowly, so that a client that has lost its network does not keep its connection open
 * for ever. The time limit grows with the bytes that have arrived. Node itself limits the time for the headers to 60 s.
 */
export function limitArrival(app: FastifyInstance, limit: Limits['arrival']): void {
  const arriving = new Map<
    FastifyReply,
    { readonly since: number; readonly bytesBefore: number }
  >();
  app.addHook('onRequest', (request, reply, done) => {
    const bytesBefore = request.raw.socket.bytesRead;
    arriving.set(reply, { since: performance.now(), bytesBefore });
    done();
  });
  app.addHook('preValidation', (_request, reply, done) => {
    arriving.delete(reply);
    done();
  });
  const checking = setInterval(() => {
    for (const [reply, { since, bytesBefore }] of arriving) {
      const { raw } = reply.request;
      const isOver = raw.complete || raw.destroyed;
      const bytes = raw.socket.bytesRead - bytesBefore;
      const isSlow = isTooSlow({ bytes, ms: performance.now() - since }, limit);
      if (isOver || isSlow) arriving.delete(reply);
      if (isOver || !isSlow) continue;
      // The response may have been sent already: a request without a session is answered before its body has arrived.
      if (!reply.sent) answerOnSocket(raw.socket, 'tooSlow');
      raw.socket.destroySoon();
    }
  }, limit.checkEveryMs).unref();
  app.addHook('onClose', async () => clearInterval(checking));
}

/** @param arrived how many bytes of a request have arrived, and in what time */
export function isTooSlow(
  arrived: { readonly bytes: number; readonly ms: number },
  { graceMs, bytesPerSecond }: Limits['arrival'],
): boolean {
  return arrived.ms > graceMs + (1000 * arrived.bytes) / bytesPerSecond;
}
