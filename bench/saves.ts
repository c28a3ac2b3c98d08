import { type ChildProcess, fork, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { type CallName, calls } from '../src/contract/calls.ts';
import type { Spreadsheet } from '../src/contract/spreadsheets.ts';
import { freePort } from '../src/server/testing/free-port.ts';
import { followSignIn } from '../src/server/testing/openid-provider.ts';

/**
 * npm run bench:saves
 *
 * What a save takes for someone whose spreadsheet is on, beside someone on a server that knows no Google: over
 * HTTP and on SQLite files, by turns in short blocks, so that what else the machine does comes to both. First
 * while Google does what it is asked for, then while it fails in every way. Ends with 1 where the 99th
 * percentiles differ by more than 10 %.
 */

const BLOCKS = 40;
const SAVES = 50;
const WARM_UP = 8;
const MOST_PERCENT = 10;
/** Between two saves, in milliseconds: a disk that syncs without a pause is measured, and nothing else. */
const PAUSE_MS = 10;
const LOOK_EVERY_MS = 250;
/** Until the first fault has come. */
const FAULTS_BEGIN_MS = 5000;

interface Person {
  /** The server that they are at. */
  readonly home: string;
  readonly userId: string;
  readonly cookies: Map<string, string>;
}

interface Server {
  readonly home: string;
  /** Ends the process, and what it kept. */
  readonly stop: () => Promise<void>;
}

const port = await freePort();
const google = fork(resolve(import.meta.dirname, 'saves/google.ts'), [
  `http://localhost:${port}/api/auth/google/callback`,
]);
const [settings] = (await once(google, 'message')) as [Record<string, string>];
const servers = [await startServer(await freePort(), {}), await startServer(port, settings)];
try {
  const [without, withGoogle] = servers as [Server, Server];
  const people = {
    off: await newPerson('off', without),
    on: await newPerson('on', withGoogle),
  };
  await turnOn(people.on);
  const well = await measured(people, () => current(people.on));
  google.send('fail');
  await setTimeout(FAULTS_BEGIN_MS);
  const failing = await measured(people, async () => {});
  for (const [what, times] of Object.entries({ well, failing })) {
    for (const percent of [50, 90, 99]) report(`Google ${what}`, percent, times);
  }
  const most = Math.max(difference(99, well), difference(99, failing));
  process.exitCode = most > MOST_PERCENT ? 1 : 0;
} finally {
  const ended = once(google, 'exit');
  google.kill('SIGTERM');
  await Promise.all([ended, ...servers.map(({ stop }) => stop())]);
}

/** Saves by turns; how long each took, in milliseconds. */
async function measured(
  people: Readonly<Record<'off' | 'on', Person>>,
  before: () => Promise<void>,
): Promise<Times> {
  const times = { off: [] as number[], on: [] as number[] };
  for (let block = 0; block < 2 * BLOCKS; block += 1) {
    const which = (block + (block >> 1)) % 2 === 0 ? 'off' : 'on';
    await before();
    for (let save = 0; save < SAVES; save += 1) {
      // The first blocks warm up.
      const time = await saved(people[which]);
      if (block >= WARM_UP) times[which].push(time);
      await setTimeout(PAUSE_MS);
    }
  }
  return times;
}

async function startServer(at: number, env: Record<string, string>): Promise<Server> {
  const dataDir = await mkdtemp(join(tmpdir(), 'symptom-tracker-saves-'));
  const main = resolve(import.meta.dirname, '../src/server/main.ts');
  const child = spawn(process.execPath, [main], {
    env: { PORT: String(at), DATA_DIR: dataDir, ...env },
    // What it logs of Google's faults is not what is measured.
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  await ready(child);
  return {
    home: `http://localhost:${at}`,
    stop: async () => {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

async function ready(child: ChildProcess): Promise<void> {
  let said = '';
  await new Promise<void>((done, reject) => {
    child.stdout?.on('data', (part) => {
      said += part;
      if (said.includes('is ready at')) done();
    });
    child.on('close', (code) => reject(new Error(`The server ended with ${code}`)));
  });
}

async function newPerson(name: string, { home }: Server): Promise<Person> {
  const person = { home, userId: '', cookies: new Map<string, string>() };
  const email = `${name}@example.org`;
  const { userId } = await call(person, 'signUp', { email, password: 'correct horse 1' });
  Object.assign(person, { userId });
  await call(person, 'createUser', {
    userId,
    email,
    firstName: 'Grace',
    lastName: 'Hopper',
    birthday: '1950-12-09',
    biologicalSex: 'female',
    yearsWithParkinsons: 6,
  });
  await call(person, 'updateSymptoms', { userId, action: 'update', symptom1: 'Tremor' });
  return person;
}

async function turnOn(person: Person): Promise<void> {
  // Signed in by Google first: only such an account has a spreadsheet.
  for (const purpose of ['signIn', 'sheets']) {
    const visit = new URLSearchParams({ id: randomUUID(), purpose, mode: 'popup' });
    const begun = await send(person, `${person.home}/api/auth/google/start?${visit}`, {});
    const back = await followSignIn(begun.headers.get('location') ?? '');
    await send(person, back.href, {});
  }
  const { state } = await call(person, 'getSpreadsheet', { userId: person.userId });
  if (state === 'off') throw new Error('The spreadsheet was not turned on');
}

/** Comes once nothing waits to be written. */
async function current(person: Person): Promise<void> {
  const { userId } = person;
  for (;;) {
    const { state } = (await call(person, 'getSpreadsheet', { userId })) as unknown as Spreadsheet;
    if (state === 'current') return;
    await setTimeout(LOOK_EVERY_MS);
  }
}

/** Saves a form; until its whole answer is there, in milliseconds. */
async function saved(person: Person): Promise<number> {
  const symptom1 = { name: 'Tremor', severity: 3, notes: 'As usual, after a walk in the park' };
  const start = performance.now();
  await call(person, 'saveSymptomForm', {
    userId: person.userId,
    submissionId: randomUUID(),
    formData: { symptom1 },
  });
  return performance.now() - start;
}

async function call(
  person: Person,
  name: CallName,
  input: Record<string, unknown>,
): Promise<Record<string, unknown>> {
  const { method, path } = calls[name];
  const query = method === 'GET' ? `?${new URLSearchParams(input as Record<string, string>)}` : '';
  const response = await send(person, person.home + path + query, {
    method,
    headers: { 'content-type': 'application/json' },
    ...(method === 'POST' && { body: JSON.stringify(input) }),
  });
  const answer = await response.text();
  if (!response.ok) throw new Error(`${name} answered with ${response.status}: ${answer}`);
  return JSON.parse(answer);
}

async function send({ cookies }: Person, url: string, init: RequestInit): Promise<Response> {
  const cookie = [...cookies].map((pair) => pair.join('=')).join('; ');
  const response = await fetch(url, {
    redirect: 'manual',
    ...init,
    headers: { ...init.headers, cookie },
  });
  for (const set of response.headers.getSetCookie()) {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
    cookies.set(name, value);
  }
  return response;
}

type Times = Readonly<Record<'off' | 'on', readonly number[]>>;

function percentile(percent: number, values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.ceil((percent / 100) * sorted.length) - 1] ?? 0;
}

/** By how much a save takes longer with the spreadsheet on, in percent. */
function difference(percent: number, { off, on }: Times): number {
  return (percentile(percent, on) / percentile(percent, off) - 1) * 100;
}

function report(what: string, percent: number, times: Times): void {
  const columns = [
    what.padEnd(15),
    `p${percent}`,
    `off ${percentile(percent, times.off).toFixed(3)} ms`.padEnd(16),
    `on ${percentile(percent, times.on).toFixed(3)} ms`.padEnd(16),
    `${difference(percent, times).toFixed(1)} %`,
    `of ${times.on.length} saves each`,
  ];
  process.stdout.write(`${columns.join('  ')}\n`);
}
