import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Limits } from '../../limits.ts';
import { MAX_BODY_BYTES } from './body-limits.ts';
import { answerOnSocket } from './errors.ts';

interface Arriving {
  readonly since: number;
  readonly bytesBefore: number;
  /** The size of the body, if it counts towards `mostBytes`. */
  readonly counted: number;
}

/**
 * Ends a request that arrives too slowly, so that a client that has lost its network does not keep its connection open
 * for ever. The time limit grows with the bytes that have arrived. Node itself limits the time for the headers to 60 s.
 *
 * If the bodies that are arriving exceed `mostBytes` together, ends the oldest of them. An honest body is rarely among
 * those, because it arrives in a moment. If the newest were refused, an attacker could keep everybody out.
 */
export function limitArrival(app: FastifyInstance, limit: Limits['arrival']): void {
  const arriving = new Map<FastifyReply, Arriving>();
  let counted = 0;
  function end(reply: FastifyReply): void {
    counted -= arriving.get(reply)?.counted ?? 0;
    arriving.delete(reply);
  }
  function cut(reply: FastifyReply, code: 'tooSlow' | 'unavailable'): void {
    end(reply);
    const { socket } = reply.request.raw;
    // The response may have been sent already: a request without a session is answered before its body has arrived.
    if (!reply.sent) answerOnSocket(socket, code);
    socket.destroySoon();
  }
  const isOver = ({ request: { raw } }: FastifyReply) => raw.complete || raw.destroyed;
  function makeRoom(): void {
    for (const reply of arriving.keys()) {
      if (counted <= limit.mostBytes) return;
      if (isOver(reply)) end(reply);
      else if (arriving.get(reply)?.counted) cut(reply, 'unavailable');
    }
  }
  app.addHook('onRequest', (request, reply, done) => {
    const bytesBefore = request.raw.socket.bytesRead;
    const bytes = countedBytes(request);
    arriving.set(reply, { since: performance.now(), bytesBefore, counted: bytes });
    counted += bytes;
    if (counted > limit.mostBytes) makeRoom();
    done();
  });
  app.addHook('preValidation', (_request, reply, done) => {
    end(reply);
    done();
  });
  const checking = setInterval(() => {
    for (const [reply, { since, bytesBefore }] of arriving) {
      const bytes = reply.request.raw.socket.bytesRead - bytesBefore;
      if (isOver(reply)) end(reply);
      else if (isTooSlow({ bytes, ms: performance.now() - since }, limit)) cut(reply, 'tooSlow');
    }
  }, limit.checkEveryMs).unref();
  app.addHook('onClose', async () => clearInterval(checking));
}

/** The size of a body that may be in memory (bytes). Files for import have permits of their own (`admitImport`). */
function countedBytes({ headers, routeOptions }: FastifyRequest): number {
  const { bodyLimit = 0 } = routeOptions;
  if (bodyLimit > MAX_BODY_BYTES) return 0;
  if (headers['transfer-encoding'] !== undefined) return bodyLimit;
  return Math.min(Number(headers['content-length'] ?? 0), bodyLimit);
}

/** @param arrived how many bytes of a request have arrived, and in what time */
export function isTooSlow(
  arrived: { readonly bytes: number; readonly ms: number },
  { graceMs, bytesPerSecond }: Limits['arrival'],
): boolean {
  return arrived.ms > graceMs + (1000 * arrived.bytes) / bytesPerSecond;
}
