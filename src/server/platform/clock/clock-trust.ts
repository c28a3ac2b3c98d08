import type { Instant } from '../../../domain/zone.ts';
import type { Database } from '../db/database.ts';
import { fail } from '../http/fail.ts';
import { isBehind, isDoubtful, noteAfter, type Reading, trusted } from './assess.ts';
import { findNotedTime, noteTime } from './queries/noted-times.ts';
import { isSynchronized } from './synchronized.ts';

/** How long after the start saves wait for a clock that is behind (ms). */
const WAIT_MS = 600_000;
/** How often the time is noted while the clock is right (ms). */
const NOTE_EVERY_MS = 600_000;

/** Whether the machine's clock can be trusted. Until the first `check`, it is. */
export interface ClockTrust {
  /** Compares the clock with the times that servers of this database noted. To be called at the start and each minute. */
  readonly check: () => Promise<void>;
  /** Notes the time, if the clock is trusted. To be called at a stop. */
  readonly note: () => Promise<void>;
  /** False after the clock has jumped ahead: what seems to have expired may still be good. */
  readonly mayErase: () => boolean;
  /**
   * The present for a save. While the clock is behind a time that a server noted, the present is at least the device's
   * time.
   *
   * @param enteredAt when the entry was made, by the device's clock (ISO instant)
   * @throws unavailable if the clock is behind and the server started less than ten minutes ago. The entry waits on the
   *   device, and the system may correct the clock meanwhile.
   */
  readonly presentOf: (enteredAt?: string | undefined) => Instant;
}

export interface ClockTrustOptions {
  readonly db: Database;
  readonly clock: () => Instant;
  /** Whole milliseconds that no change of the clock affects. */
  readonly timer?: () => number;
  readonly isClockRight?: () => Promise<boolean>;
}

export function makeClockTrust({
  db,
  clock,
  timer = () => Math.round(performance.now()),
  isClockRight = isSynchronized,
}: ClockTrustOptions): ClockTrust {
  const startedAt = timer();
  let before: Reading | undefined;
  let notedAt = 0;
  let hasJumped = false;
  let isLate = false;

  async function check(isLast = false): Promise<void> {
    const noted = await findNotedTime(db);
    const isRight = !noted || !isDoubtful(noted, clock()) || (await isClockRight());
    const now = { clock: clock(), timer: timer() };
    const next = noted && !isRight ? noteAfter(noted, before, now) : trusted(now.clock);
    before = now;
    hasJumped = next.hasJumped;
    isLate = isBehind(next, now.clock);
    notedAt = next.at;
    const isFresh =
      noted &&
      noted.hasJumped === next.hasJumped &&
      noted.steadyMs === next.steadyMs &&
      Math.abs(next.at - noted.at) < (isLast ? 1 : NOTE_EVERY_MS);
    if (!isFresh) await noteTime(db, next);
  }

  return {
    check: () => check(),
    note: () => check(true),
    mayErase: () => !hasJumped,
    presentOf(enteredAt) {
      const now = clock();
      if (!isLate || !isBehind({ at: notedAt }, now)) return now;
      if (timer() - startedAt < WAIT_MS) throw fail('unavailable');
      return Math.max(now, notedAt, enteredAt === undefined ? 0 : Date.parse(enteredAt));
    },
  };
}
