import type { Instant } from '../../../domain/zone.ts';
import type { Database } from '../db/database.ts';
import { erase, isErased } from '../db/erasing.ts';
import type { Kind } from './jobs.ts';

/**
 * A rebuild of SQLite's file blocks all other writers for about one second per 100 MB. So all deletions within a minute
 * share one rebuild, and after a rebuild the next one waits for 60 times as long as the rebuild took. However much is
 * deleted, rebuilds block writers for at most a sixtieth of the time.
 */
const SHORTEST_PAUSE_MS = 60_000;
const PAUSE_TIMES = 60;
/** The maximum of the delay is exclusive, so 1 means no delay. */
const HEAD_START_MS = 1;

/**
 * Erases the traces of deleted data from SQLite's file. Its queue is a mark in that file: a deletion sets the mark
 * in its transaction, and a rebuild is due while the mark is set.
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
    unreadable: 'Deleted data could not be erased from the database file yet',
  };
}
