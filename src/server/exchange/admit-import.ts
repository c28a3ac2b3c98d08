import type { FastifyRequest } from 'fastify';
import type { Context } from '../context.ts';
import { limitFiles } from '../identity/attempts.ts';
import type { Session } from '../identity/queries/sessions.ts';
import { takeImportPlace } from './import-places.ts';

/** The body limit of other calls. An import up to this size is not limited here. */
const SMALL_BYTES = 1_048_576;

/**
 * Checks the limits for a large import before the server reads its body. A small one takes little memory, so
 * that large files of some accounts cannot keep everybody else from importing.
 *
 * @returns a function that releases the import's permit
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
  if (isSmall(request)) return () => {};
  const leave = takeImportPlace(session.userId);
  try {
    await limitFiles(context, session.email);
  } catch (error) {
    leave();
    throw error;
  }
  return leave;
}

/** True if the announced body is at most 1 MiB. A request without a Content-Length counts as large. */
function isSmall({ headers }: FastifyRequest): boolean {
  return Number(headers['content-length'] ?? Number.POSITIVE_INFINITY) <= SMALL_BYTES;
}
