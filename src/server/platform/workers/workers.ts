import { fail } from '../http/fail.ts';
import type { Spending } from './spending.ts';
import { type Job, NotStarted, startProcess, type WorkerProcess } from './worker-process.ts';

export { OutOfMemory, type Task } from './worker-process.ts';

export interface Run {
  /** Cancels the task: a waiting one never starts, a running one is killed with its process. */
  readonly signal: AbortSignal;
  readonly onProgress: (done: number, total: number) => void;
  /** The time-out in milliseconds, counted from the start of the task, so that no task runs for ever. */
  readonly timeMs: number;
}

/**
 * Runs tasks that may compute for seconds, such as reports, imports and searches, in processes. They are not threads
 * because V8 may abort the whole process if a thread exceeds its heap limit.
 */
export interface Workers {
  /**
   * Runs a function in a worker process. An account has one running task at a time, so that the processes are shared
   * fairly between accounts. A task of an account that has used up its processor time waits behind those of others, and
   * at most one such task runs at a time.
   *
   * @throws tooManyAttempts if the account already has `mostOfAccount` running and waiting tasks; unavailable if too
   * many tasks are waiting, or if the machine cannot start a process; the signal's reason; TimedOut; OutOfMemory; the
   * error of the task or its process
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

/** How many tasks of all accounts together may wait for a process. Further ones would wait for minutes. */
const MAX_WAITING = 50;
/** After this time without a new task (ms), the idle processes end, because each takes 50 to 150 MiB. */
const IDLE_LIMIT_MS = 300_000;
/** The heap limit of a process. A task that exceeds it ends its process, not the server. */
const MEMORY_LIMIT_MB = 1024;

/**
 * @param options.processes how many tasks may run at once
 * @param options.mostOfAccount how many running and waiting tasks one account may have
 * @param options.onError called if no process can be started; the next task tries again
 * @param options.start starts a process with a heap limit (MiB)
 */
export function makeWorkers({
  processes,
  mostOfAccount,
  spending,
  memoryMb = MEMORY_LIMIT_MB,
  onError,
  start = startProcess,
}: {
  readonly processes: number;
  readonly mostOfAccount: number;
  readonly spending: Spending;
  readonly memoryMb?: number;
  readonly onError: () => void;
  readonly start?: typeof startProcess;
}): Workers {
  /** The accounts with a running task, and whether their processor time was used up when it started. */
  const running = new Map<string, boolean>();
  const waiting: Waiting[] = [];
  const tasks = new Set<Promise<unknown>>();
  const stopping = new AbortController();
  /** Processes without a task, kept because starting one takes a third of a second. */
  const idle: WorkerProcess[] = [];
  let idling: NodeJS.Timeout | undefined;

  /**
   * Starts waiting tasks while a process may start. A task is skipped as long as another task of its account runs.
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
    for (let worker = idle.pop(); worker; worker = idle.pop()) {
      if (worker.isUsable()) return worker;
    }
    return start(memoryMb);
  }

  function keep(worker: WorkerProcess): void {
    idle.push(worker);
    clearTimeout(idling);
    idling = setTimeout(endIdle, IDLE_LIMIT_MS).unref();
  }

  async function endIdle(): Promise<void> {
    await Promise.all(idle.splice(0).map((worker) => worker.end()));
  }

  async function inTurn<Result>(
    userId: string,
    job: Job<unknown>,
    { signal, onProgress, timeMs }: Run,
  ): Promise<Result> {
    await turn(userId, signal);
    const late = new AbortController();
    const timer = setTimeout(() => late.abort(new TimedOut()), timeMs);
    const ending = AbortSignal.any([signal, late.signal]);
    const onSpent = (ms: number) => spending.add(userId, ms);
    let worker: ReturnType<typeof takeProcess> | undefined;
    try {
      ending.throwIfAborted();
      worker = takeProcess();
      return await worker.run<Result>(job, ending, onProgress, onSpent);
    } catch (error) {
      if (ending.aborted) throw ending.reason;
      if (!(error instanceof NotStarted)) throw error;
      onError();
      throw fail('unavailable');
    } finally {
      clearTimeout(timer);
      if (worker?.isUsable()) keep(worker);
      running.delete(userId);
      startNext();
    }
  }

  return {
    async run<Input, Result>(userId: string, job: Job<Input>, run: Run) {
      const signal = AbortSignal.any([run.signal, stopping.signal]);
      signal.throwIfAborted();
      const own = waiting.filter((each) => each.userId === userId).length;
      if (own + Number(running.has(userId)) >= mostOfAccount) throw fail('tooManyAttempts');
      makeRoom(userId);
      const task = inTurn<Result>(userId, job, { ...run, signal });
      tasks.add(task);
      try {
        return await task;
      } finally {
        tasks.delete(task);
      }
    },
    async stop() {
      stopping.abort(new Error('The server is stopping'));
      await Promise.allSettled(tasks);
      await endIdle();
    },
  };
}
