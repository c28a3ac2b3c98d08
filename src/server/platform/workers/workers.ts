import { fail } from '../http/fail.ts';
import type { Spending } from './spending.ts';
import { type Job, startProcess, type WorkerProcess } from './worker-process.ts';

export { OutOfMemory, type Task } from './worker-process.ts';

export interface Run {
  /** Cancels the task: a waiting one never starts, a running one is killed with its process. */
  readonly signal: AbortSignal;
  readonly onProgress: (done: number, total: number) => void;
  /** The time-out in milliseconds, counted from the start of the task, so that no task runs for ever. */
  readonly timeMs: number;
}

/**
 * Worker processes for tasks that compute for seconds: reports and imports. They are processes and not threads
 * because V8 may abort the whole process if a thread exceeds its heap limit.
 */
export interface Workers {
  /**
   * Runs a function in a worker process. An account has one running task at a time, so that the processes are shared
   * fairly between accounts. A task of an account that has used up its processor time waits behind those of others, and
   * at most one such task runs at a time.
   *
   * @throws tooManyAttempts if the account already has `mostOfAccount` running and waiting tasks; unavailable if too
   * many tasks are waiting; the signal's reason; TimedOut; OutOfMemory; the error of the task or its process
   */
  readonly run: <Input, Result>(userId: string, job: Job<Input>, run: Run) => Promise<Result>;
  /** Ends all processes; pending tasks reject. */
  readonly stop: () => Promise<void>;
}

interface Waiting {
  readonly userId: string;
  readonly start: () => void;
  readonly refuse: (reason: unknown) => void;
}

/** A task took longer than its time-out and was killed. */
export class TimedOut extends Error {}

const STOPPING = 'The server is stopping';
/** How many tasks of all accounts together may wait for a process. Further ones would wait for minutes. */
const MAX_WAITING = 50;
/** Idle processes stay alive this long (ms), because starting one takes 300 ms. */
const IDLE_LIMIT_MS = 300_000;
/** The heap limit of a process. A task that exceeds it ends its process, not the server. */
const MEMORY_LIMIT_MB = 1024;

/**
 * @param options.processes how many tasks may run at once
 * @param options.mostOfAccount how many running and waiting tasks one account may have
 * @param options.onError called when a process without a task ends by itself, or when no process can be started; the
 * next task tries to start one again
 */
export function makeWorkers({
  processes,
  mostOfAccount,
  spending,
  memoryMb = MEMORY_LIMIT_MB,
  onError,
}: {
  readonly processes: number;
  readonly mostOfAccount: number;
  readonly spending: Spending;
  readonly memoryMb?: number;
  readonly onError: (error: Error) => void;
}): Workers {
  /** The processes without a task, each with the timer that ends it. */
  const idle = new Map<WorkerProcess, NodeJS.Timeout>();
  const all = new Set<WorkerProcess>();
  /** The accounts with a running task, and whether their processor time was used up when it started. */
  const running = new Map<string, boolean>();
  const waiting: Waiting[] = [];
  /** The abort controllers of all running and waiting tasks. */
  const endings = new Set<AbortController>();
  let isStopped = false;

  /**
   * Starts waiting tasks while a process is free. A task is skipped as long as another task of its account runs.
   */
  function startNext(): void {
    while (running.size < processes) {
      const ready = waiting.filter(({ userId }) => !running.has(userId));
      const mayBeSpent = ![...running.values()].includes(true);
      const next =
        ready.find(({ userId }) => !spending.isSpent(userId)) ??
        (mayBeSpent ? ready[0] : undefined);
      if (!next) return;
      waiting.splice(waiting.indexOf(next), 1);
      running.set(next.userId, spending.isSpent(next.userId));
      next.start();
    }
  }

  /** Makes room in a full queue for an account that has processor time left. @throws unavailable */
  function makeRoom(userId: string): void {
    if (waiting.length < MAX_WAITING) return;
    const last = waiting.findLast((each) => spending.isSpent(each.userId));
    if (!last || spending.isSpent(userId)) throw fail('unavailable');
    waiting.splice(waiting.indexOf(last), 1);
    last.refuse(fail('unavailable'));
  }

  async function turn(userId: string, signal: AbortSignal): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const entry = { userId, start: resolve, refuse: reject };
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

  function takeProcess(): WorkerProcess {
    for (const [worker, timer] of idle) {
      clearTimeout(timer);
      idle.delete(worker);
      if (worker.isUsable()) return worker;
    }
    const worker = startProcess(memoryMb);
    all.add(worker);
    void worker.ended.then((error) => {
      idle.delete(worker);
      all.delete(worker);
      if (error) onError(error);
    });
    return worker;
  }

  /** @throws unavailable if the machine cannot start a process, for lack of memory or of file handles */
  function takeOrRefuse(onFree: () => void): WorkerProcess {
    try {
      return takeProcess();
    } catch (error) {
      onFree();
      onError(error as Error);
      throw fail('unavailable');
    }
  }

  function keep(worker: WorkerProcess): void {
    if (isStopped) worker.kill();
    else idle.set(worker, setTimeout(() => worker.kill(), IDLE_LIMIT_MS).unref());
  }

  /** @param onFree called when the process can run another task, or has ended */
  async function inProcess<Input, Result>(
    userId: string,
    job: Job<Input>,
    { signal, onProgress }: Pick<Run, 'signal' | 'onProgress'>,
    onFree: () => void,
  ): Promise<Result> {
    const worker = takeOrRefuse(onFree);
    const since = performance.now();
    let spentMs: number | undefined;
    const onSpent = (ms: number) => {
      spentMs = ms;
    };
    const kill = () => worker.kill(signal.reason);
    signal.addEventListener('abort', kill);
    try {
      return await worker.run<Input, Result>(job, onProgress, onSpent);
    } finally {
      signal.removeEventListener('abort', kill);
      // A process that was killed does not say what it used.
      spending.add(userId, spentMs ?? performance.now() - since);
      if (worker.isUsable()) {
        keep(worker);
        onFree();
      } else {
        // Call `onFree` only when the process has ended, because its transaction may hold locks until then.
        void worker.ended.then(onFree);
      }
    }
  }

  return {
    async run(userId, job, { signal, onProgress, timeMs }) {
      signal.throwIfAborted();
      if (isStopped) throw new Error(STOPPING);
      const own = waiting.filter((each) => each.userId === userId).length;
      if (own + Number(running.has(userId)) >= mostOfAccount) throw fail('tooManyAttempts');
      makeRoom(userId);
      const ending = new AbortController();
      const onAbort = () => ending.abort(signal.reason);
      signal.addEventListener('abort', onAbort);
      endings.add(ending);
      try {
        await turn(userId, ending.signal);
        const timer = setTimeout(() => ending.abort(new TimedOut()), timeMs);
        const leave = () => {
          running.delete(userId);
          startNext();
        };
        try {
          return await inProcess(userId, job, { signal: ending.signal, onProgress }, leave);
        } finally {
          clearTimeout(timer);
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
      for (const ending of endings) ending.abort(new Error(STOPPING));
      for (const worker of idle.keys()) worker.kill();
      await Promise.all([...all].map(({ ended }) => ended));
    },
  };
}
