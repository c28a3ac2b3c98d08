import type { Instant } from '../../domain/zone.ts';
import type { Config } from '../config.ts';
import type { Database } from '../platform/db/database.ts';
import { CallError, fail } from '../platform/http/fail.ts';
import { fileNameOf } from '../platform/http/file-name.ts';
import { TimedOut, type Workers } from '../platform/workers/workers.ts';
import { isShort, orderOf, type ReportWish } from './order.ts';
import type { ReportInput, ReportOutcome } from './report-task.ts';

export interface MadeReport {
  readonly pdf: Buffer;
  readonly fileName: string;
}

export interface Reports {
  /**
   * Makes a report in a worker process.
   *
   * @param run.signal cancels the report
   * @param run.tell called with the progress
   * @throws tooManyAttempts if the account already has two reports or imports waiting or running;
   *   userNotFound; periodEmpty; unavailable; ReportFailure; the signal's reason
   */
  readonly make: (
    wish: ReportWish,
    run?: {
      readonly signal?: AbortSignal;
      readonly tell?: (done: number, total: number) => void;
    },
  ) => Promise<MadeReport>;
}

/** A report failed. The error has the type and stack frames of the cause, but no text of a person. */
export class ReportFailure extends Error {
  override readonly name = 'ReportFailure';

  constructor(type: string, frames = '') {
    super(type);
    this.stack = `${this.name}: ${type}\n${frames}`;
  }
}

const FILE = new URL('./report-task.ts', import.meta.url);
/** The time-out of a report (ms). Ten years of forms take some seconds. */
const TIME_LIMIT_MS = 120_000;
/** The time-out of a report that seemed short (ms). It is then made like a long one. */
const SHORT_LIMIT_MS = 10_000;

export function makeReports({
  db,
  config: { dataDir, databaseUrl },
  workers,
  quickWorkers,
  clock,
}: {
  readonly db: Database;
  readonly config: Config;
  readonly workers: Workers;
  readonly quickWorkers: Workers;
  readonly clock: () => Instant;
}): Reports {
  async function outcomeOf(
    input: ReportInput,
    signal: AbortSignal,
    onProgress: (done: number, total: number) => void,
  ): Promise<ReportOutcome> {
    const { userId, order } = input;
    const run = (pool: Workers, timeMs: number): Promise<ReportOutcome> =>
      pool.run(userId, { file: FILE, name: 'makeReport', input }, { signal, onProgress, timeMs });
    try {
      if (await isShort(db, userId, order)) {
        try {
          return await run(quickWorkers, SHORT_LIMIT_MS);
        } catch (error) {
          if (!(error instanceof TimedOut)) throw error;
        }
      }
      return await run(workers, TIME_LIMIT_MS);
    } catch (error) {
      if (error instanceof CallError || signal.aborted) throw error;
      const { name, code = name } = error as NodeJS.ErrnoException;
      throw new ReportFailure(code);
    }
  }

  return {
    async make(wish, { signal = new AbortController().signal, tell = () => {} } = {}) {
      const { userId } = wish;
      const order = await orderOf(db, wish, clock());
      const input = { database: { dataDir, databaseUrl }, userId, order };
      const outcome = await outcomeOf(input, signal, tell);
      if ('refused' in outcome) throw fail(outcome.refused);
      if ('failure' in outcome)
        throw new ReportFailure(outcome.failure.type, outcome.failure.frames);
      const { person, madeAt: now, zone } = order;
      const name = { name: person.name, now, zone, extension: 'pdf' };
      const { buffer, byteOffset, byteLength } = outcome.pdf;
      // Wraps the worker's bytes without copying them.
      const pdf = Buffer.from(buffer, byteOffset, byteLength);
      return { pdf, fileName: fileNameOf('Symptom Report', name) };
    },
  };
}
