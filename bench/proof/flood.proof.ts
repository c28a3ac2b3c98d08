import { readdir, stat } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { type CallName, calls } from '../../src/contract/calls.ts';
import { MAX_FORMS_IN_FILE } from '../../src/contract/open-formats.ts';
import { PERSON } from '../../src/server/testing/app.ts';
import { newPlace, type Place } from '../../src/server/testing/databases.ts';
import {
  PASSWORD,
  personOver,
  type ServerProcess,
  startedServer,
} from '../../src/server/testing/process.ts';
import { tell, times } from './figures.ts';
import { Ledger } from './forms.ts';

const MIB = 1_048_576;
const MOST_GROWTH_MIB = 256;
const LONGEST_SAVE_MS = 2000;
const SAVE_EVERY_MS = 1500;
const SENDERS = 8;
const MINUTE_MS = 60_000;
/** The client address of the flood of calls. The other person saves from 127.0.0.1. */
const localAddress = '127.0.0.66';

describe.each(['SQLite', 'PostgreSQL'] as const)('on %s', (engine) => {
  it('another person can save while one address signs up and imports as fast as it can', async (context) => {
    const place = await newPlace(engine);
    const server = await startedServer(place);
    const ledger = new Ledger(await personOver(server));
    const before = await bytesOf(place);
    const until = performance.now() + times(600_000);
    const flooding = Array.from({ length: SENDERS }, () => flood(server, until));
    const waits: number[] = [];
    const statuses = new Set<number>();
    while (performance.now() < until) {
      const began = performance.now();
      statuses.add(await ledger.save(server));
      waits.push(performance.now() - began);
      await setTimeout(SAVE_EVERY_MS);
    }
    const answers = (await Promise.all(flooding)).flat();
    const count = (...names: string[]) => answers.filter((each) => names.includes(each)).length;
    const grownMib = (await bytesOf(place)) / MIB - before / MIB;
    await ledger.check(server);
    const slowest = Math.max(...waits);
    tell(
      context,
      `${engine}: ${answers.length} calls of the flood, ${count('signUp 201')} accounts, ${count('importData 200')} imports; the database grew by ${Math.round(grownMib)} MiB; ${waits.length} saves of the other person, the slowest ${Math.round(slowest)} ms`,
    );
    expect([...statuses]).toEqual([200]);
    expect(count('signUp 201')).toBeGreaterThan(0);
    expect(count('importData 200')).toBeGreaterThan(0);
    expect(answers.filter((each) => / (0|500)$/.test(each))).toEqual([]);
    expect(grownMib).toBeLessThan(MOST_GROWTH_MIB);
    expect(slowest).toBeLessThan(LONGEST_SAVE_MS);
  });
});

/** Alternates between sign-ups and imports. @returns the calls with their statuses */
async function flood({ port }: ServerProcess, until: number): Promise<string[]> {
  const agent = new Agent({ keepAlive: true });
  const answers: string[] = [];
  let cookie = '';
  async function call(name: CallName, input: object) {
    const { method, path } = calls[name];
    const headers = { 'content-type': 'application/json', cookie };
    const sent = request({ port, localAddress, agent, method, path, headers });
    sent.end(JSON.stringify(input));
    const { promise, resolve, reject } = Promise.withResolvers<{ status: number; body: string }>();
    sent.on('error', reject);
    sent.on('response', (response) => {
      const [set] = response.headers['set-cookie'] ?? [];
      cookie = set?.split(';')[0] ?? cookie;
      const status = response.statusCode ?? 0;
      text(response).then((body) => resolve({ status, body }), reject);
    });
    const answer = await promise;
    answers.push(`${name} ${answer.status}`);
    return answer;
  }
  let userId = '';
  let file = 0;
  // The same file is sent until it is imported, because creating a file blocks this process, which also sends the other
  // person's saves.
  let content = densest(file);
  while (performance.now() < until) {
    const former = cookie;
    const email = `${crypto.randomUUID()}@example.org`;
    const { status, body } = await call('signUp', { email, password: PASSWORD });
    if (status === 201) {
      userId = (JSON.parse(body) as { userId: string }).userId;
      await call('createUser', { userId, email, ...PERSON });
    } else {
      cookie = former;
    }
    const input = { userId, format: 'legacy', content, dryRun: false };
    if ((await call('importData', input)).status !== 200) continue;
    file += 1;
    content = densest(file);
  }
  agent.destroy();
  return answers;
}

/**
 * A file that takes the most space in the database for its size: each short row is a form. Each file has other times.
 */
function densest(file: number): string {
  const row = (_: unknown, index: number) => {
    const time = new Date((file * MAX_FORMS_IN_FILE + index) * MINUTE_MS);
    return `,${time.toISOString().slice(0, 16)},T,1,`;
  };
  return Array.from({ length: MAX_FORMS_IN_FILE }, row).join('\n');
}

/** The size of the server's database (bytes), on SQLite with its write-ahead log. */
async function bytesOf({ dataDir, databaseUrl }: Place): Promise<number> {
  if (!databaseUrl) {
    const files = (await readdir(dataDir)).filter((name) => name.startsWith('symptom-tracker.db'));
    const sizes = await Promise.all(files.map((name) => stat(join(dataDir, name))));
    return sizes.reduce((sum, { size }) => sum + size, 0);
  }
  const client = new pg.Client(databaseUrl);
  await client.connect();
  const { rows } = await client.query('select pg_database_size(current_database()) as bytes');
  await client.end();
  return Number(rows[0].bytes);
}
