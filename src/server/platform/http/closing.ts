import type { FastifyReply } from 'fastify';

/**
 * Runs `then` when a call is over, at once if it is over already: it was answered, or its client has
 * disconnected.
 */
export function onClosed({ raw }: FastifyReply, then: () => void): void {
  if (raw.destroyed) then();
  else raw.once('close', then);
}
