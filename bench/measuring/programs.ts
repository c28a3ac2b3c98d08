import { type ChildProcess, type ChildProcessByStdio, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Readable } from 'node:stream';
import { freePort } from '../../src/server/testing/free-port.ts';

/** Servers in processes of their own: ours, and those it is compared with. */

const OURS = resolve(import.meta.dirname, '../../src/server/main.ts');
const REFERENCES = resolve(import.meta.dirname, '../references');
const READY = 'is ready at';
const KIB = 1024;
const MICROSECONDS = 1000;
/** Of Linux, which counts processor time in hundredths of a second. */
const TICK_MS = 10;

export interface Program {
  readonly url: string;
  readonly child: ChildProcess;
  readonly stop: () => Promise<void>;
}

/** Where a server keeps its data: a folder, and where given, a PostgreSQL database. */
export interface Store {
  readonly dataDir: string;
  readonly databaseUrl?: string | undefined;
}

/** How a program is to be run. */
export interface RunningOptions {
  /** How much longer a sync of the disk is to take, in milliseconds: strace holds it up. */
  readonly syncDelayMs?: number;
}

export async function startOurs(store: Store, options?: RunningOptions): Promise<Program> {
  return await startProgram(OURS, store, options);
}

/** @param name a file of `bench/references`, without its ending */
export async function startReference(
  name: string,
  store: Store,
  options?: RunningOptions,
): Promise<Program> {
  return await startProgram(join(REFERENCES, `${name}.ts`), store, options);
}

/** Whether `syncDelayMs` can be had: Linux, with strace installed and allowed. */
export function canDelaySyncs(): boolean {
  const [command = '', ...parameters] = delayingSyncs(1);
  return spawnSync(command, [...parameters, 'true']).status === 0;
}

/** Stops at syncs alone, and as a child of the program's: signals go to the program itself. */
function delayingSyncs(delayMs: number): string[] {
  const syncs = 'fdatasync,fsync';
  return [
    ...['strace', '-D', '-f', '--seccomp-bpf', '-qq', '-o', '/dev/null', '-e', `trace=${syncs}`],
    ...['-e', `inject=${syncs}:delay_enter=${delayMs * MICROSECONDS}`],
  ];
}

async function startProgram(
  script: string,
  { dataDir, databaseUrl }: Store,
  { syncDelayMs = 0 }: RunningOptions = {},
): Promise<Program> {
  const port = await freePort();
  const settings = {
    PORT: String(port),
    DATA_DIR: dataDir,
    ...(databaseUrl && { DATABASE_URL: databaseUrl }),
  };
  // Ours takes them from the environment.
  const [command = '', ...parameters] = [
    ...(syncDelayMs > 0 ? delayingSyncs(syncDelayMs) : []),
    ...[process.execPath, script, JSON.stringify(settings)],
  ];
  const child = spawn(command, parameters, {
    env: settings,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return await running(child, { url: `http://127.0.0.1:${port}`, readyWord: READY });
}

/** A server that was just started, once it has said that it is ready. */
export async function running(
  child: ChildProcessByStdio<null, Readable, Readable | null>,
  { url, readyWord }: { readonly url: string; readonly readyWord: string },
): Promise<Program> {
  const ended = once(child, 'close');
  await new Promise<void>((isReady, reject) => {
    let said = '';
    child.stdout.on('data', (part) => {
      said += part;
      if (said.includes(readyWord)) isReady();
    });
    ended.then(([code]) => reject(new Error(`${child.spawnargs.join(' ')} ended with ${code}`)));
  });
  return {
    url,
    child,
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

/** What of a process is in memory, in MiB. Linux only. */
export async function memoryOf({ child }: Program): Promise<number> {
  const status = await readFile(`/proc/${child.pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) / KIB;
}

/** What a process has used of the processors since it began, in milliseconds. Linux only. */
export async function processorTimeOf({ child }: Program): Promise<number> {
  const stat = await readFile(`/proc/${child.pid}/stat`, 'utf8');
  // After the name, which may hold anything: the 12th and 13th are those of the program and of the system for it.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
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
