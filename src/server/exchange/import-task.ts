import { type DatabaseOptions, withDatabase } from '../platform/db/database.ts';
import type { Task } from '../platform/workers/workers.ts';
import { type ImportOutcome, type ImportRequest, importFile } from './import.ts';

export interface ImportInput {
  readonly database: Omit<DatabaseOptions, 'onError'>;
  readonly request: ImportRequest;
}

export type ImportTaskOutcome = ImportOutcome | { readonly refused: 'unavailable' };

/**
 * Imports a file in a worker process, on its own database connection. A large file takes seconds, and the
 * import must not block the server's event loop or its SQLite connection. If the process is
 * killed, its connection closes and the database rolls back the transaction.
 */
export async function importInProcess({
  input: { database, request },
  onProgress,
}: Task<ImportInput>): Promise<ImportTaskOutcome> {
  return await withDatabase(database, (db) => importFile(db, request, { onProgress }));
}
