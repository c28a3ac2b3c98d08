import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { onTestFinished } from 'vitest';
import { type CallName, calls } from '../../contract/calls.ts';
import { PERSON } from './app.ts';
import type { Place } from './databases.ts';
import { freePort } from './free-port.ts';

const MAIN = resolve(import.meta.dirname, '../main.ts');
const READY = 'Symptom Tracker is ready at ';

/** The real server in a process of its own. */
export interface ServerProcess {
  readonly port: number;
  readonly child: ChildProcess;
  /** What it has written so far. */
  readonly output: { stdout: string; stderr: string };
  /** Its exit code, once it has ended and all that it wrote has been read; null after a signal's kill. */
  readonly ended: Promise<number | null>;
}

/** Starts a server with these settings alone, and does not wait for it. */
export function spawnServer(settings: Record<string, string>): ServerProcess {
  const child = spawn(process.execPath, [MAIN], { env: settings });
  const output = { stdout: '', stderr: '' };
  for (const stream of ['stdout', 'stderr'] as const) {
    child[stream].setEncoding('utf8').on('data', (text: string) => {
      output[stream] += text;
    });
  }
  const ended = once(child, 'close').then(([code]: (number | null)[]) => code ?? null);
  return { port: Number(settings.PORT), child, output, ended };
}

/** Starts a server on a place's database and waits until it says that it is ready. */
export async function startServerProcess(place: Place): Promise<ServerProcess> {
  const server = spawnServer(await settingsFor(place));
  const ready = new Promise<void>((done) => {
    server.child.stdout?.on('data', () => {
      if (server.output.stdout.includes(READY)) done();
    });
  });
  const failed = server.ended.then((code) => {
    throw new Error(`The server ended with ${code}: ${server.output.stderr}`);
  });
  await Promise.race([ready, failed]);
  failed.catch(() => {});
  return server;
}

/** The same, for one test alone. */
export async function startedServer(place: Place): Promise<ServerProcess> {
  const server = await startServerProcess(place);
  onTestFinished(() => stopServerProcess(server));
  return server;
}

export async function settingsFor(place: Place): Promise<Record<string, string>> {
  return {
    PORT: String(await freePort()),
    DATA_DIR: place.dataDir,
    ...(place.databaseUrl && { DATABASE_URL: place.databaseUrl }),
  };
}

export async function stopServerProcess(server: ServerProcess): Promise<void> {
  server.child.kill('SIGTERM');
  await server.ended;
}

export interface HttpAnswer {
  readonly status: number;
  readonly text: string;
  /** The session's cookie, where the answer set one. */
  readonly cookie: string;
}

/** Makes a call of the contract over the network. */
export async function callOver(
  { port }: ServerProcess,
  name: CallName,
  input: Record<string, unknown> = {},
  cookie = '',
): Promise<HttpAnswer> {
  const { method, path } = calls[name];
  const url = new URL(path, `http://127.0.0.1:${port}`);
  if (method === 'GET')
    url.search = new URLSearchParams(input as Record<string, string>).toString();
  const response = await fetch(url, {
    method,
    headers: { 'content-type': 'application/json', cookie },
    ...(method === 'POST' && { body: JSON.stringify(input) }),
  });
  const [set = ''] = response.headers.getSetCookie();
  return {
    status: response.status,
    text: await response.text(),
    cookie: set.split(';')[0] ?? '',
  };
}

/** A person who is signed in over the network, with a profile and one symptom. */
export async function personOver(server: ServerProcess, email = 'grace@example.org') {
  const credentials = { email, password: 'correct horse 1' };
  const { text, cookie } = await callOver(server, 'signUp', credentials);
  const { userId } = JSON.parse(text) as { userId: string };
  await callOver(server, 'createUser', { userId, email, ...PERSON }, cookie);
  const slots = { userId, action: 'update', symptom1: 'Tremor' };
  await callOver(server, 'updateSymptoms', slots, cookie);
  return { userId, cookie };
}
