import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Refusal } from '../refusal.ts';
import { isBusy } from './unavailable.ts';

export const LOCK_FILE = 'running.lock';

/** A lock on a data folder, held until `release` or until the process ends, however it ends. */
export interface ProcessLock {
  readonly release: () => void;
}

/**
 * Takes a shared lock on a data folder for a server. Several servers may hold it at once.
 *
 * @throws Refusal while a restore or a move is under way
 */
export function lockForServer(dataDir: string): ProcessLock {
  return takeLock(
    dataDir,
    // A read transaction holds a shared lock for as long as it is open.
    'begin; select count(*) from sqlite_schema',
    'A restore or a move is under way. Please start the app again once it is done.',
  );
}

/**
 * Takes an exclusive lock for a restore or a move, during which no server may run: a server would continue with the old
 * key, or save to a database that is no longer used.
 *
 * @throws Refusal while a server runs, or another restore or move is under way
 */
export function lockExclusively(dataDir: string): ProcessLock {
  return takeLock(
    dataDir,
    'begin exclusive',
    `The app is running with ${dataDir}, or another restore or move is under way. Please stop it first. Nothing was changed.`,
  );
}

/**
 * Takes the lock of the one process that makes a scheduled copy. Servers keep running.
 *
 * @throws Refusal while another process makes one
 */
export function lockForCopy(dataDir: string): ProcessLock {
  return takeLock(dataDir, 'begin exclusive', 'A copy is being made already.', 'copying.lock');
}

/**
 * Takes one of SQLite's locks, on an empty file that serves only for locking. The operating system releases the lock
 * when the process is killed.
 */
function takeLock(dataDir: string, lock: string, taken: string, name = LOCK_FILE): ProcessLock {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const file = new DatabaseSync(join(dataDir, name), { timeout: 0 });
  try {
    file.exec(lock);
  } catch (error) {
    file.close();
    throw isBusy(error) ? new Refusal(taken) : error;
  }
  return { release: () => file.close() };
}
