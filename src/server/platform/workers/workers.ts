import {
  MessageChannel,
  type MessagePort,
  receiveMessageOnPort,
  type Worker,
} from 'node:worker_threads';
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

interface Waiting {
  readonly userId: string;
  readonly start: () => void;
}

/** A task took longer than its time-out and was terminated. */
export class TimedOut extends Error {}

const STOPPING = 'The server is stopping';
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

/**
 * @param options.onError called when a thread fails that runs no task, such as one whose task was cancelled
 *   while it ran out of memory; the pool replaces it
 */
export function makeWorkers({
  memoryMb = MEMORY_LIMIT_MB,
  onError,
}: {
  readonly memoryMb?: number;
  readonly onError: (error: Error) => void;
}): Workers {
  const pool = new Piscina({
    minThreads: 0,
    maxThreads: MAX_THREADS,
    idleTimeout: IDLE_LIMIT_MS,
    resourceLimits: { maxOldGenerationSizeMb: memoryMb },
    // Otherwise a thread blocks while it is idle, and its database connections with it.
    atomics: 'disabled',
    recordTiming: false,
  });
  pool.on('error', onError);
  /** The accounts with a running task. */
  const running = new Set<string>();
  const waiting: Waiting[] = [];
  /** The abort controllers of all running and waiting tasks. */
  const endings = new Set<AbortController>();
  const exits = new Map<Worker, Promise<void>>();
  let isStopped = false;

  /** The queue passes over a task whose account has a running one. */
  function startNext(): void {
    while (running.size < MAX_THREADS) {
      const index = waiting.findIndex(({ userId }) => !running.has(userId));
      const [next] = index < 0 ? [] : waiting.splice(index, 1);
      if (!next) return;
      running.add(next.userId);
      next.start();
    }
  }

  async function turn(userId: string, signal: AbortSignal): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const entry = { userId, start: resolve };
    const leave = () => {
      const index = waiting.indexOf(entry);
      if (index >= 0) waiting.splice(index, 1);
      reject(signal.reason);
    };
    signal.addEventListener('abort', leave);
    waiting.push(entry);
    startNext();
    try {
      await promise;
    } finally {
      signal.removeEventListener('abort', leave);
    }
  }

  /** Resolves when the threads of cancelled tasks have ended. A native call, such as a commit, ends first. */
  async function cancelledThreads(): Promise<void> {
    const present = new Set(pool.threads);
    await Promise.all([...exits].flatMap(([thread, exit]) => (present.has(thread) ? [] : [exit])));
  }

  function watchExits(): void {
    for (const thread of pool.threads) {
      if (exits.has(thread)) continue;
      const exit = Promise.withResolvers<void>();
      exits.set(thread, exit.promise);
      thread.once('exit', () => {
        exits.delete(thread);
        exit.resolve();
      });
    }
  }

  async function inThread<Input>(
    { file, name, input }: Job<Input>,
    { signal, onProgress }: Pick<Run, 'signal' | 'onProgress'>,
  ) {
    const { port1, port2 } = new MessageChannel();
    const report = ({ done, total }: Progress) => onProgress(done, total);
    port1.on('message', report);
    try {
      const task: Task<Input> = { input, progress: port2 };
      const result = pool.run(task, {
        filename: file.href,
        name,
        signal,
        // Piscina requires an array, which its type does not allow with the types of Node 26.
        transferList: [port2] as never,
      });
      watchExits();
      return await result;
    } finally {
      // The result may overtake the last messages, because it has a port of its own.
      for (;;) {
        const next = receiveMessageOnPort(port1);
        if (!next) break;
        report(next.message);
      }
      port1.close();
    }
  }

  return {
    async run(userId, job, { signal, onProgress, timeMs }) {
      signal.throwIfAborted();
      if (isStopped) throw new Error(STOPPING);
      const own = waiting.filter((each) => each.userId === userId).length;
      if (own + Number(running.has(userId)) >= MAX_OF_ACCOUNT) throw fail('tooManyAttempts');
      if (waiting.length >= MAX_WAITING) throw fail('unavailable');
      const ending = new AbortController();
      const onAbort = () => ending.abort(signal.reason);
      signal.addEventListener('abort', onAbort);
      endings.add(ending);
      try {
        await turn(userId, ending.signal);
        const timer = setTimeout(() => ending.abort(new TimedOut()), timeMs);
        try {
          return await inThread(job, { signal: ending.signal, onProgress });
        } finally {
          clearTimeout(timer);
          void cancelledThreads().then(() => {
            running.delete(userId);
            startNext();
          });
        }
      } catch (error) {
        throw ending.signal.aborted ? ending.signal.reason : error;
      } finally {
        signal.removeEventListener('abort', onAbort);
        endings.delete(ending);
      }
    },
    async stop() {
      isStopped = true;
      // Before the tasks are cancelled, because `destroy` waits only for threads that the pool still has.
      const ended = pool.destroy();
      for (const ending of endings) ending.abort(new Error(STOPPING));
      await ended;
      await Promise.all(exits.values());
    },
  };
}
