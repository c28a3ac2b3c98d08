import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { Client, type Dispatcher, Pool } from 'undici';
import { DAY_MS } from '../../src/domain/zone.ts';
import { NOTES, type Person, SYMPTOMS } from './data.ts';
import { percentile } from './figure.ts';

export type Request = Omit<Dispatcher.RequestOptions, 'origin'>;

export interface Load {
  readonly url: string;
  /** Each person has one connection, and sends the next request as soon as the last one is answered. */
  readonly people: readonly Person[];
  readonly requestOf: (person: Person) => Request;
  /** How long requests are measured (ms). */
  readonly forMs: number;
  /** How long requests are sent before the measurement (ms). */
  readonly warmUpMs: number;
}

export interface Outcome {
  readonly perSecond: number;
  /** Percentiles of the time from sending a request to receiving its whole answer (ms). */
  readonly p50: number;
  readonly p99: number;
}

export async function generate(load: Load): Promise<Outcome> {
  const { url, people, requestOf, forMs, warmUpMs } = load;
  const begin = performance.now() + warmUpMs;
  const end = begin + forMs;
  const times: number[] = [];
  await Promise.all(
    people.map(async (person) => {
      const client = new Client(url);
      while (performance.now() < end) {
        const sent = performance.now();
        const { statusCode, body } = await client.request(requestOf(person));
        const answer = await body.text();
        if (statusCode !== 200) throw new Error(`Answered with ${statusCode}: ${answer}`);
        const answered = performance.now();
        // A request counts at the time of its answer. Otherwise requests that begin in the warm-up would not count.
        if (answered >= begin && answered <= end) times.push(answered - sent);
      }
      await client.close();
    }),
  );
  const [p50, p99] = [percentile(times, 50), percentile(times, 99)];
  return { perSecond: (times.length * 1000) / forMs, p50, p99 };
}

/** The time for which a request was scheduled (`Date.now()`), and the time from then until its whole answer (ms). */
export interface Timed {
  readonly at: number;
  readonly ms: number;
}

/**
 * Sends requests at a steady rate until `isOver`. No request waits for the answer to another. So if the server pauses,
 * all requests of the pause are delayed.
 */
export async function atRate(
  url: string,
  perSecond: number,
  requestOf: (index: number) => Request,
  isOver: () => boolean,
): Promise<Timed[]> {
  const pool = new Pool(url, { pipelining: 1 });
  const begun = Date.now();
  const answers: Promise<Timed>[] = [];
  for (let index = 0; !isOver(); index += 1) {
    const at = begun + (index * 1000) / perSecond;
    await pause(Math.max(at - Date.now(), 0));
    const sent = performance.now();
    const late = Date.now() - at;
    const answered = pool.request(requestOf(index)).then(async ({ statusCode, body }) => {
      const answer = await body.text();
      if (statusCode !== 200) throw new Error(`Answered with ${statusCode}: ${answer}`);
      return { at, ms: performance.now() - sent + late };
    });
    answers.push(answered);
  }
  const timed = await Promise.all(answers);
  await pool.close();
  return timed;
}

/** Reads the forms of the last 90 days from our server. */
export function read90({ userId, cookie }: Person): Request {
  const [from, to] = [Date.now() - 90 * DAY_MS, Date.now()].map((at) => new Date(at).toJSON());
  const query = new URLSearchParams({ userId, from: from ?? '', to: to ?? '' });
  return { method: 'GET', path: `/api/getUserForms?${query}`, headers: { cookie } };
}

/** Saves a form on our server. */
export function save({ userId, cookie }: Person): Request {
  const formData = Object.fromEntries(
    SYMPTOMS.map((name, index) => [`symptom${index + 1}`, { name, severity: 3, notes: NOTES }]),
  );
  return {
    method: 'POST',
    path: '/api/saveSymptomForm',
    headers: { cookie, 'content-type': 'application/json' },
    body: JSON.stringify({ userId, submissionId: randomUUID(), formData }),
  };
}
