import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { sql } from 'kysely';
import { addYearsOfForms } from '../e2e/years.ts';
import { type CallName, calls } from '../src/contract/calls.ts';
import { openDatabase } from '../src/server/platform/db/database.ts';
import { loadSecrets } from '../src/server/platform/secrets.ts';
import { freePort } from '../src/server/testing/free-port.ts';

/**
 * npm run bench:report
 *
 * The PDF of one year of forms and of ten: how long it takes, how large it is, how much memory the server
 * takes for it, and how long a second client that loads its dashboard meanwhile waits for an answer. Asks a
 * server of its own, over HTTP and on a SQLite file.
 */

const YEARS = [1, 10];
const DAYS_OF_A_YEAR = 366;
/** The first starts the thread, the others find it running. */
const TRIES = 5;

interface Person {
  readonly email: string;
  readonly password: string;
  readonly forms: number;
}

interface Client {
  readonly userId: string;
  readonly email: string;
  readonly cookie: string;
  readonly agent: Agent;
}

const dataDir = await mkdtemp(join(tmpdir(), 'symptom-tracker-report-'));
const port = await freePort();
try {
  const [second, ...people] = await addPeople([1, ...YEARS]);
  for (const [index, person] of people.entries()) {
    // A fresh server for each, so that the memory is this report's own.
    const server = spawn(
      process.execPath,
      [resolve(import.meta.dirname, '../src/server/main.ts')],
      {
        env: { PORT: String(port), DATA_DIR: dataDir },
        stdio: ['ignore', 'pipe', 'inherit'],
      },
    );
    try {
      await ready(server);
      await measure(`${YEARS[index]} years`, server, person, second as Person);
    } finally {
      server.kill('SIGTERM');
      await once(server, 'close');
    }
  }
} finally {
  await rm(dataDir, { recursive: true, force: true });
}

async function addPeople(years: readonly number[]): Promise<Person[]> {
  // As a server makes it before anybody has an account.
  loadSecrets(dataDir);
  const db = await openDatabase({ dataDir, databaseUrl: undefined, onError: () => {} });
  try {
    const people: Person[] = [];
    for (const each of years) {
      people.push(await addYearsOfForms({ db, clock: Date.now }, each * DAYS_OF_A_YEAR));
    }
    // Someone writes a note now and then.
    await sql`update ratings set notes = 'Worse before the next dose, better after a walk.'
      where slot = 1 and form_number % 12 = 0`.execute(db);
    return people;
  } finally {
    await db.destroy();
  }
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

async function measure(what: string, server: ChildProcess, person: Person, other: Person) {
  const [reader, second] = [await signedIn(person), await signedIn(other)];
  await loadDashboard(second);
  const alone = await slowest(second, loadDashboard(second));
  const before = await peakMemory(server);
  const times: number[] = [];
  let size = 0;
  for (let tried = 0; tried < TRIES; tried += 1) {
    const start = performance.now();
    const body = await makeReport(reader);
    times.push(performance.now() - start);
    size = Buffer.from(JSON.parse(String(body)).base64Data, 'base64').length;
  }
  const waits: number[] = [];
  for (let tried = 0; tried < TRIES; tried += 1) {
    waits.push(await slowest(second, makeReport(reader)));
  }
  const [first = 0, ...later] = times;
  const facts = [
    `${what}, ${person.forms} forms`.padEnd(24),
    `first ${first.toFixed(0)} ms`.padEnd(15),
    `then ${median(later).toFixed(0)} ms`.padEnd(14),
    `${(size / 1000).toFixed(0)} KB`.padEnd(9),
    `memory ${before} to ${await peakMemory(server)} MB`.padEnd(24),
    `second client waits ${Math.max(...waits).toFixed(0)} ms at most, ${median(waits).toFixed(0)} ms in most tries`,
    `(${alone.toFixed(0)} ms without)`,
  ];
  process.stdout.write(`${facts.join('  ')}\n`);
  for (const { agent } of [reader, second]) agent.destroy();
}

async function makeReport(client: Client): Promise<Buffer> {
  const { userId, email } = client;
  return await ask(client, 'sendExportEmail', { userId, email, method: 'simple' });
}

/** The slowest answer of a client that loads its dashboard until something is done, in milliseconds. */
async function slowest(client: Client, until: Promise<unknown>): Promise<number> {
  let isDone = false;
  void until.finally(() => {
    isDone = true;
  });
  let longest = 0;
  do longest = Math.max(longest, await loadDashboard(client));
  while (!isDone);
  return longest;
}

/** What the dashboard asks for, one after the other. @returns the slowest answer's time */
async function loadDashboard(client: Client): Promise<number> {
  const { userId } = client;
  const to = new Date();
  const from = new Date(to.getTime() - 7 * 86_400_000);
  const week = { userId, from: from.toISOString(), to: to.toISOString() };
  let longest = 0;
  for (const [name, input] of [
    ['getSession', {}],
    ['getUserProfile', { userId }],
    ['getUserForms', { userId, limit: '10' }],
    ['getUserForms', week],
  ] as const) {
    const start = performance.now();
    await ask(client, name, input);
    longest = Math.max(longest, performance.now() - start);
  }
  return longest;
}

async function signedIn({ email, password }: Person): Promise<Client> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const client = { userId: '', email, cookie: '', agent };
  const response = await send(client, 'signIn', { email, password });
  const cookie = response.headers['set-cookie']?.[0]?.split(';')[0] ?? '';
  const { id } = JSON.parse(String(await buffer(response)));
  return { ...client, userId: id, cookie };
}

async function ask(client: Client, name: CallName, input: object): Promise<Buffer> {
  const response = await send(client, name, input);
  const body = await buffer(response);
  if (response.statusCode !== 200) throw new Error(`${name} answered with ${body}`);
  return body;
}

async function send({ cookie, agent }: Client, name: CallName, input: object) {
  const { method, path } = calls[name];
  const isGet = method === 'GET';
  const query = isGet ? `?${new URLSearchParams(input as Record<string, string>)}` : '';
  const body = isGet ? '' : JSON.stringify(input);
  const asking = request({
    port,
    path: path + query,
    method,
    agent,
    headers: {
      cookie,
      ...(!isGet && {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
      }),
    },
  }).end(body);
  const [response] = await once(asking, 'response');
  return response as import('node:http').IncomingMessage;
}

/** The most memory a process has had so far, in MB; where the system does not tell, 0. */
async function peakMemory({ pid }: ChildProcess): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Math.round(Number(/VmHWM:\s*(\d+) kB/.exec(status)?.[1] ?? 0) / 1000);
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
