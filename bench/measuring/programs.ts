import { type ChildProcessByStdio, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { freePort } from '../../src/server/testing/free-port.ts';
import { createDatabase } from '../../src/server/testing/postgres-databases.ts';
import { startPostgres } from '../../src/server/testing/postgres-server.ts';

/** Our server and those that it is compared with, each in a process of its own. */
export const OURS = 'src/server/main.ts';
export const SQLITE = 'bench/references/sqlite.ts';
export const POSTGRES = 'bench/references/postgres.ts';

export interface Program {
  readonly url: string;
  readonly stop: () => Promise<void>;
}

/** Where a server keeps its data: a folder and, optionally, a PostgreSQL database. */
export interface Store {
  readonly dataDir: string;
  readonly databaseUrl?: string;
}

/**
 * Has a server run for as long as the work takes.
 *
 * @param syncDelayMs how much longer each sync of the disk takes
 */
export async function withServer<Value>(
  script: string,
  { dataDir, databaseUrl }: Store,
  work: (server: Program) => Promise<Value>,
  syncDelayMs = 0,
): Promise<Value> {
  const port = await freePort();
  const database = databaseUrl && { DATABASE_URL: databaseUrl };
  const env = { PORT: String(port), DATA_DIR: dataDir, ...database };
  const strace = syncDelayMs > 0 ? delayingSyncs(syncDelayMs) : [];
  const [command = '', ...parameters] = [...strace, process.execPath, script, JSON.stringify(env)];
  const child = spawn(command, parameters, { env, stdio: ['ignore', 'pipe', 'inherit'] });
  const server = await running(child, `http://127.0.0.1:${port}`, 'is ready at');
  try {
    return await work(server);
  } finally {
    await server.stop();
  }
}

/** A server that was just started, once it has written that it is ready. */
export async function running(
  child: ChildProcessByStdio<null, Readable, Readable | null>,
  url: string,
  readyWord: string,
): Promise<Program> {
  const ended = once(child, 'close');
  await new Promise<void>((isReady, reject) => {
    let output = '';
    child.stdout.on('data', (part) => {
      output += part;
      if (output.includes(readyWord)) isReady();
    });
    ended.then(([code]) => reject(new Error(`${child.spawnargs.join(' ')} ended with ${code}`)));
  });
  return {
    url,
    async stop() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

/** Whether a sync can be made to take longer: on Linux, where strace is installed and allowed. */
export function canDelaySyncs(): boolean {
  const [command = '', ...parameters] = delayingSyncs(1);
  return spawnSync(command, [...parameters, 'true']).status === 0;
}

/** strace as a child of the program, so that signals go to the program; it stops at syncs alone. */
function delayingSyncs(delayMs: number): string[] {
  const inject = `inject=fdatasync,fsync:delay_enter=${1000 * delayMs}`;
  const options = '-D -f --seccomp-bpf -qq -o /dev/null -e trace=fdatasync,fsync -e';
  return ['strace', ...options.split(' '), inject];
}

/** Gives a folder to work in, and removes it afterwards. */
export async function inFolder<Value>(work: (folder: string) => Promise<Value>): Promise<Value> {
  const folder = await mkdtemp(join(tmpdir(), 'symptom-tracker-bench-'));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Gives a database of a PostgreSQL server that syncs its disk, and stops the server afterwards. */
export async function inPostgres<Value>(work: (store: Store) => Promise<Value>): Promise<Value> {
  const server = await startPostgres({ isDurable: true });
  try {
    const databaseUrl = await createDatabase(server.url, 'bench');
    return await inFolder((dataDir) => work({ dataDir, databaseUrl }));
  } finally {
    await server.stop();
  }
}
