import { type ChildProcess, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { type CallName, calls } from '../src/contract/calls.ts';
import { freePort } from '../src/server/testing/free-port.ts';

/**
 * npm run bench:times
 *
 * Whether the time of an answer tells if an address has an account: asks a server of its own, over HTTP and
 * on a SQLite file, for known and unknown addresses in random order. Ends with 1 where the medians of all
 * tries differ by 5 % or more, and go on doing so.
 */

const TRIES = 200;
const MOST_PERCENT = 5;
const PASSWORD = 'correct horse 1';
/** So often is it measured at most: what else the machine does makes a difference that soon goes again. */
const MAX_ROUNDS = 5;

interface Asked {
  readonly known: boolean;
  readonly email: string;
}

interface Measured {
  readonly what: string;
  /** Of each kind. */
  readonly tries: number;
  /** Medians in milliseconds. */
  readonly known: number;
  readonly unknown: number;
}

const dataDir = await mkdtemp(join(tmpdir(), 'symptom-tracker-times-'));
const port = await freePort();
// An answer is timed from a connection that is there already.
const agent = new Agent({ keepAlive: true, maxSockets: 1 });
let places = 0;
const server = spawn(process.execPath, [resolve(import.meta.dirname, '../src/server/main.ts')], {
  // Each try claims to come from a place of its own: the limits are not what is measured.
  env: { PORT: String(port), DATA_DIR: dataDir, TRUST_PROXY: '127.0.0.1' },
  stdio: ['ignore', 'pipe', 'inherit'],
});
try {
  await ready(server);
  const asked: Asked[] = Array.from({ length: TRIES }, (_, index) => [
    { known: true, email: `known${index}@example.org` },
    { known: false, email: `other${index}@example.org` },
  ]).flat();
  for (const { known, email } of asked) {
    if (known) await timed('signUp', { email, password: PASSWORD }, 201);
  }
  const results = [
    await measure('resetPassword, first step', asked, ({ email }) =>
      timed('resetPassword', { email, newPassword: 'a new horse 47' }, 202),
    ),
    await measure('signIn, wrong password', asked, ({ email }) =>
      timed('signIn', { email, password: 'not this one' }, 401),
    ),
  ];
  for (const result of results) report(result);
  process.exitCode = results.some((result) => difference(result) >= MOST_PERCENT) ? 1 : 0;
} finally {
  agent.destroy();
  server.kill('SIGTERM');
  await once(server, 'close');
  await rm(dataDir, { recursive: true, force: true });
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

async function measure(
  what: string,
  asked: readonly Asked[],
  ask: (asked: Asked) => Promise<number>,
): Promise<Measured> {
  const times = { known: [] as number[], unknown: [] as number[] };
  for (let round = 1; ; round += 1) {
    for (const each of shuffled(asked)) {
      times[each.known ? 'known' : 'unknown'].push(await ask(each));
    }
    const tries = times.known.length;
    const measured = { what, tries, known: median(times.known), unknown: median(times.unknown) };
    if (round === MAX_ROUNDS || difference(measured) < MOST_PERCENT) return measured;
  }
}

/** Makes a call, and gives the time until its whole answer is there, in milliseconds. */
async function timed(name: CallName, input: object, expected: number): Promise<number> {
  places += 1;
  const body = JSON.stringify(input);
  const { method, path } = calls[name];
  const start = performance.now();
  const asking = request({
    port,
    path,
    method,
    agent,
    headers: {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
      'x-forwarded-for': `10.${places >> 16}.${(places >> 8) & 255}.${places & 255}`,
    },
  }).end(body);
  const [response] = await once(asking, 'response');
  const answer = await text(response);
  const time = performance.now() - start;
  if (response.statusCode !== expected) {
    throw new Error(`${name} answered with ${response.statusCode}: ${answer}`);
  }
  return time;
}

function shuffled<Item>(items: readonly Item[]): Item[] {
  const mixed = [...items];
  for (let last = mixed.length - 1; last > 0; last -= 1) {
    const other = randomInt(last + 1);
    [mixed[last], mixed[other]] = [mixed[other] as Item, mixed[last] as Item];
  }
  return mixed;
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  const around = sorted.slice(Math.ceil(middle) - 1, Math.floor(middle) + 1);
  return around.reduce((sum, value) => sum + value, 0) / around.length;
}

/** By how much the medians differ, in percent of the smaller. */
function difference({ known, unknown }: Measured): number {
  return (Math.abs(known - unknown) / Math.min(known, unknown)) * 100;
}

function report(measured: Measured): void {
  const { what, tries, known, unknown } = measured;
  const columns = [
    what.padEnd(26),
    `${tries} tries each`.padEnd(16),
    `known ${known.toFixed(3)} ms`.padEnd(20),
    `unknown ${unknown.toFixed(3)} ms`.padEnd(22),
    `${difference(measured).toFixed(1)} %`,
  ];
  process.stdout.write(`${columns.join('  ')}\n`);
}
