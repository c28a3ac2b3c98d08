import { parentPort, workerData } from 'node:worker_threads';
import { type DatabaseOptions, openDatabase } from '../platform/db/database.ts';
import { isUnavailable } from '../platform/db/unavailable.ts';
import { type ImportOutcome, type ImportRequest, importFile } from './import.ts';

/**
 * Imports a file in its own thread and on its own database connection. A file with ten years of forms takes
 * long, and the import must not block the server's event loop or its SQLite connection.
 */

export interface ImportThreadData {
  readonly database: Omit<DatabaseOptions, 'onError'>;
  readonly request: ImportRequest;
}

export type ImportThreadMessage =
  | { readonly progress: { readonly done: number; readonly total: number } }
  | { readonly outcome: ImportOutcome | { readonly refused: 'unavailable' } }
  | { readonly cancelled: true };

const { database, request } = workerData as ImportThreadData;
const post = (message: ImportThreadMessage) => parentPort?.postMessage(message);
const cancelled = new AbortController();
parentPort?.on('message', () => cancelled.abort());
const db = await openDatabase({
  ...database,
  // An idle connection that breaks does not affect the import.
  onError: () => {},
});
try {
  const onProgress = (done: number, total: number) => post({ progress: { done, total } });
  const outcome = await importFile(db, request, { onProgress, signal: cancelled.signal });
  post({ outcome });
} catch (error) {
  if (cancelled.signal.aborted) post({ cancelled: true });
  else if (isUnavailable(error)) post({ outcome: { refused: 'unavailable' } });
  else throw error;
} finally {
  await db.destroy();
  parentPort?.close();
}
