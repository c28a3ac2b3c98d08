import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Refusal } from '../refusal.ts';
import { isBusy } from './unavailable.ts';

/** Held until it is let go, or the process ends, however it ends. */
export interface ProcessLock {
  readonly release: () => void;
}

/**
 * Takes a folder's SQLite database for a server, of which there may be several.
 *
 * @throws Refusal while it is being filled or moved
 */
export function lockForServer(dataDir: string): ProcessLock {
  return takeLock(
    dataDir,
    // Reading holds a lock that others may share, for as long as the transaction is open.
    'begin; select count(*) from sqlite_schema',
    'A restore or a move is under way. Please start the app again once it is done.',
  );
}

/**
 * Takes it for work that no server may be in the way of: it would go on with the old key, or save where
 * nobody looks any more.
 *
 * @throws Refusal while a server runs, or other such work is under way
 */
export function lockExclusively(dataDir: string): ProcessLock {
  return takeLock(
    dataDir,
    'begin exclusive',
    `The app is running with ${dataDir}, or another restore or move is under way. Please stop it first. Nothing was changed.`,
  );
}

/** The locks are SQLite's on a file of its own, which stays empty; the system takes them back from a process that is killed. */
function takeLock(dataDir: string, lock: string, taken: string): ProcessLock {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const file = new DatabaseSync(join(dataDir, 'running.lock'), { timeout: 0 });
  try {
    file.exec(lock);
  } catch (error) {
    file.close();
    throw isBusy(error) ? new Refusal(taken) : error;
  }
  return { release: () => file.close() };
}
