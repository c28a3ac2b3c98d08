import { pbkdf2Sync } from 'node:crypto';
import { DatabaseSync } from 'node:sqlite';
import type { Task } from '../workers.ts';

/** Tasks for the tests of worker processes. */

export function whichProcess({ onProgress }: Task<undefined>): number {
  onProgress(1, 1);
  return process.pid;
}

/** Reports its start, with the id of its process, and never ends. */
export function hang({ onProgress }: Task<unknown>): Promise<never> {
  // Keeps the process running, as a database connection does.
  setInterval(() => {}, 1000);
  onProgress(process.pid, 1);
  return new Promise(() => {});
}

/** Reports twice, 50 ms apart, and never ends. */
export function reportTwice({ onProgress }: Task<undefined>): Promise<never> {
  setTimeout(() => onProgress(2, 2), 50);
  onProgress(1, 2);
  return new Promise(() => {});
}

/** Writes a row to a SQLite file, reports its start, and never commits. */
export function writeForEver({ input: path, onProgress }: Task<string>): Promise<never> {
  const file = new DatabaseSync(path);
  file.exec("begin immediate; insert into words values ('uncommitted')");
  return hang({ input: undefined, onProgress });
}

/**
 * Fills the heap in one native call. During the call, V8 cannot end just a thread; it can only abort the whole process.
 */
export function fillMemory(): unknown {
  return JSON.parse(`[${'{},'.repeat(5_000_000)}{}]`);
}

export function failAtOnce(): never {
  throw new RangeError('Too much');
}

/** Returns the id of its process, and throws later in the idle process. */
export function failLater(): number {
  setTimeout(() => {
    throw new Error('Too late');
  });
  return process.pid;
}

/** Reports its start and then computes in native code, which cannot be interrupted. */
export function computeNatively({ onProgress }: Task<undefined>): void {
  onProgress(process.pid, 1);
  pbkdf2Sync('password', 'salt', 200_000_000, 64, 'sha512');
}

/** Uses some milliseconds of processor time. On a busy machine this takes longer. */
export function compute({ input: ms }: Task<string>): void {
  const { user } = process.cpuUsage();
  while (process.cpuUsage().user - user < Number(ms) * 1000);
}
