import type { FastifyRequest } from 'fastify';
import type { Context } from '../context.ts';
import { limitFiles } from '../identity/attempts.ts';
import type { Session } from '../identity/queries/sessions.ts';
import { takeImportPlace } from './import-places.ts';

/** What other calls may send at most costs no more here than there. */
const SMALL_BYTES = 1_048_576;

/**
 * Lets an import in before its body is read.
 *
 * @throws tooManyAttempts, unavailable
 */
export async function admitImport({
  context,
  session,
  request,
}: {
  readonly context: Context;
  readonly session: Session;
  readonly request: FastifyRequest;
}): Promise<() => void> {
  const leave = takeImportPlace(session.userId);
  try {
    if (!isSmall(request)) await limitFiles(context, session.email);
  } catch (error) {
    leave();
    throw error;
  }
  return leave;
}

/** Whoever does not say how much comes may send all that is allowed. */
function isSmall({ headers }: FastifyRequest): boolean {
  return Number(headers['content-length'] ?? Number.POSITIVE_INFINITY) <= SMALL_BYTES;
}
