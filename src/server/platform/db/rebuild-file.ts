import { DatabaseSync } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';

/**
 * Rebuilds a SQLite file and empties its log, in a thread of its own: it copies the whole file, which no
 * request should wait for. Tells whether the log could be emptied.
 */

const WAIT_LIMIT_MS = 5000;

const file = new DatabaseSync(String(workerData), { timeout: WAIT_LIMIT_MS });
try {
  file.exec('pragma synchronous = full');
  file.exec('vacuum');
  // Whoever reads may do so for long; then the log is emptied another time.
  file.exec('pragma busy_timeout = 200');
  const { busy } = { ...file.prepare('pragma wal_checkpoint(truncate)').get() };
  parentPort?.postMessage(busy === 0);
} finally {
  file.close();
}
