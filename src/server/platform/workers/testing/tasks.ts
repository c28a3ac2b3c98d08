import { pbkdf2Sync } from 'node:crypto';
import { DatabaseSync } from 'node:sqlite';
import { threadId } from 'node:worker_threads';
import type { Progress, Task } from '../workers.ts';

/** Tasks for the tests of worker threads. */

export function whichThread({ progress }: Task<undefined>): number {
  progress.postMessage({ done: 1, total: 1 } satisfies Progress);
  return threadId;
}

/** Reports its start and never ends. */
export function hang({ progress }: Task<undefined>): Promise<never> {
  progress.postMessage({ done: 0, total: 1 } satisfies Progress);
  return new Promise(() => {});
}

/** Writes a row to a SQLite file, reports its start, and never commits. */
export function writeForEver({ input: path, progress }: Task<string>): Promise<never> {
  const file = new DatabaseSync(path);
  file.exec("begin immediate; insert into words values ('uncommitted')");
  return hang({ input: undefined, progress });
}

export function fillMemory(): number {
  const all: string[][] = [];
  for (;;) all.push(Array.from({ length: 10_000 }, (_, index) => `${all.length} ${index}`));
}

/** Returns, and throws later in the idle thread. */
export function failLater(): void {
  setTimeout(() => {
    throw new Error('Too late');
  });
}

/** Reports its start and then computes in native code, which a termination cannot interrupt. */
export function computeNatively({ progress }: Task<undefined>): void {
  progress.postMessage({ done: 0, total: 1 } satisfies Progress);
  pbkdf2Sync('password', 'salt', 2_000_000, 64, 'sha512');
}
