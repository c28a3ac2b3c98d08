import { type Config, ConfigError } from './config.ts';
import { type RunningServer, startServer } from './server.ts';

/** Runs a server as a process: says when it is ready, stops in order when told to, fails in words. */
export async function run(prepare: () => Promise<Config>): Promise<void> {
  try {
    const config = await prepare();
    const server = await startServer(config);
    process.stdout.write(`Symptom Tracker is ready at ${config.publicUrl}\n`);
    stopWhenTold(server);
  } catch (error) {
    fail(error);
  }
}

function stopWhenTold(server: RunningServer): void {
  let stopping = false;
  const stop = async () => {
    if (stopping) return;
    stopping = true;
    try {
      await server.stop();
      process.stdout.write('Symptom Tracker has stopped\n');
    } catch (error) {
      fail(error);
    }
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
}

function fail(error: unknown): void {
  process.stderr.write(`${explain(error)}\n`);
  process.exitCode = 1;
}

/** A line for what a person can mend, the whole error for what they can't. */
function explain(error: unknown): string {
  if (error instanceof ConfigError) return error.message;
  if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE') {
    return 'That port is in use. Stop the other program, or choose another: PORT=3001 npm start';
  }
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
