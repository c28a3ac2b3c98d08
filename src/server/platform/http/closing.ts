import type { FastifyReply } from 'fastify';

/**
 * Runs `then` when a call has been answered or its client has disconnected; at once if that has already
 * happened.
 */
export function onClosed({ raw }: FastifyReply, then: () => void): void {
  if (raw.destroyed) then();
  else raw.once('close', then);
}
