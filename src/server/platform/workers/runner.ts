import type { Message, Order } from './worker-process.ts';

/** The main module of a worker process: runs the functions that the server names, one at a time. */

function send(message: Message): void {
  process.send?.(message);
}

process.on('message', async ({ file, name, input }: Order) => {
  try {
    const tasks = await import(file);
    const onProgress = (done: number, total: number) => send({ kind: 'progress', done, total });
    send({ kind: 'result', result: await tasks[name]({ input, onProgress }) });
  } catch (error) {
    send({ kind: 'error', error });
  }
});

// The server has stopped, or no longer needs this process.
process.on('disconnect', () => process.exit());
// A terminal or a service manager sends these signals to all processes. Ignore them, because the server itself ends its
// workers.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {});
