import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';

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

type Outcome =
  | { readonly kind: 'result'; readonly result: unknown; readonly processorMs: number }
  | { readonly kind: 'error'; readonly error: unknown; readonly processorMs: number };

/** What a worker process sends to the server. */
export type Message =
  | { readonly kind: 'progress'; readonly done: number; readonly total: number }
  | Outcome;

/** A worker process ended before its task. */
class WorkerEnded extends Error {
  override readonly name: string = 'WorkerEnded';
}

/** A worker process exceeded its heap limit, or the operating system had no memory for it. */
export class OutOfMemory extends WorkerEnded {
  override readonly name = 'OutOfMemory';
}

/** The machine had no memory for a worker process, or no free file handle for the channel to it. */
export class NotStarted extends Error {
  override readonly name = 'NotStarted';
}

const RUNNER = new URL('./runner.ts', import.meta.url);
/** V8 aborts a process that exceeds its heap limit. Linux kills one that it has no memory for. */
const MEMORY_SIGNALS: readonly unknown[] = ['SIGABRT', 'SIGTRAP', 'SIGILL', 'SIGKILL'];

/** A process that runs one task at a time. */
export interface WorkerProcess {
  /**
   * If the process ends, settles only then, because its transaction may hold locks until then.
   *
   * @param signal kills the process, even during a native call; the database rolls back what is not committed
   * @param onSpent called with the processor time of the task, or with its duration if the process ended (ms)
   * @throws NotStarted; OutOfMemory; WorkerEnded; the task's error
   */
  readonly run: <Result>(
    job: Job<unknown>,
    signal: AbortSignal,
    onProgress: Task<unknown>['onProgress'],
    onSpent: (ms: number) => void,
  ) => Promise<Result>;
  /** False if the process could not be started, is ending or has ended. */
  readonly isUsable: () => boolean;
  /** Ends a process without a task. */
  readonly end: () => Promise<void>;
}

/** @throws NotStarted, for example without memory */
function forkRunner(memoryMb: number): ChildProcess {
  try {
    return fork(RUNNER, {
      execArgv: [`--max-old-space-size=${memoryMb}`],
      serialization: 'advanced',
      // Discards the output, because V8 prints the stack when it aborts a process, and the stack may contain text that a
      // person entered.
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
  } catch {
    throw new NotStarted('A worker process could not be started');
  }
}

/**
 * @param memoryMb the heap limit
 * @throws NotStarted
 */
export function startProcess(memoryMb: number): WorkerProcess {
  const child = forkRunner(memoryMb);
  // Without this listener, the `error` event of a process that could not be started would end the server.
  child.on('error', () => {});
  const kill = () => child.kill('SIGKILL');

  return {
    async run<Result>(
      { file, name, input }: Job<unknown>,
      signal: AbortSignal,
      onProgress: Task<unknown>['onProgress'],
      onSpent: (ms: number) => void,
    ) {
      if (!child.connected) throw new NotStarted('A worker process could not be started');
      const since = performance.now();
      const { promise, resolve } = Promise.withResolvers<Outcome | WorkerEnded>();
      const onMessage = (message: Message) => {
        if (message.kind === 'progress') onProgress(message.done, message.total);
        else resolve(message);
      };
      const onClose = (code: unknown, by: unknown) => {
        const how = `Process ${child.pid} ended with ${by ?? code}`;
        resolve(MEMORY_SIGNALS.includes(by) ? new OutOfMemory(how) : new WorkerEnded(how));
      };
      child.on('message', onMessage);
      // Unlike 'exit', 'close' is emitted after the last message.
      child.on('close', onClose);
      signal.addEventListener('abort', kill);
      // An error means that the process is ending.
      child.send({ file: file.href, name, input } satisfies Order, () => {});
      const outcome = await promise;
      child.off('message', onMessage);
      child.off('close', onClose);
      signal.removeEventListener('abort', kill);
      const isEnded = outcome instanceof WorkerEnded;
      onSpent(isEnded ? performance.now() - since : outcome.processorMs);
      if (isEnded) throw outcome;
      if (outcome.kind === 'error') throw outcome.error;
      return outcome.result as Result;
    },
    isUsable: () =>
      child.connected && !child.killed && child.exitCode === null && child.signalCode === null,
    async end() {
      if (!child.connected) return;
      const ended = once(child, 'close');
      kill();
      await ended;
    },
  };
}
