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
