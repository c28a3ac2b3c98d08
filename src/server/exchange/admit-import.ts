import type { FastifyRequest } from 'fastify';
import { MAX_IMPORT_BYTES } from '../../contract/file-formats.ts';
import type { Context } from '../context.ts';
import { limitImportedBytes } from '../identity/attempts.ts';
import { limit } from '../identity/counted.ts';
import type { Session } from '../identity/queries/sessions.ts';
import { takeImportPlace } from './import-places.ts';

/** The body limit of other calls (bytes). An import up to this size needs no permit. */
const SMALL_BYTES = 1_048_576;

/**
 * Checks the limits for an import before the server reads its body. Only a large import needs one of the few
 * permits, so large files of some accounts cannot block the small files of others.
 *
 * @returns a function that releases the import's permit
 * @throws tooMuchImported, tooManyAttempts, unavailable
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
  const bytes = announcedBytes(request);
  await limitImportedBytes(context, request, bytes);
  if (bytes <= SMALL_BYTES) return () => {};
  const leave = takeImportPlace(session.userId);
  try {
    await limit(context, 'files', session.email);
  } catch (error) {
    leave();
    throw error;
  }
  return leave;
}

/** The length of the body (bytes). A request without a Content-Length counts as one of the maximum length. */
function announcedBytes({ headers }: FastifyRequest): number {
  return Math.min(Number(headers['content-length'] ?? MAX_IMPORT_BYTES), MAX_IMPORT_BYTES);
}
