import { Worker } from 'node:worker_threads';

/** The threads that make reports: few at once, and one kept ready, for starting one takes a while. */
export interface Threads {
  /** Waits for a turn. @throws the signal's reason */
  readonly take: (signal: AbortSignal) => Promise<Worker>;
  /** @param isUsable false where it was stopped or has failed */
  readonly giveBack: (thread: Worker, isUsable: boolean) => void;
  readonly stop: () => Promise<void>;
}

/** A report takes a core for as long as it is made. */
const MOST_AT_ONCE = 2;
/** How long a thread without work is kept, in milliseconds. */
const IDLE_LIMIT_MS = 300_000;
/** What one report may take of the memory; a thread that wants more ends, and not the server. */
const MEMORY_LIMIT_MB = 768;

interface Waiting {
  readonly resolve: (thread: Worker) => void;
  readonly reject: (reason: unknown) => void;
}

/** @param file the code of the threads */
export function makeThreads(file: URL): Threads {
  const waiting: Waiting[] = [];
  const all = new Set<Worker>();
  let idle: Worker | undefined;
  let idleLimit: NodeJS.Timeout | undefined;
  let busy = 0;
  let stopped = false;

  function start(): Worker {
    const thread = new Worker(file, {
      resourceLimits: { maxOldGenerationSizeMb: MEMORY_LIMIT_MB },
    });
    // Whoever uses it listens too; one that breaks while nobody does is started anew.
    thread.on('error', () => {});
    thread.on('exit', () => {
      all.delete(thread);
      if (idle === thread) idle = undefined;
    });
    all.add(thread);
    return thread;
  }

  function next(): Worker {
    clearTimeout(idleLimit);
    const thread = idle ?? start();
    idle = undefined;
    thread.ref();
    return thread;
  }

  function keep(thread: Worker): void {
    if (idle || stopped) {
      void thread.terminate();
      return;
    }
    thread.unref();
    idle = thread;
    idleLimit = setTimeout(() => void thread.terminate(), IDLE_LIMIT_MS).unref();
  }

  return {
    async take(signal) {
      signal.throwIfAborted();
      if (stopped) throw new Error('The server is stopping');
      if (busy < MOST_AT_ONCE) {
        busy += 1;
        return next();
      }
      const turn = Promise.withResolvers<Worker>();
      waiting.push(turn);
      const leave = () => {
        const place = waiting.indexOf(turn);
        if (place < 0) return;
        waiting.splice(place, 1);
        turn.reject(signal.reason);
      };
      signal.addEventListener('abort', leave);
      try {
        return await turn.promise;
      } finally {
        signal.removeEventListener('abort', leave);
      }
    },
    giveBack(thread, isUsable) {
      if (!isUsable) void thread.terminate();
      const turn = waiting.shift();
      if (turn) turn.resolve(isUsable ? thread : start());
      else {
        busy -= 1;
        if (isUsable) keep(thread);
      }
    },
    async stop() {
      stopped = true;
      clearTimeout(idleLimit);
      for (const { reject } of waiting.splice(0)) reject(new Error('The server is stopping'));
      await Promise.all([...all].map((thread) => thread.terminate()));
    },
  };
}
