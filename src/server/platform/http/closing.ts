import type { FastifyReply } from 'fastify';

/** Does something once a call is over: it was answered, or its caller has gone away, maybe already. */
export function onClosed({ raw }: FastifyReply, then: () => void): void {
  if (raw.destroyed) then();
  else raw.once('close', then);
}
