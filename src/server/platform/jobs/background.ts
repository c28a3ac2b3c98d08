import { randomInt } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Instant } from '../../../domain/zone.ts';

/** Work that goes on beside the answers: whenever something is due, and once someone says that it may be. */
export interface Background {
  /** Something may be due: does it soon, if this was started. */
  readonly wake: () => void;
  /** Begins to work by itself. */
  readonly start: () => void;
  /**
   * Ends it: takes up nothing more, and waits for what is under way.
   *
   * @param cutOff ends what is under way at once, where that takes longer than five seconds
   */
  readonly stop: (cutOff: () => void) => Promise<void>;
  readonly isStopped: () => boolean;
}

/** How long a stop waits for what is on its way before that is cut off. */
const STOP_LIMIT_MS = 5000;
/** How often to look for what other processes have left. */
const LOOK_EVERY_MS = 30_000;

/**
 * @param headStartMs within this, and nobody can tell when, work begins after it was woken
 * @param doDue does all that is due
 * @param nextDue when the next of it is; undefined where there is none
 * @param failure what the log says where the queue cannot be read
 */
export function inBackground({
  headStartMs,
  doDue,
  nextDue,
  failure,
  log,
  clock,
}: {
  readonly headStartMs: number;
  readonly doDue: () => Promise<void>;
  readonly nextDue: () => Promise<Instant | undefined>;
  readonly failure: string;
  readonly log: Logger;
  readonly clock: () => Instant;
}): Background {
  const stopping = new AbortController();
  let started = false;
  let timer: NodeJS.Timeout | undefined;
  let working: Promise<void> | undefined;
  let wokenMeanwhile = false;
  const isStopped = () => stopping.signal.aborted;

  function wake(): void {
    if (!started || isStopped()) return;
    if (working) {
      wokenMeanwhile = true;
      return;
    }
    clearTimeout(timer);
    working = pause(randomInt(headStartMs), undefined, { ref: false, signal: stopping.signal })
      .catch(() => {})
      .then(doDue)
      .then(nextDue)
      .catch((error: unknown) => {
        log.error({ err: error }, failure);
        return undefined;
      })
      .then((dueAt = Number.POSITIVE_INFINITY) => {
        working = undefined;
        if (isStopped()) return;
        const wait = wokenMeanwhile ? 0 : Math.max(dueAt - clock(), 0);
        wokenMeanwhile = false;
        timer = setTimeout(wake, Math.min(wait, LOOK_EVERY_MS)).unref();
      });
  }

  return {
    wake,
    isStopped,
    start() {
      started = true;
      wake();
    },
    async stop(cutOff) {
      stopping.abort();
      clearTimeout(timer);
      const patience = Promise.withResolvers<void>();
      const limit = setTimeout(patience.resolve, STOP_LIMIT_MS);
      await Promise.race([working, patience.promise]);
      clearTimeout(limit);
      cutOff();
      // What was cut off is put back in its queue, for which the database must still be there.
      await working;
    },
  };
}

const FIRST_PAUSE_MS = 5000;
const LONGEST_PAUSE_MS = 960_000;

/** The pause after a failed try, in milliseconds: doubling from 5 s to 16 minutes. */
export function pauseAfter(tries: number): number {
  return Math.min(FIRST_PAUSE_MS * 2 ** (tries - 1), LONGEST_PAUSE_MS);
}
