import { loadavg } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { DAY_MS } from '../../src/domain/zone.ts';
import type { Database } from '../../src/server/platform/db/database.ts';
import { callOver } from '../../src/server/testing/process.ts';
import {
  databaseOf,
  repeatOf,
  startTrial,
  type Trial,
  waitUntilHealthy,
} from '../cluster/trial.ts';
import { addPeople, type Person } from '../measuring/data.ts';
import { percentile } from '../measuring/figure.ts';
import { tell, times } from './figures.ts';
import { Ledger, newSubmission } from './forms.ts';

const VISITS_A_SECOND = 20;
const HALF_HOUR_MS = 1_800_000;
const FAILOVERS = 4;
/** A short run has fewer failovers, so that at least half of its visits are between them (ms for each). */
const FAILOVER_EVERY_MS = 120_000;
/** How long a killed machine stays dead (ms). */
const DEAD_MS = 15_000;
const PEOPLE = 400;
const RETRY_MS = 250;
/** How long the visits after a failover are not counted (ms): waiting devices send what they kept. */
const SETTLE_MS = 5000;

interface Visit {
  /** When it was planned (`performance.now()`). */
  readonly at: number;
  /** How long it took until its form was acknowledged (ms). */
  readonly ms: number;
}

it('half an hour with four failovers is as fast between them as without', async (context) => {
  const trial = await startTrial(context);
  const { cluster, network } = trial;
  const db = databaseOf(trial);
  const people = await addPeople(db, PEOPLE);
  const visitors = people.map((person) => ({ person, ledger: new Ledger(person) }));
  const lasts = times(HALF_HOUR_MS);
  /** Plays visits at a steady rate. No visit waits for another one. */
  const play = async () => {
    const begun = performance.now();
    const visits: Promise<Visit>[] = [];
    for (let at = begun; at < begun + lasts; at += 1000 / VISITS_A_SECOND) {
      await pause(Math.max(at - performance.now(), 0));
      const visitor = visitors[visits.length % PEOPLE];
      if (visitor) visits.push(visit(trial, visitor, at));
    }
    return await Promise.all(visits);
  };
  const calm = await play();
  const loadOfCalm = loadavg()[1];
  const sizes = await sizesOf(db);
  await db.destroy();
  tell(
    context,
    `a form of one rating takes ${whole(sizes.rows)} bytes of rows and ${whole(sizes.indexes)} of indexes`,
  );
  const count = Math.max(1, Math.min(FAILOVERS, Math.floor(lasts / FAILOVER_EVERY_MS)));
  const begun = performance.now();
  const playing = play();
  const failovers: { from: number; to: number }[] = [];
  for (let failover = 0; failover < count; failover += 1) {
    const planned = begun + ((failover + 1) * lasts) / (count + 1);
    await pause(Math.max(planned - performance.now(), 0));
    const name = await cluster.requirePrimary();
    const from = performance.now();
    network.signal(name, 'SIGKILL');
    await pause(DEAD_MS);
    cluster.startDatabase(name);
    await waitUntilHealthy(trial);
    failovers.push({ from, to: performance.now() + SETTLE_MS });
  }
  const eventful = await playing;
  const loadOfEventful = loadavg()[1];
  for (const { ledger } of visitors) await ledger.check(trial.address);
  const between = eventful.filter(
    ({ at }) => !failovers.some(({ from, to }) => at >= from && at <= to),
  );
  const [p99Calm, p99Between] = [calm, between].map((visits) =>
    percentile(
      visits.map(({ ms }) => ms),
      99,
    ),
  );
  const [p50Calm, p50Between] = [calm, between].map((visits) =>
    percentile(
      visits.map(({ ms }) => ms),
      50,
    ),
  );
  const slowest = Math.max(...eventful.map(({ ms }) => ms));
  const acknowledged = visitors.reduce((sum, { ledger }) => sum + ledger.acknowledged, 0);
  const ratio = (p99Between ?? 0) / (p99Calm ?? 1);
  tell(
    context,
    `${lasts / 60_000} minutes at ${VISITS_A_SECOND} visits a second without failovers: p50 ${whole(p50Calm)} ms, p99 ${whole(p99Calm)} ms (load average ${loadOfCalm?.toFixed(1)}); then as long with ${count}: between them p50 ${whole(p50Between)} ms, p99 ${whole(p99Between)} ms, ${ratio.toFixed(2)} times (load average ${loadOfEventful?.toFixed(1)}); the slowest visit ${whole(slowest)} ms; all ${acknowledged} acknowledged forms stored once`,
  );
  for (const { to } of failovers) expect(to).toBeLessThan(begun + lasts);
  expect(between.length).toBeGreaterThanOrEqual(eventful.length / 2);
  expect(acknowledged).toBe(calm.length + eventful.length);
  expect(ratio).toBeLessThanOrEqual(1.5);
});

/** How many bytes an entry takes, in its table and in the indexes. */
async function sizesOf(db: Database): Promise<{ rows: number; indexes: number }> {
  const sizes = sql<{ rows: string; indexes: string }>`
    select pg_table_size('entries') / count(*)::float as rows,
      pg_indexes_size('entries') / count(*)::float as indexes from entries`;
  const [row] = (await sizes.execute(db)).rows;
  return { rows: Number(row?.rows), indexes: Number(row?.indexes) };
}

function whole(value: number | undefined): number {
  return Math.round(value ?? 0);
}

/** Reads the session and twice the forms of 90 days, and saves a form. Repeats what is refused, as devices do. */
async function visit(
  { address }: Trial,
  { person: { userId, cookie }, ledger }: { readonly person: Person; readonly ledger: Ledger },
  at: number,
): Promise<Visit> {
  const until200 = async (call: () => Promise<number>) => {
    while ((await call().catch(() => 0)) !== 200) await pause(RETRY_MS);
  };
  const [from, to] = [Date.now() - 90 * DAY_MS, Date.now()].map((time) => new Date(time).toJSON());
  const read = async () =>
    (await callOver(address, 'getUserForms', { userId, from, to }, cookie)).status;
  await until200(async () => (await callOver(address, 'getSession', {}, cookie)).status);
  await until200(read);
  await until200(read);
  let submission = newSubmission();
  await until200(async () => {
    const status = await ledger.save(address, submission);
    submission = repeatOf(submission);
    return status;
  });
  return { at, ms: performance.now() - at };
}
