import { DatabaseSync } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';

/**
 * Worker thread that rebuilds a SQLite file and empties its WAL. It copies the whole file, which would block
 * the main thread. Posts whether the WAL could be emptied.
 */

const WAIT_LIMIT_MS = 5000;

const file = new DatabaseSync(String(workerData), { timeout: WAIT_LIMIT_MS });
try {
  file.exec('pragma synchronous = full');
  file.exec('vacuum');
  // If a reader takes longer than this, a later rebuild empties the WAL.
  file.exec('pragma busy_timeout = 200');
  const { busy } = { ...file.prepare('pragma wal_checkpoint(truncate)').get() };
  parentPort?.postMessage(busy === 0);
} finally {
  file.close();
}
