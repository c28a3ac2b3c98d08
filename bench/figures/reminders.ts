import { setTimeout as pause } from 'node:timers/promises';
import { request } from 'undici';
import { loadSecrets } from '../../src/server/platform/secrets.ts';
import { inDatabase, type Person } from '../measuring/data.ts';
import { type Figure, type Measurement, percentile } from '../measuring/figure.ts';
import { atRate, type Request, save } from '../measuring/load.ts';
import {
  canReadProcessorTime,
  inFolder,
  inPostgres,
  OURS_AHEAD,
  type Program,
  PUSH_SERVICE,
  processorMs,
  type Store,
  withServer,
} from '../measuring/programs.ts';
import { addReminded } from '../measuring/reminded.ts';

const PEOPLE = 10_000;
const DUE_AT_ONCE = 2000;
const SAVES_A_SECOND = 20;
/** How long the push service takes to answer (ms). */
const ANSWER_MS = 100;
const MINUTE_MS = 60_000;
/** The wait after the start of a server, during which the server tidies its database (ms). */
const SETTLE_MS = 5000;
/** The longest wait for the messages of the due minute, in which many reminders are due (ms). */
const PATIENCE_MS = 600_000;

interface Outcome {
  /** The processor time of the server while nothing is due (% of a core). */
  readonly idle: number;
  /** The time from the start of the due minute until its last message (s). */
  readonly sentIn: number;
  /** The 99th percentile of the times of saves while nothing is due (ms). */
  readonly before: number;
  /** The 99th percentile of the times of saves from the start of the due minute until its last message (ms). */
  readonly meanwhile: number;
}

/**
 * Measures a server for 10,000 people with four reminders a day: its processor time while nothing is due, then how long
 * it takes to send the reminders of 2,000 people that are due in one minute. Saves are measured in both parts.
 */
export const reminders: Figure = async ({ rounds, scale }) => {
  const onSqlite: Outcome[] = [];
  const onPostgres: Outcome[] = [];
  for (let round = 0; round < rounds; round += 1) {
    onSqlite.push(await inFolder((dataDir) => measure({ dataDir }, scale)));
    onPostgres.push(await inPostgres((store) => measure(store, scale)));
  }
  return [...rowsOf('SQLite', onSqlite), ...rowsOf('PostgreSQL', onPostgres)];
};

async function measure(store: Store, scale: number): Promise<Outcome> {
  const settings = { ANSWER_MS: String(ANSWER_MS) };
  const work = ({ url }: Program) => measureWith(url, store, MINUTE_MS * scale);
  return await withServer(PUSH_SERVICE, store, work, { settings });
}

/** @param forMs how long the idle server, and saves while nothing is due, are measured (ms) */
async function measureWith(pushOrigin: string, store: Store, forMs: number): Promise<Outcome> {
  // The server's clock is ahead of this process's clock, so that the due minute begins soon.
  const dueAt = (Math.floor(Date.now() / MINUTE_MS) + 60) * MINUTE_MS;
  const plan = { count: PEOPLE, dueAtOnce: DUE_AT_ONCE, dueAt, origin: pushOrigin };
  const secrets = loadSecrets(store.dataDir);
  const people = await inDatabase(store, (db) => addReminded(db, secrets, plan));
  // People with a reminder in the due minute save nothing, because a saved form would cancel the reminder.
  const others = people.slice(DUE_AT_ONCE);
  const due = Date.now() + SETTLE_MS + 2 * forMs;
  const work = async ({ url, pid }: Program): Promise<Outcome> => {
    await pause(SETTLE_MS);
    const processorBefore = processorMs(pid);
    const begun = Date.now();
    await pause(forMs);
    const idle = (100 * (processorMs(pid) - processorBefore)) / (Date.now() - begun);
    let lastAt = Number.NaN;
    const saving = atRate(url, SAVES_A_SECOND, savesOf(others), () => lastAt > 0);
    const savedFrom = Date.now();
    lastAt = await lastMessage(pushOrigin);
    const saves = await saving;
    const p99 = (from: number, to: number) =>
      percentile(
        saves.filter(({ at }) => from <= at && at < to).map(({ ms }) => ms),
        99,
      );
    const [before, meanwhile] = [p99(savedFrom, due), p99(due, lastAt)];
    return { idle, sentIn: (lastAt - due) / 1000, before, meanwhile };
  };
  const parameters = [String(dueAt - due), '1'];
  const settings = { PUSH_ORIGIN: pushOrigin };
  return await withServer(OURS_AHEAD, store, work, { parameters, settings });
}

/** The people save in turn. */
function savesOf(people: readonly Person[]): (index: number) => Request {
  return (index) => save(people[index % people.length] as Person);
}

/** Waits until all messages of the due minute have arrived. @returns when the last one arrived (ms since 1970) */
async function lastMessage(pushOrigin: string): Promise<number> {
  const begun = Date.now();
  for (;;) {
    const { body } = await request(pushOrigin);
    const { accepted, lastAt } = (await body.json()) as { accepted: number; lastAt: number };
    if (accepted === DUE_AT_ONCE) return lastAt;
    if (accepted > DUE_AT_ONCE || Date.now() > begun + PATIENCE_MS) {
      throw new Error(`${accepted} messages were sent instead of ${DUE_AT_ONCE}`);
    }
    await pause(100);
  }
}

function rowsOf(engine: string, outcomes: readonly Outcome[]): Measurement[] {
  const valuesOf = (value: (outcome: Outcome) => number) =>
    outcomes.map((outcome) => ({ ours: value(outcome) }));
  return [
    {
      figure: `reminders of ${DUE_AT_ONCE} of ${PEOPLE} people in one minute, until the last is sent, ${engine}`,
      unit: 's',
      rounds: valuesOf(({ sentIn }) => sentIn),
      aim: ['value', 'at most', 60],
    },
    {
      figure: `${SAVES_A_SECOND} saves a second meanwhile, p99, ${engine}`,
      unit: 'ms',
      reference: 'while nothing is due',
      rounds: outcomes.map(({ meanwhile, before }) => ({ ours: meanwhile, reference: before })),
    },
    {
      figure: `the difference of these, ${engine}`,
      unit: 'ms',
      rounds: valuesOf(({ meanwhile, before }) => meanwhile - before),
      aim: ['value', 'at most', 10],
    },
    {
      figure: `processor time while nothing is due, of a core, ${engine}`,
      unit: '%',
      rounds: canReadProcessorTime() ? valuesOf(({ idle }) => idle) : [],
      aim: ['value', 'at most', 1],
    },
  ];
}
