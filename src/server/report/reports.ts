import type { Worker } from 'node:worker_threads';
import type { Instant } from '../../domain/zone.ts';
import type { Database } from '../platform/db/database.ts';
import { fail } from '../platform/http/fail.ts';
import { fileNameOf } from '../platform/http/file-name.ts';
import { makeThreads } from '../platform/workers/threads.ts';
import { countOrdered, orderedForms, orderOf, type ReportWish } from './order.ts';
import type { FromThread, ToThread } from './report-thread.ts';

interface MadeReport {
  readonly pdf: Uint8Array;
  readonly fileName: string;
}

export interface Reports {
  /**
   * Makes a report in a worker thread.
   *
   * @param run.signal cancels the report
   * @param run.tell called with the progress
   * @throws tooManyAttempts if the account already has two reports waiting or running; userNotFound;
   *   periodEmpty; ReportFailure; the signal's reason
   */
  readonly make: (
    wish: ReportWish,
    run?: {
      readonly signal?: AbortSignal;
      readonly tell?: (done: number, total: number) => void;
    },
  ) => Promise<MadeReport>;
  readonly stop: () => Promise<void>;
}

/** A report failed. The error has the type and stack frames of the cause, but no text of a person. */
export class ReportFailure extends Error {
  override readonly name = 'ReportFailure';

  constructor(type: string, frames: string) {
    super(type);
    this.stack = `${this.name}: ${type}\n${frames}`;
  }
}

export function makeReports({
  db,
  zone,
  clock,
}: {
  readonly db: Database;
  readonly zone: string;
  readonly clock: () => Instant;
}): Reports {
  const threads = makeThreads(REPORT_THREAD);
  /** The user ids of all waiting and running reports; an id for each report. */
  const inside: string[] = [];

  /** Limits the concurrent reports of an account, so that one account cannot block all others. */
  async function withPlace<Made>(userId: string, make: () => Promise<Made>): Promise<Made> {
    if (inside.filter((each) => each === userId).length >= MOST_OF_ACCOUNT) {
      throw fail('tooManyAttempts');
    }
    inside.push(userId);
    try {
      return await make();
    } finally {
      inside.splice(inside.indexOf(userId), 1);
    }
  }

  const makeOne: Reports['make'] = async (
    wish,
    { signal = new AbortController().signal, tell = () => {} } = {},
  ) => {
    const { userId } = wish;
    const order = await orderOf(db, wish, clock(), zone);
    const count = await countOrdered(db, userId, order);
    const thread = await threads.take(signal);
    // Each form counts twice, for reading and for writing. The extra 1 keeps the progress below 100 %.
    const total = 2 * count + 1;
    const told = (done: number) => tell(Math.min(done, total - 1), total);
    let isUsable = false;
    try {
      const made = outcome(thread, signal, (written) => told(count + written));
      // `made` may reject before it is awaited, which must not be an unhandled rejection.
      made.catch(() => {});
      told(0);
      send(thread, { kind: 'begin', order });
      let read = 0;
      for await (const forms of orderedForms(db, userId, order)) {
        signal.throwIfAborted();
        send(thread, { kind: 'forms', forms });
        // Back-pressure: unread messages to a thread would otherwise queue up in memory without limit.
        await Promise.race([new Promise((taken) => thread.once('message', taken)), made]);
        read += forms.length;
        told(read);
      }
      send(thread, { kind: 'end' });
      const pdf = await made;
      isUsable = true;
      const { person, madeAt: now } = order;
      const fileName = fileNameOf('Symptom Report', {
        name: person.name,
        now,
        zone,
        extension: 'pdf',
      });
      return { pdf, fileName };
    } finally {
      threads.giveBack(thread, isUsable);
    }
  };

  return {
    make: (wish, run) => withPlace(wish.userId, () => makeOne(wish, run)),
    stop: threads.stop,
  };
}

const MOST_OF_ACCOUNT = 2;
const REPORT_THREAD = new URL('./report-thread.ts', import.meta.url);

function send(thread: Worker, message: ToThread): void {
  thread.postMessage(message);
}

/** The time-out in milliseconds, so that one report cannot block a thread. Ten years take some seconds. */
const TIME_LIMIT_MS = 120_000;

/** Waits for the thread's PDF. Call it before sending the order. */
async function outcome(
  thread: Worker,
  signal: AbortSignal,
  onWritten: (forms: number) => void,
): Promise<Uint8Array> {
  const made = Promise.withResolvers<Uint8Array>();
  const onMessage = (message: FromThread) => {
    if (message.kind === 'written') onWritten(message.forms);
    if (message.kind === 'made') made.resolve(message.pdf);
    if (message.kind === 'failed') made.reject(new ReportFailure(message.type, message.frames));
  };
  const onError = (error: Error) => {
    const code = 'code' in error ? String(error.code) : error.name;
    made.reject(new ReportFailure(code, ''));
  };
  const onExit = () => made.reject(new ReportFailure('The report thread exited', ''));
  const onTimeout = () => made.reject(new ReportFailure('The report timed out', ''));
  const limit = setTimeout(onTimeout, TIME_LIMIT_MS);
  const onAbort = () => made.reject(signal.reason);
  thread.on('message', onMessage).on('error', onError).on('exit', onExit);
  signal.addEventListener('abort', onAbort);
  try {
    return await made.promise;
  } finally {
    clearTimeout(limit);
    thread.off('message', onMessage).off('error', onError).off('exit', onExit);
    signal.removeEventListener('abort', onAbort);
  }
}
