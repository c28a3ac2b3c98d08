import { type ChildProcess, fork } from 'node:child_process';

/** A task of a worker process. */
export interface Task<Input> {
  readonly input: Input;
  readonly onProgress: (done: number, total: number) => void;
}

/** What a worker process runs: the function `name` of the module `file`, which gets a `Task`. */
export interface Job<Input> {
  readonly file: URL;
  readonly name: string;
  readonly input: Input;
}

/** What the server sends to a worker process. */
export interface Order {
  readonly file: string;
  readonly name: string;
  readonly input: unknown;
}

/** What a worker process sends to the server. */
export type Message =
  | { readonly kind: 'progress'; readonly done: number; readonly total: number }
  | { readonly kind: 'result'; readonly result: unknown; readonly processorMs: number }
  | { readonly kind: 'error'; readonly error: unknown; readonly processorMs: number };

/** A worker process ended by itself. */
class WorkerEnded extends Error {
  override readonly name: string = 'WorkerEnded';
}

/** A worker process exceeded its heap limit, or the operating system had no memory for it. */
export class OutOfMemory extends WorkerEnded {
  override readonly name = 'OutOfMemory';
}

const RUNNER = new URL('./runner.ts', import.meta.url);
/** V8 aborts a process that exceeds its heap limit. Linux kills one that it has no memory for. */
const MEMORY_SIGNALS: readonly unknown[] = ['SIGABRT', 'SIGTRAP', 'SIGILL', 'SIGKILL'];

/** A process that runs one task at a time. */
export interface WorkerProcess {
  /**
   * @param onSpent called with the processor time of a task that ended by itself, in milliseconds
   * @throws the task's error; WorkerEnded, OutOfMemory; the reason of `kill`
   */
  readonly run: <Input, Result>(
    job: Job<Input>,
    onProgress: (done: number, total: number) => void,
    onSpent: (ms: number) => void,
  ) => Promise<Result>;
  /**
   * Kills the process, even during a native call. The database rolls back what the process has not committed.
   *
   * @param reason the error with which its task rejects, after the process's last message was delivered
   */
  readonly kill: (reason?: unknown) => void;
  /** False if the process is ending or has ended. */
  readonly isUsable: () => boolean;
  /** Resolves when the process has ended, with the cause if it ended by itself without a task. */
  readonly ended: Promise<WorkerEnded | undefined>;
}

/** @param memoryMb the heap limit */
export function startProcess(memoryMb: number): WorkerProcess {
  const child = fork(RUNNER, {
    execArgv: [`--max-old-space-size=${memoryMb}`],
    serialization: 'advanced',
    // Discards the output, because V8 prints the stack when it aborts a process, and the stack may contain text that a
    // person entered.
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  if (!child.connected) {
    // The machine had no free file handle for the channel to the process. Without this listener, the `error` event that
    // follows would end the server.
    child.on('error', () => {});
    throw new WorkerEnded('A worker process could not be started');
  }
  // An idle worker process must not keep its parent process running.
  child.unref();
  child.channel?.unref();
  const ended = Promise.withResolvers<WorkerEnded | undefined>();
  let task: PromiseWithResolvers<unknown> | undefined;
  let onProgress: (done: number, total: number) => void = () => {};
  let onSpent: (ms: number) => void = () => {};
  let killed: { readonly reason: unknown } | undefined;

  function finish(cause: unknown): void {
    const running = task;
    task = undefined;
    running?.reject(killed ? killed.reason : cause);
    ended.resolve(killed || running || !(cause instanceof WorkerEnded) ? undefined : cause);
  }

  child.on('error', finish);
  // Unlike 'exit', 'close' is emitted after the last message.
  child.on('close', (code, signal) => finish(endOf(child, code, signal)));
  child.on('message', (message: Message) => {
    if (message.kind === 'progress') return onProgress(message.done, message.total);
    onSpent(message.processorMs);
    const running = task;
    task = undefined;
    if (message.kind === 'result') running?.resolve(message.result);
    else running?.reject(message.error);
  });

  return {
    async run<Result>(
      { file, name, input }: Job<unknown>,
      tell: typeof onProgress,
      tellSpent: typeof onSpent,
    ) {
      task = Promise.withResolvers<unknown>();
      onProgress = tell;
      onSpent = tellSpent;
      const { promise } = task;
      child.send({ file: file.href, name, input } satisfies Order, (error) => {
        if (error) finish(error);
      });
      return (await promise) as Result;
    },
    kill(reason) {
      killed = { reason };
      child.ref();
      child.channel?.ref();
      child.kill('SIGKILL');
    },
    isUsable: () => child.connected && !killed,
    ended: ended.promise,
  };
}

function endOf(child: ChildProcess, code: unknown, signal: unknown): WorkerEnded {
  const how = `Process ${child.pid} ended with ${signal ?? code}`;
  return MEMORY_SIGNALS.includes(signal) ? new OutOfMemory(how) : new WorkerEnded(how);
}
