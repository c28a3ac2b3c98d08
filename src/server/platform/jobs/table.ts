import type { Logger } from 'pino';
import type { Instant } from '../../../domain/zone.ts';
import type { Database } from '../db/database.ts';
import { type Kind, pauseAfter } from './jobs.ts';
import { findNextDue, moveDue, removeJob, type TakenJob, takeJob } from './queries/jobs.ts';

/** How one kind of job in the table `jobs` is run. */
export interface Handler
  extends Pick<Kind, 'kind' | 'concurrency' | 'headStartMs' | 'unreadable' | 'cutOff'> {
  /**
   * Runs a job, which is removed afterwards, or tried again after an error.
   *
   * @param renewLease to be called before a long step. @throws LeaseLost
   */
  readonly handle: (job: TakenJob, renewLease: () => Promise<void>) => Promise<void>;
  /** The log message of a failed try. */
  readonly failed: string;
  /** More fields of that log entry; nothing that a person has entered. */
  readonly faultOf: (error: unknown, job: TakenJob) => object;
}

/** The lease had ended, and another process has taken the job. */
class LeaseLost extends Error {
  override readonly name = 'LeaseLost';
}

/** A job whose process was killed is tried again after this. */
const LEASE_MS = 300_000;
/** A job that expires soon is tried to its end, but not more often than this. */
const SHORTEST_PAUSE_MS = 5000;

/** The queue of a handler's jobs. */
export function tableKind(
  {
    db,
    log,
    clock,
  }: { readonly db: Database; readonly log: Logger; readonly clock: () => Instant },
  handler: Handler,
): Kind {
  /** A job that outlives its lease is not taken a second time by the process that is running it. */
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
      if (expiresAt > clock()) {
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
      await move(clock() + Math.min(pauseAfter(tries), Math.max(third, SHORTEST_PAUSE_MS)));
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
