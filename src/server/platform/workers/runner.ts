import { enableCompileCache } from 'node:module';
import type { Message, Order } from './worker-process.ts';

/** The main module of a worker process: runs one function that the server names, and exits. */

// Caches the compiled code for the next process, which would otherwise take twice as long to load it.
enableCompileCache();
// Loads the module of the task that is expected next.
import(process.argv[2] ?? '').catch(() => {});

process.once('message', async ({ file, name, input }: Order) => {
  const onProgress = (done: number, total: number) => {
    process.send?.({ kind: 'progress', done, total } satisfies Message);
  };
  try {
    const tasks = await import(file);
    const result = await tasks[name]({ input, onProgress });
    end({ kind: 'result', result, processorMs: processorMs() });
  } catch (error) {
    end({ kind: 'error', error, processorMs: processorMs() });
  }
});

function processorMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

function end(message: Message): void {
  process.send?.(message, () => process.exit());
}

// The server has stopped.
process.on('disconnect', () => process.exit());
// A terminal or a service manager sends these signals to all processes. Ignore them, because the server itself ends its
// workers.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {});
