import type { Logger } from 'pino';
import type { Instant } from '../../../domain/zone.ts';
import type { ClockTrust } from '../clock/clock-trust.ts';
import type { Database } from '../db/database.ts';
import { type JobKind, type Kind, pauseAfter } from './jobs.ts';
import {
  findNextDue,
  moveDue,
  moveJob,
  removeJob,
  type TakenJob,
  takeJob,
} from './queries/jobs.ts';

/** Describes how to run one kind of job in the table `jobs`. */
export interface Handler
  extends Pick<Kind, 'kind' | 'concurrency' | 'headStartMs' | 'unreadable' | 'cutOff'> {
  /**
   * Runs a job. When this resolves, the job is removed; if it rejects, the job is retried later.
   *
   * @param renewLease the handler calls it before a long step; it rejects with LeaseLost if another process has taken
   * the job, or if the job was deleted
   */
  readonly handle: (job: TakenJob, renewLease: () => Promise<void>) => Promise<void>;
  /** The queue to which the job is moved instead of running here; undefined if it runs here. */
  readonly otherQueue?: (job: TakenJob) => Promise<JobKind | undefined>;
  /** The log message of a failed try. */
  readonly failed: string;
  /** Further fields of the log entry of a failed try. They must not contain anything that a person entered. */
  readonly faultOf: (error: unknown, job: TakenJob) => object;
}

/**
 * A handler throws this to have the job retried after at least `waitMs`, the pause that the receiving server asks for.
 */
export class RetryLater extends Error {
  override readonly name = 'RetryLater';
  readonly waitMs: number;

  constructor(message: string, waitMs = 0) {
    super(message);
    this.waitMs = waitMs;
  }
}

/** The lease ended and another process took the job, or the job was deleted. */
class LeaseLost extends Error {
  override readonly name = 'LeaseLost';
}

/** The length of a lease (ms). If a process is killed, its jobs are due again when their leases end. */
const LEASE_MS = 300_000;
/**
 * The shortest pause before a retry (ms). A job that expires soon must be retried sooner than usual. So the back-off is
 * at most a third of the time until the job expires, but never shorter than this minimum. If `RetryLater` asks for a
 * longer pause, that pause applies.
 */
const SHORTEST_PAUSE_MS = 5000;

/** Returns the queue of a handler's jobs in the table `jobs`. */
export function tableKind(
  {
    db,
    log,
    clock,
    clockTrust,
    wake,
  }: {
    readonly db: Database;
    readonly log: Logger;
    readonly clock: () => Instant;
    readonly clockTrust: Pick<ClockTrust, 'mayErase'>;
    /** Starts the jobs of another queue, after one was moved to it. */
    readonly wake: (kind: JobKind) => void;
  },
  handler: Handler,
): Kind {
  /**
   * The ids of the jobs that this process is running. This process does not take such a job again, even if its lease
   * has ended.
   */
  const held = new Set<string>();

  async function run(job: TakenJob, firstLeaseEnd: Instant): Promise<void> {
    const { id, expiresAt } = job;
    let leaseEnd = firstLeaseEnd;
    const move = async (to: Instant) => {
      const isMoved = await moveDue(db, id, { from: leaseEnd, to });
      if (isMoved) leaseEnd = to;
      return isMoved;
    };
    try {
      // If the clock may be wrong, an expired job is run, because it may still be of use.
      if (expiresAt > clock() || !clockTrust.mayErase()) {
        const other = await handler.otherQueue?.(job);
        if (other) {
          const { tries } = job;
          if (await moveJob(db, id, { from: leaseEnd, to: other, tries, dueAt: clock() })) {
            wake(other);
          }
          return;
        }
        await handler.handle(job, async () => {
          if (!(await move(clock() + LEASE_MS))) throw new LeaseLost();
        });
      }
      await removeJob(db, id);
    } catch (error) {
      if (error instanceof LeaseLost) return;
      const tries = job.tries + 1;
      log.warn({ tries, ...handler.faultOf(error, job) }, handler.failed);
      const third = Math.floor((expiresAt - clock()) / 3);
      const pause = Math.min(pauseAfter(tries), Math.max(third, SHORTEST_PAUSE_MS));
      const asked = error instanceof RetryLater ? error.waitMs : 0;
      await move(clock() + Math.max(pause, asked));
    }
  }

  const { kind } = handler;
  return {
    ...handler,
    async takeNext(dueBy) {
      const leaseEnd = clock() + LEASE_MS;
      const job = await takeJob(db, kind, { dueBy, leaseEnd, held });
      if (!job) return undefined;
      held.add(job.id);
      return () => run(job, leaseEnd).finally(() => held.delete(job.id));
    },
    findNextDue: () => findNextDue(db, kind),
  };
}
