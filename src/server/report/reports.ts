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
   * Makes a report, beside everything else that the server does.
   *
   * @param run.signal ends the work
   * @param run.tell told how far it is
   * @throws tooManyAttempts where the account has two waiting or at work, userNotFound, periodEmpty,
   *   ReportFailure, and the signal's reason
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

/** A report could not be made. It says what went wrong and where, and nothing of what someone wrote. */
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
  const threads = makeThreads();
  /** Whose reports wait or are at work: once for each. */
  const inside: string[] = [];

  /** One account's reports are not to keep everyone else from theirs. */
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
    // Each form is read once and written once; and something is always left to do until it is done.
    const total = 2 * count + 1;
    const told = (done: number) => tell(Math.min(done, total - 1), total);
    let isUsable = false;
    try {
      const made = outcome(thread, signal, (written) => told(count + written));
      // It may fail before anyone waits for it.
      made.catch(() => {});
      told(0);
      send(thread, { kind: 'begin', order });
      let read = 0;
      for await (const forms of orderedForms(db, userId, order)) {
        signal.throwIfAborted();
        send(thread, { kind: 'forms', forms });
        // Read no faster than they are taken: what a thread has not taken is kept here, without end.
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

function send(thread: Worker, message: ToThread): void {
  thread.postMessage(message);
}

/** No one's notes are to keep a thread from all others: ten years of forms take some seconds. */
const TIME_LIMIT_MS = 120_000;

/** What a thread makes of the order it is about to get. */
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
  const onExit = () => made.reject(new ReportFailure('The thread has ended', ''));
  const onTimeout = () => made.reject(new ReportFailure('It took too long', ''));
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
