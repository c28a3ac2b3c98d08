import { randomInt } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Instant } from '../../../domain/zone.ts';

export type JobKind =
  | 'mail'
  | 'mailToStrangers'
  | 'mailWithReport'
  | 'revoke'
  | 'writeSpreadsheet'
  | 'vacuum'
  | 'remind'
  | 'sendPush'
  | 'sendNtfy'
  | 'joinEntries'
  | 'noteFailedTry';

/**
 * One kind of job with its queue. `tableKind` in `table.ts` makes one from a handler, for jobs in the table
 * `jobs`.
 */
export interface Kind {
  readonly kind: JobKind;
  /** How many jobs of the kind run at once in this process. */
  readonly concurrency: number;
  /** The exclusive maximum of the random delay between a wake-up and the start of the jobs (ms). */
  readonly headStartMs: number;
  /**
   * Finds the next job that is due by `dueBy`, and takes a lease on it if the kind has leases. Resolves to a function
   * that runs the job, or to undefined if no job is due.
   */
  readonly takeNext: (dueBy: Instant) => Promise<(() => Promise<void>) | undefined>;
  /** When the next job is due; undefined if the queue is empty. */
  readonly findNextDue: () => Promise<Instant | undefined>;
  /** The log message if the queue cannot be read. */
  readonly unreadable: string;
  /** Aborts the jobs that still run five seconds after a stop began. */
  readonly cutOff?: () => void;
}

/** Runs jobs in the background. No request waits for a job, and jobs survive a restart. */
export interface Jobs {
  /** Starts the due jobs of a kind after a random delay. A no-op before `start` and after `stop`. */
  readonly wake: (kind: JobKind) => void;
  /** Runs the jobs that are due now. Without arguments, runs those of all kinds. */
  readonly runDue: (...kinds: JobKind[]) => Promise<void>;
  readonly start: () => void;
  /**
   * Takes no more jobs, and waits for the running ones. After five seconds it aborts those whose kind has a
   * `cutOff`.
   */
  readonly stop: () => Promise<void>;
}

const STOP_LIMIT_MS = 5000;
/**
 * The longest time between two checks of a queue (ms). Without regular checks, this process would notice neither jobs
 * that another process has added, nor jobs whose process died while it ran them.
 */
const LOOK_EVERY_MS = 30_000;

export function makeJobs(
  { log, clock }: { readonly log: Logger; readonly clock: () => Instant },
  kinds: readonly Kind[],
): Jobs {
  const stopping = new AbortController();
  let started = false;
  const lanes = new Map(kinds.map((each) => [each.kind, makeLane(each)]));

  /**
   * Makes the loop of one kind. Each kind has its own loop, so that an emailed code does not wait for a slow
   * report.
   */
  function makeLane(kind: Kind) {
    let timer: NodeJS.Timeout | undefined;
    let running: Promise<void> | undefined;
    let wokenMeanwhile = false;

    function wake(): void {
      if (!started || stopping.signal.aborted) return;
      if (running) {
        wokenMeanwhile = true;
        return;
      }
      clearTimeout(timer);
      const headStart = randomInt(kind.headStartMs);
      running = pause(headStart, undefined, { ref: false, signal: stopping.signal })
        .catch(() => {})
        .then(runDue)
        .then(kind.findNextDue)
        .catch((error: unknown) => {
          log.error({ err: error }, kind.unreadable);
          return undefined;
        })
        .then((dueAt = Number.POSITIVE_INFINITY) => {
          running = undefined;
          if (stopping.signal.aborted) return;
          const wait = wokenMeanwhile ? 0 : Math.max(dueAt - clock(), 0);
          wokenMeanwhile = false;
          timer = setTimeout(wake, Math.min(wait, LOOK_EVERY_MS)).unref();
        });
    }

    async function runDue(): Promise<void> {
      // A job that is added during this round waits for the next round, which starts after another random delay.
      const dueBy = clock();
      const slots = Array.from({ length: kind.concurrency }, () => runOneByOne(dueBy));
      // If one slot fails, wait for the jobs of the other slots too, because `stop` must wait for all running jobs.
      for (const ended of await Promise.allSettled(slots)) {
        if (ended.status === 'rejected') throw ended.reason;
      }
    }

    async function runOneByOne(dueBy: Instant): Promise<void> {
      while (!stopping.signal.aborted) {
        const run = await kind.takeNext(dueBy);
        if (!run) return;
        await run();
      }
    }

    const end = async () => {
      clearTimeout(timer);
      await running;
    };
    return { wake, runDue, end };
  }

  return {
    wake: (kind) => lanes.get(kind)?.wake(),
    async runDue(...only) {
      const chosen = [...lanes].filter(([kind]) => only.length === 0 || only.includes(kind));
      await Promise.all(chosen.map(([, lane]) => lane.runDue()));
    },
    start() {
      started = true;
      for (const lane of lanes.values()) lane.wake();
    },
    async stop() {
      stopping.abort();
      const ended = Promise.all(Array.from(lanes.values(), (lane) => lane.end()));
      const patience = Promise.withResolvers<void>();
      const limit = setTimeout(patience.resolve, STOP_LIMIT_MS);
      await Promise.race([ended, patience.promise]);
      clearTimeout(limit);
      for (const { cutOff } of kinds) cutOff?.();
      // Wait for the aborted jobs too: each is put back into its queue, for which the database must still be open.
      await ended;
    },
  };
}

const FIRST_PAUSE_MS = 5000;
const LONGEST_PAUSE_MS = 960_000;

/** The back-off after a failed try, in milliseconds: doubling from 5 s to 16 minutes. */
export function pauseAfter(tries: number): number {
  return Math.min(FIRST_PAUSE_MS * 2 ** (tries - 1), LONGEST_PAUSE_MS);
}
