import { type ChildProcessByStdio, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { freePort } from '../../src/server/testing/free-port.ts';
import { createDatabase } from '../../src/server/testing/postgres-databases.ts';
import { startPostgres } from '../../src/server/testing/postgres-server.ts';

/** The scripts of our server, of our server with high limits or another clock, and of the reference servers. */
export const OURS = 'src/server/main.ts';
export const OURS_ROOMY = 'src/server/testing/roomy-server.ts';
export const OURS_AHEAD = 'src/server/testing/hurried-server.ts';
export const SQLITE = 'bench/references/sqlite.ts';
export const POSTGRES = 'bench/references/postgres.ts';
export const PUSH_SERVICE = 'bench/references/push-service.ts';

export interface Program {
  readonly url: string;
  readonly pid: number;
  readonly stop: () => Promise<void>;
}

/** Where a server keeps its data: a folder and, optionally, a PostgreSQL database. */
export interface Store {
  readonly dataDir: string;
  readonly databaseUrl?: string;
}

interface Started {
  /** The delay that strace adds to each sync of the disk (ms). */
  readonly syncDelayMs?: number;
  /** Arguments of the script. */
  readonly parameters?: readonly string[];
  /** Further settings of the server. */
  readonly settings?: Readonly<Record<string, string>>;
}

/** Starts a server in its own process, runs the work, and stops the server. */
export async function withServer<Value>(
  script: string,
  { dataDir, databaseUrl }: Store,
  work: (server: Program) => Promise<Value>,
  { syncDelayMs = 0, parameters = [], settings = {} }: Started = {},
): Promise<Value> {
  const port = await freePort();
  const database = databaseUrl && { DATABASE_URL: databaseUrl };
  const env = { PORT: String(port), DATA_DIR: dataDir, ...database, ...settings };
  const strace = syncDelayMs > 0 ? delayingSyncs(syncDelayMs) : [];
  const line = [...strace, process.execPath, script, ...parameters, JSON.stringify(env)];
  const [command = '', ...rest] = line;
  const child = spawn(command, rest, { env, stdio: ['ignore', 'pipe', 'inherit'] });
  const server = await running(child, `http://127.0.0.1:${port}`, 'is ready at');
  try {
    return await work(server);
  } finally {
    await server.stop();
  }
}

/** Waits until a started server prints that it is ready. Rejects if the server exits first. */
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
    const fail = ([code]: unknown[]) =>
      reject(new Error(`${child.spawnargs.join(' ')} ended with ${code}`));
    ended.then(fail, reject);
  });
  return {
    url,
    // This line is not reached if the child has not started, so the child has an id.
    pid: child.pid ?? 0,
    async stop() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

export function canReadProcessorTime(): boolean {
  return process.platform === 'linux';
}

/** The processor time that a process has used (ms). NaN on other systems than Linux. */
export function processorMs(pid: number): number {
  if (!canReadProcessorTime()) return Number.NaN;
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // The fields that follow the name, which is in parentheses. Fields 11 and 12 count ticks of 10 ms.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return 10 * (Number(fields[11]) + Number(fields[12]));
}

/** Whether syncs can be delayed, which needs strace and the permission to trace. */
export function canDelaySyncs(): boolean {
  const [command = '', ...parameters] = delayingSyncs(1);
  return spawnSync(command, [...parameters, 'true']).status === 0;
}

/**
 * The strace command that delays each fsync of the server. With `-D` strace runs as the server's child, so
 * that the server receives our signals.
 */
function delayingSyncs(delayMs: number): string[] {
  const inject = `inject=fdatasync,fsync:delay_enter=${1000 * delayMs}`;
  const options = '-D -f --seccomp-bpf -qq -o /dev/null -e trace=fdatasync,fsync -e';
  return ['strace', ...options.split(' '), inject];
}

/** Runs the work with a temporary folder, and removes it afterwards. */
export async function inFolder<Value>(work: (folder: string) => Promise<Value>): Promise<Value> {
  const folder = await mkdtemp(join(tmpdir(), 'symptom-tracker-bench-'));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * Runs the work with a database on a new PostgreSQL server that syncs its disk, and stops the server
 * afterwards.
 */
export async function inPostgres<Value>(work: (store: Store) => Promise<Value>): Promise<Value> {
  const server = await startPostgres({ isDurable: true });
  try {
    const databaseUrl = await createDatabase(server.url, 'bench');
    return await inFolder((dataDir) => work({ dataDir, databaseUrl }));
  } finally {
    await server.stop();
  }
}
