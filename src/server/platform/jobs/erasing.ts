import type { Logger } from 'pino';
import type { Instant } from '../../../domain/zone.ts';
import type { Database } from '../db/database.ts';
import { erase, isErased } from '../db/erasing.ts';
import { inBackground } from './background.ts';

/** Erases what deleted accounts have left in the database's files, beside the answers. A restart goes on with it. */
export interface Erasing {
  readonly wake: () => void;
  /** Erases, where there is something to erase and it is time. */
  readonly doDue: () => Promise<void>;
  readonly start: () => void;
  readonly stop: () => Promise<void>;
}

/**
 * A rebuild keeps everyone else from writing, a second for each 100 MB. So all deletions of a minute share one, and
 * it takes no more than a sixtieth of the time, however many accounts are deleted.
 */
const SHORTEST_PAUSE_MS = 60_000;
const PAUSE_TIMES = 60;
/** It may begin at once. */
const HEAD_START_MS = 1;

export function makeErasing({
  db,
  log,
  clock,
}: {
  readonly db: Database;
  readonly log: Logger;
  readonly clock: () => Instant;
}): Erasing {
  let notBefore = Number.NEGATIVE_INFINITY;
  const background = inBackground({
    headStartMs: HEAD_START_MS,
    doDue,
    nextDue: async () => ((await isErased(db)) ? undefined : notBefore),
    failure: 'The file is still to be erased, which is tried again',
    log,
    clock,
  });

  async function doDue(): Promise<void> {
    if (clock() < notBefore || (await isErased(db))) return;
    const begunAt = performance.now();
    try {
      await erase(db);
    } finally {
      const took = performance.now() - begunAt;
      notBefore = clock() + Math.max(SHORTEST_PAUSE_MS, PAUSE_TIMES * took);
    }
  }

  const { wake, start } = background;
  // SQLite rebuilds a file in one go, and undoes it where the process ends meanwhile.
  return { wake, start, doDue, stop: () => background.stop(() => {}) };
}
