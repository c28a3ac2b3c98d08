import { DatabaseSync } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';

/**
 * Worker thread that rebuilds a SQLite file and empties its WAL. A rebuild copies the whole file, which would block the
 * main thread. The thread then posts whether the WAL could be emptied.
 */

const WAIT_LIMIT_MS = 5000;

const file = new DatabaseSync(String(workerData), { timeout: WAIT_LIMIT_MS });
try {
  file.exec('pragma synchronous = full');
  file.exec('vacuum');
  // If another process reads for longer than this (ms), the WAL stays as it is until a later rebuild.
  file.exec('pragma busy_timeout = 200');
  const { busy } = { ...file.prepare('pragma wal_checkpoint(truncate)').get() };
  parentPort?.postMessage(busy === 0);
} finally {
  file.close();
}
