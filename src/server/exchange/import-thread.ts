import { parentPort, workerData } from 'node:worker_threads';
import { type DatabaseOptions, openDatabase } from '../platform/db/database.ts';
import { isUnavailable } from '../platform/db/unavailable.ts';
import { type ImportOutcome, type ImportRequest, importFile } from './import.ts';

/**
 * Imports a file in a thread of its own, on a connection of its own: ten years of forms are much to read and
 * to write, and neither the event loop nor SQLite's one connection is to be taken from everyone else.
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
  // A connection that broke while idle was not in use.
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
