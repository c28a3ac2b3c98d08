import pg from 'pg';
import { expect, inject, it, onTestFinished } from 'vitest';
import { newPlace } from '../../src/server/testing/databases.ts';
import { openGate } from '../../src/server/testing/gate.ts';
import { personOver, ROOMY, startedServer } from '../../src/server/testing/process.ts';
import { tell, times } from './figures.ts';
import { Ledger, newSubmission } from './forms.ts';

const RESUME_MS = 2000;
const ANSWER_MS = 15_000;
const PERSONS = 10;

/** Kills one backend process. PostgreSQL then ends all connections and recovers from its log. */
async function crash(databaseUrl: string): Promise<void> {
  const [victim, witness] = [new pg.Client(databaseUrl), new pg.Client(databaseUrl)];
  const ended = new Promise<void>((resolve) => witness.on('end', () => resolve()));
  for (const client of [victim, witness]) {
    client.on('error', () => {});
    await client.connect();
  }
  const { rows } = await victim.query('select pg_backend_pid() as pid');
  process.kill(rows[0].pid, 'SIGKILL');
  await ended;
}

/** Waits until PostgreSQL accepts connections, and returns the time (`performance.now()`). */
async function acceptsAgain(databaseUrl: string): Promise<number> {
  for (;;) {
    const client = new pg.Client(databaseUrl);
    client.on('error', () => {});
    try {
      await client.connect();
      await client.query('select 1');
      return performance.now();
    } catch {
      // PostgreSQL is still recovering.
    } finally {
      await client.end().catch(() => {});
    }
  }
}

it('nothing is lost if PostgreSQL crashes', async (context) => {
  const place = await newPlace('PostgreSQL');
  const server = await startedServer(place, ROOMY);
  const ledger = new Ledger(await personOver(server));
  const outages: number[] = [];
  const statuses = new Set<number>();
  for (let crashes = 0; crashes < times(20); crashes += 1) {
    for (let save = 0; save < 20; save += 1) expect(await ledger.save(server)).toBe(200);
    await crash(place.databaseUrl ?? '');
    const back = acceptsAgain(place.databaseUrl ?? '');
    for (;;) {
      const status = await ledger.save(server);
      if (status === 200) break;
      statuses.add(status);
    }
    outages.push(performance.now() - (await back));
    await ledger.check(server);
  }
  const longest = Math.round(Math.max(...outages));
  tell(
    context,
    `${outages.length} crashes, all ${ledger.acknowledged} forms stored; saves again at most ${longest} ms after PostgreSQL was back`,
  );
  expect(longest).toBeLessThan(RESUME_MS);
  expect([...statuses].filter((status) => status !== 503)).toEqual([]);
});

it('every save is answered in time if PostgreSQL is slow and overloaded', async (context) => {
  // PostgreSQL may still be recovering from the last crash of the test before.
  await acceptsAgain(inject('postgresUrl'));
  const place = await newPlace('PostgreSQL');
  const url = new URL(place.databaseUrl ?? '');
  const gate = await openGate(0, Number(url.port));
  onTestFinished(() => gate.close());
  url.port = String(gate.port);
  const server = await startedServer({ ...place, databaseUrl: url.href }, ROOMY);
  const ledgers: Ledger[] = [];
  for (let person = 0; person < PERSONS; person += 1) {
    ledgers.push(new Ledger(await personOver(server, `person${person}@example.org`)));
  }
  for (const delayMs of [10, 100]) {
    gate.delayMs = delayMs;
    const saves = Array.from({ length: times(300) }, (_, save) => ({
      ledger: ledgers[save % PERSONS],
      submission: newSubmission(),
    }));
    const send = async ({ ledger, submission }: (typeof saves)[number]) => {
      const began = performance.now();
      const status = (await ledger?.save(server, submission)) ?? 0;
      return { status, ms: performance.now() - began };
    };
    const answers = await Promise.all(saves.map(send));
    expect(answers.filter(({ status }) => status !== 200 && status !== 503)).toEqual([]);
    const refused = saves.filter((_, index) => answers[index]?.status === 503);
    const longest = Math.round(Math.max(...answers.map(({ ms }) => ms)));
    // A device retries a refused form. By then PostgreSQL is fast again.
    gate.delayMs = 0;
    const again = await Promise.all(refused.map(send));
    tell(
      context,
      `${answers.length} saves at once, each message delayed by ${delayMs} ms: slowest answer after ${longest} ms; ${refused.length} refused with 503, of which the second try saved ${again.filter(({ status }) => status === 200).length}`,
    );
    for (const ledger of ledgers) await ledger.check(server);
    expect(longest).toBeLessThan(ANSWER_MS);
    expect(again.filter(({ status }) => status !== 200)).toEqual([]);
    // An overloaded server refuses some saves, but not all.
    expect(refused.length).toBeLessThan(answers.length);
  }
});
