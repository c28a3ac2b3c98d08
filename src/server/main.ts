import { ConfigError, readConfig } from './config.ts';
import { startServer } from './server.ts';

/** Config -> server -> stop in reverse. */
async function main(): Promise<void> {
  const config = readConfig(process.env);
  const server = await startServer(config);
  process.stdout.write(`Symptom Tracker is ready at ${config.publicUrl}\n`);
  let stopping = false;
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      if (stopping) return;
      stopping = true;
      server.stop().then(
        () => process.stdout.write('Symptom Tracker has stopped\n'),
        (error: unknown) => fail(error),
      );
    });
  }
}

function fail(error: unknown): void {
  process.stderr.write(`${explain(error)}\n`);
  process.exitCode = 1;
}

/** One line for what a person can mend, the whole error for what they can't. */
function explain(error: unknown): string {
  if (error instanceof ConfigError) return error.message;
  if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE') {
    return 'That port is in use. Stop the other program, or choose another with PORT=3001 npm start.';
  }
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

main().catch(fail);
