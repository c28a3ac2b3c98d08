import { constants } from 'node:os';
import type { Config } from './config.ts';
import { explain } from './platform/explain.ts';
import { type RunningServer, type ServerOptions, startServer } from './server.ts';

/** How long the process may run after the server has stopped (ms). */
const LINGER_MS = 1000;
const STOP_SIGNALS = ['SIGTERM', 'SIGINT'] as const;

/**
 * Runs a server as a process: reports when it is ready, stops gracefully on a signal, and prints a readable
 * message if it fails.
 */
export async function run(prepare: () => Promise<Config>, options?: ServerOptions): Promise<void> {
  // A signal has no default action for the first process of a container, which would ignore it until it has started.
  for (const signal of STOP_SIGNALS) process.on(signal, exitAtOnce);
  try {
    // The server's files contain health data: only the system user that runs the server may read them.
    process.umask(0o077);
    const config = await prepare();
    const server = await startServer(config, options);
    for (const signal of STOP_SIGNALS) process.off(signal, exitAtOnce);
    stopOnSignal(server);
    process.stdout.write(`Symptom Tracker is ready at ${config.publicUrl}\n`);
  } catch (error) {
    reportFailure(error);
  }
}

/** A start may be cut off at any moment: each step of it is a transaction, and the next start repeats it. */
function exitAtOnce(signal: NodeJS.Signals): void {
  process.exit(128 + constants.signals[signal]);
}

function stopOnSignal(server: RunningServer): void {
  let stopping = false;
  const stop = async () => {
    if (stopping) return;
    stopping = true;
    try {
      await server.stop();
      process.stdout.write('Symptom Tracker has stopped\n');
      // A mail server that does not answer would keep the process alive. The next start retries the unsent mail.
      setTimeout(() => process.exit(), LINGER_MS).unref();
    } catch (error) {
      reportFailure(error);
    }
  };
  for (const signal of STOP_SIGNALS) process.on(signal, stop);
}

function reportFailure(error: unknown): void {
  process.stderr.write(`${explain(error)}\n`);
  process.exitCode = 1;
}
