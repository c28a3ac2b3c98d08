import type { Instant } from '../../../domain/zone.ts';
import type { Database } from '../db/database.ts';
import { erase, isErased } from '../db/erasing.ts';
import type { Kind } from './jobs.ts';

/**
 * A rebuild keeps everyone else from writing, a second for each 100 MB. So all deletions of a minute share one, and
 * it takes no more than a sixtieth of the time, however many accounts are deleted.
 */
const SHORTEST_PAUSE_MS = 60_000;
const PAUSE_TIMES = 60;
/** It may begin at once. */
const HEAD_START_MS = 1;

/**
 * Erases what deleted accounts have left in the database's file. Its queue is the mark in that file, which the
 * transaction of a deletion sets.
 */
export function vacuumKind({
  db,
  clock,
}: {
  readonly db: Database;
  readonly clock: () => Instant;
}): Kind {
  let notBefore = Number.NEGATIVE_INFINITY;

  async function run(): Promise<void> {
    const begunAt = performance.now();
    try {
      await erase(db);
    } finally {
      const took = performance.now() - begunAt;
      notBefore = clock() + Math.max(SHORTEST_PAUSE_MS, PAUSE_TIMES * took);
    }
  }

  return {
    kind: 'vacuum',
    concurrency: 1,
    headStartMs: HEAD_START_MS,
    takeNext: async () => (clock() < notBefore || (await isErased(db)) ? undefined : run),
    findNextDue: async () => ((await isErased(db)) ? undefined : notBefore),
    unreadable: 'The file is still to be erased, which is tried again',
  };
}
