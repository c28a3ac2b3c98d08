import { type DatabaseOptions, withDatabase } from '../platform/db/database.ts';
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
  const onProgress = (done: number, total: number) =>
    progress.postMessage({ done, total } satisfies Progress);
  return await withDatabase(database, (db) => importFile(db, request, { onProgress }));
}
