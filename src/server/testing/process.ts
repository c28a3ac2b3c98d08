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
/** The command that starts a server with high limits, to use instead of the real server's command. */
export const ROOMY: readonly string[] = [resolve(import.meta.dirname, 'roomy-server.ts')];
const READY = 'Symptom Tracker is ready at ';

/** The real server in its own process. */
export interface ServerProcess {
  readonly port: number;
  readonly child: ChildProcess;
  /** Its output so far. */
  readonly output: { stdout: string; stderr: string };
  /** Resolves when the server reports that it is ready; rejects if the server exits first. */
  readonly ready: Promise<void>;
  /**
   * Resolves to the exit code, once the process has exited and its output has been read; null if a signal
   * killed it.
   */
  readonly ended: Promise<number | null>;
}

/** Starts a server with exactly these settings, without waiting for it. */
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
  // A test that expects the server to fail does not wait for `ready`, so its rejection must count as handled.
  ready.catch(() => {});
  return { port: Number(settings.PORT), child, output, ready, ended };
}

export async function settingsAt(place: Place): Promise<Record<string, string>> {
  return {
    PORT: String(await freePort()),
    DATA_DIR: place.dataDir,
    ...(place.databaseUrl && { DATABASE_URL: place.databaseUrl }),
  };
}

/** Starts a server on a test's database, without waiting for it. */
export async function spawnServerAt(
  place: Place,
  command?: readonly string[],
): Promise<ServerProcess> {
  return spawnServer(await settingsAt(place), command);
}

/** Starts a server whose clock is `aheadMs` milliseconds fast and runs at `speed` times real time. */
export async function spawnHurried(
  place: Place,
  settings: Record<string, string>,
  aheadMs: number,
  speed = 1,
): Promise<ServerProcess> {
  const command = [HURRIED, String(aheadMs), String(speed)];
  return spawnServer({ ...settings, ...(await settingsAt(place)) }, command);
}

/** Starts the real server in this process, which is faster than starting a process for it. */
export async function serverHere(
  place: Place,
): Promise<{ port: number; stop: () => Promise<void> }> {
  const settings = await settingsAt(place);
  const { stop } = await startServer(readConfig(settings), { log: makeLog('silent') });
  return { port: Number(settings.PORT), stop };
}

/** Starts a server for one test and waits until it is ready. */
export async function startedServer(
  place: Place,
  command?: readonly string[],
): Promise<ServerProcess> {
  const server = await spawnServerAt(place, command);
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
  /** The session cookie, if the answer sets one. */
  readonly cookie: string;
  /** Each cookie that the answer sets, as 'name=value'; the value of a deleted one is ''. */
  readonly cookies: readonly string[];
}

/** Where a server listens. */
export interface Address {
  readonly port: number;
  /** By default this machine. */
  readonly host?: string;
}

/** Makes a call of the contract over the network. @param more further headers */
export async function callOver(
  { port, host = '127.0.0.1' }: Address,
  name: CallName,
  input: Record<string, unknown> = {},
  cookie = '',
  more: Record<string, string> = {},
): Promise<HttpAnswer> {
  const { method, path } = calls[name];
  const url = new URL(path, `http://${host}:${port}`);
  if (method === 'GET')
    url.search = new URLSearchParams(input as Record<string, string>).toString();
  const response = await fetch(url, {
    method,
    headers: { 'content-type': 'application/json', cookie, ...more },
    ...(method === 'POST' && { body: JSON.stringify(input) }),
  });
  const cookies = response.headers.getSetCookie().map((set) => set.split(';')[0] ?? '');
  const text = await response.text();
  return { status: response.status, text, cookie: cookies[0] ?? '', cookies };
}

/** The password of people who sign up over the network. */
export const PASSWORD = 'correct horse 1';

/** Signs up a person over the network, with a profile and one symptom. */
export async function personOver(server: Address, email = 'grace@example.org') {
  let cookie = '';
  const userId = await signUpBy(email, async (name, input) => {
    const answer = await callOver(server, name, input, cookie);
    cookie ||= answer.cookie;
    return answer;
  });
  return { userId, cookie };
}

/**
 * Signs up a person with a profile and one symptom.
 *
 * @param call makes a call with the cookies that earlier calls have set
 * @returns the person's id
 */
export async function signUpBy(
  email: string,
  call: (name: CallName, input: Record<string, unknown>) => Promise<HttpAnswer>,
): Promise<string> {
  const { text } = succeeded(await call('signUp', { email, password: PASSWORD }));
  const { userId } = JSON.parse(text) as { userId: string };
  succeeded(await call('createUser', { userId, email, ...PERSON }));
  succeeded(await call('updateSymptoms', { userId, action: 'update', symptom1: 'Tremor' }));
  return userId;
}

/** Returns an answer, unless the call was refused. */
export function succeeded<Answer extends HttpAnswer>(answer: Answer): Answer {
  if (answer.status >= 300) throw new Error(`Answered with ${answer.status}: ${answer.text}`);
  return answer;
}
