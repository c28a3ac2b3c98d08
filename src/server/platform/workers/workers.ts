import { MessageChannel, type MessagePort, receiveMessageOnPort } from 'node:worker_threads';
import pLimit, { type LimitFunction } from 'p-limit';
import { Piscina } from 'piscina';
import { fail } from '../http/fail.ts';

/** A task of a worker thread. The thread reports its progress on the port. */
export interface Task<Input> {
  readonly input: Input;
  readonly progress: MessagePort;
}

/** A message on a task's progress port. */
export interface Progress {
  readonly done: number;
  readonly total: number;
}

/** What a thread runs: the function `name` of the module `file`, which gets a `Task`. */
interface Job<Input> {
  readonly file: URL;
  readonly name: string;
  readonly input: Input;
}

export interface Run {
  /** Cancels the task: a waiting one never starts, a running one is terminated with its thread. */
  readonly signal: AbortSignal;
  readonly onProgress: (done: number, total: number) => void;
  /** The time-out in milliseconds, counted from the start of the task, so that no task blocks a thread for ever. */
  readonly timeMs: number;
}

/** Worker threads for tasks that compute for seconds: reports and imports. */
export interface Workers {
  /**
   * Runs a function in a thread. An account has one running task at a time, so that the threads are shared
   * fairly between accounts.
   *
   * @throws tooManyAttempts if the account already has a running and a waiting task; unavailable if too many
   *   tasks are waiting; the signal's reason; TimedOut; the error of the task or its thread
   */
  readonly run: <Input, Result>(userId: string, job: Job<Input>, run: Run) => Promise<Result>;
  /** Terminates all threads; pending tasks reject. */
  readonly stop: () => Promise<void>;
}

/** A task took longer than its time-out and was terminated. */
export class TimedOut extends Error {}

/** A task uses one CPU core for as long as it runs. */
const MAX_THREADS = 2;
/** Tasks of all accounts that may wait for a thread. Further ones would wait for minutes. */
const MAX_WAITING = 50;
/** Running and waiting tasks of an account: one of them may be an import right after its own dry run. */
const MAX_OF_ACCOUNT = 2;
/** How long an idle thread is kept, in milliseconds, because starting one takes 300. */
const IDLE_LIMIT_MS = 300_000;
/** The heap limit of a thread. A task that exceeds it ends its thread, not the server. */
const MEMORY_LIMIT_MB = 1024;

export function makeWorkers({ memoryMb = MEMORY_LIMIT_MB } = {}): Workers {
  const pool = new Piscina({
    minThreads: 0,
    maxThreads: MAX_THREADS,
    idleTimeout: IDLE_LIMIT_MS,
    resourceLimits: { maxOldGenerationSizeMb: memoryMb },
    // Otherwise a thread blocks while it is idle, and its database connections with it.
    atomics: 'disabled',
    recordTiming: false,
  });
  const inTurn = pLimit(MAX_THREADS);
  const accounts = new Map<string, LimitFunction>();
  const stopping = new AbortController();

  async function inThread<Input>(
    { file, name, input }: Job<Input>,
    { signal, onProgress, timeMs }: Run,
  ) {
    signal.throwIfAborted();
    const timeOut = new AbortController();
    const timer = setTimeout(() => timeOut.abort(new TimedOut()), timeMs);
    const { port1, port2 } = new MessageChannel();
    const report = ({ done, total }: Progress) => onProgress(done, total);
    port1.on('message', report);
    const ending = AbortSignal.any([signal, timeOut.signal]);
    try {
      const task: Task<Input> = { input, progress: port2 };
      const result = await pool.run(task, {
        filename: file.href,
        name,
        signal: ending,
        // Piscina requires an array, which its type does not allow with the types of Node 26.
        transferList: [port2] as never,
      });
      // The result may overtake the last messages, because it has a port of its own.
      for (;;) {
        const next = receiveMessageOnPort(port1);
        if (!next) return result;
        report(next.message);
      }
    } catch (error) {
      throw ending.aborted ? ending.reason : error;
    } finally {
      clearTimeout(timer);
      port1.close();
    }
  }

  return {
    async run(userId, job, run) {
      const signal = AbortSignal.any([run.signal, stopping.signal]);
      signal.throwIfAborted();
      const own = accounts.get(userId) ?? pLimit(1);
      if (own.activeCount + own.pendingCount >= MAX_OF_ACCOUNT) throw fail('tooManyAttempts');
      if (inTurn.pendingCount >= MAX_WAITING) throw fail('unavailable');
      accounts.set(userId, own);
      const result = own(() => inTurn(() => inThread(job, { ...run, signal })));
      result
        .catch(() => {})
        .finally(() => {
          if (own.activeCount + own.pendingCount === 0) accounts.delete(userId);
        });
      // A waiting task rejects as soon as it is cancelled, and leaves the queue when its turn comes.
      return await Promise.race([result, aborted(signal)]);
    },
    async stop() {
      stopping.abort(new Error('The server is stopping'));
      await pool.destroy();
    },
  };
}

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}
