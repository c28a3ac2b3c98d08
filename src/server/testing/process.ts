import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { onTestFinished } from 'vitest';
import { type CallName, calls } from '../../contract/calls.ts';
import { readConfig } from '../config.ts';
import { makeLog } from '../log.ts';
import { startServer } from '../server.ts';
import { PERSON } from './app.ts';
import type { Place } from './databases.ts';
import { freePort } from './free-port.ts';

const MAIN = resolve(import.meta.dirname, '../main.ts');
const HURRIED = resolve(import.meta.dirname, 'hurried-server.ts');
const READY = 'Symptom Tracker is ready at ';

/** The real server in a process of its own. */
export interface ServerProcess {
  readonly port: number;
  readonly child: ChildProcess;
  /** What it has written so far. */
  readonly output: { stdout: string; stderr: string };
  /** Comes once it says that it is ready; fails where it ends before. */
  readonly ready: Promise<void>;
  /** Its exit code, once it has ended and all that it wrote has been read; null where a signal killed it. */
  readonly ended: Promise<number | null>;
}

/** Starts a server with these settings alone, and does not wait for it. */
export function spawnServer(
  settings: Record<string, string>,
  command: readonly string[] = [MAIN],
): ServerProcess {
  const child = spawn(process.execPath, command, { env: settings });
  const output = { stdout: '', stderr: '' };
  const ended = once(child, 'close').then(([code]: (number | null)[]) => code ?? null);
  const ready = new Promise<void>((resolve, reject) => {
    for (const stream of ['stdout', 'stderr'] as const) {
      child[stream].setEncoding('utf8').on('data', (text: string) => {
        output[stream] += text;
        if (output.stdout.includes(READY)) resolve();
      });
    }
    ended.then((code) => reject(new Error(`The server ended with ${code}: ${output.stderr}`)));
  });
  // Whoever expects the server to fail does not wait for it to be ready.
  ready.catch(() => {});
  return { port: Number(settings.PORT), child, output, ready, ended };
}

async function settingsAt(place: Place): Promise<Record<string, string>> {
  return {
    PORT: String(await freePort()),
    DATA_DIR: place.dataDir,
    ...(place.databaseUrl && { DATABASE_URL: place.databaseUrl }),
  };
}

/** Starts a server on a place's database, and does not wait for it. */
export async function spawnServerAt(place: Place): Promise<ServerProcess> {
  return spawnServer(await settingsAt(place));
}

/** Starts one whose clock is that many milliseconds ahead and runs that many times as fast. */
export async function spawnHurried(
  place: Place,
  settings: Record<string, string>,
  aheadMs: number,
  speed = 1,
): Promise<ServerProcess> {
  const command = [HURRIED, String(aheadMs), String(speed)];
  return spawnServer({ ...settings, ...(await settingsAt(place)) }, command);
}

/** The real server in this process, which starts sooner. */
export async function serverHere(
  place: Place,
): Promise<{ port: number; stop: () => Promise<void> }> {
  const settings = await settingsAt(place);
  const { stop } = await startServer(readConfig(settings), { log: makeLog('silent') });
  return { port: Number(settings.PORT), stop };
}

/** A server that is ready, for one test alone. */
export async function startedServer(place: Place): Promise<ServerProcess> {
  const server = await spawnServerAt(place);
  onTestFinished(() => stopServerProcess(server));
  await server.ready;
  return server;
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
  { port }: { readonly port: number },
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
export async function personOver(server: { readonly port: number }, email = 'grace@example.org') {
  const credentials = { email, password: 'correct horse 1' };
  const { text, cookie } = succeeded(await callOver(server, 'signUp', credentials));
  const { userId } = JSON.parse(text) as { userId: string };
  const profile = { userId, email, ...PERSON };
  succeeded(await callOver(server, 'createUser', profile, cookie));
  const slots = { userId, action: 'update', symptom1: 'Tremor' };
  succeeded(await callOver(server, 'updateSymptoms', slots, cookie));
  return { userId, cookie };
}

function succeeded(answer: HttpAnswer): HttpAnswer {
  if (answer.status >= 300) throw new Error(`Answered with ${answer.status}: ${answer.text}`);
  return answer;
}
