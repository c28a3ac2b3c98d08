import { enableCompileCache, flushCompileCache } from 'node:module';
import type { Message, Order } from './worker-process.ts';

/** The main module of a worker process: runs the functions that the server names, one at a time. */

// Caches the compiled code for the next process, which then loads it in half the time.
enableCompileCache();

function send(message: Message): void {
  process.send?.(message);
}

process.on('message', async ({ file, name, input }: Order) => {
  const before = process.cpuUsage();
  const processorMs = () => {
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000;
  };
  try {
    const tasks = await import(file);
    const onProgress = (done: number, total: number) => send({ kind: 'progress', done, total });
    const result = await tasks[name]({ input, onProgress });
    send({ kind: 'result', result, processorMs: processorMs() });
  } catch (error) {
    send({ kind: 'error', error, processorMs: processorMs() });
  }
  // Store the compiled code now: the server ends this process with SIGKILL, so nothing runs at its exit.
  flushCompileCache();
});

// The server has stopped.
process.on('disconnect', () => process.exit());
// A terminal or a service manager sends these signals to all processes. Ignore them, because the server itself ends its
// workers.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {});
