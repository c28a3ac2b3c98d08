import { connect, type DatabaseOptions } from '../platform/db/database.ts';
import { isUnavailable } from '../platform/db/unavailable.ts';
import type { Progress, Task } from '../platform/workers/workers.ts';
import { type ImportOutcome, type ImportRequest, importFile } from './import.ts';

export interface ImportInput {
  readonly database: Omit<DatabaseOptions, 'onError'>;
  readonly request: ImportRequest;
}

export type ImportThreadOutcome = ImportOutcome | { readonly refused: 'unavailable' };

/**
 * Imports a file in a worker thread, on its own database connection. A file with ten years of forms takes
 * seconds, and the import must not block the server's event loop or its SQLite connection. If the thread is
 * terminated, its connection closes and the database rolls back the transaction.
 */
export async function importInThread({
  input: { database, request },
  progress,
}: Task<ImportInput>): Promise<ImportThreadOutcome> {
  // An idle connection that breaks does not affect the import.
  const db = connect({ ...database, onError: () => {} });
  try {
    return await importFile(db, request, {
      onProgress: (done, total) => progress.postMessage({ done, total } satisfies Progress),
    });
  } catch (error) {
    if (isUnavailable(error)) return { refused: 'unavailable' };
    throw error;
  } finally {
    await db.destroy();
  }
}
