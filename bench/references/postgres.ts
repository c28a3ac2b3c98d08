import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { serveJson, settings } from './json-server.ts';
import {
  ADD_FORM,
  ADD_RATINGS,
  BEGIN,
  COUNT_FORM,
  FIND_FORMS,
  FIND_NAME,
  FIND_SESSION,
  FIND_SLOTS,
  FORMS_AT_MOST,
  formsOf,
  QUEUE_FORM,
  type Row,
  ratingsOf,
  type SaveBody,
  tokenHashOf,
} from './statements.ts';

/** Bare `node:http` and `pg`: the same statements, prepared by name as ours are, and as many connections. */

const NAMED = [
  ...[FIND_SESSION, FIND_SLOTS, COUNT_FORM, ADD_FORM, ADD_RATINGS, QUEUE_FORM],
  ...[FIND_NAME, FIND_FORMS],
];
const names = new Map(NAMED.map((text, index) => [text, `s${index}`]));
const pool = new pg.Pool({ connectionString: settings.DATABASE_URL, max: 10 });

serveJson(async ({ path, cookie, body }) => {
  const now = Date.now();
  const found = await pool.query(named(FIND_SESSION, [tokenHashOf(cookie), now]));
  const userId: string = found.rows[0].userid;
  return body ? await save(userId, body as SaveBody, now) : await read(userId, path);
});

async function save(userId: string, form: SaveBody, now: number): Promise<unknown> {
  await pool.query(named(FIND_SLOTS, [userId, userId]));
  const id = randomUUID();
  const client = await pool.connect();
  try {
    await client.query(BEGIN);
    const counted = await client.query(named(COUNT_FORM, [1, userId]));
    const formNumber: number = counted.rows[0].formnumber;
    await client.query(named(ADD_FORM, [userId, formNumber, id, form.submissionId, now, now, 1]));
    await client.query(named(ADD_RATINGS, ratingsOf(userId, formNumber, form)));
    await client.query(named(QUEUE_FORM, [userId, 1, formNumber]));
    await client.query('commit');
    return { id, formNumber, date: new Date(now).toISOString(), symptomData: form.formData };
  } finally {
    client.release();
  }
}

async function read(userId: string, path: string): Promise<unknown> {
  const { searchParams } = new URL(path, 'http://localhost');
  const [from, to] = ['from', 'to'].map((name) => Date.parse(searchParams.get(name) ?? ''));
  await pool.query(named(FIND_NAME, [userId]));
  const { rows } = await pool.query<Row>(
    named(FIND_FORMS, [userId, from, to, FORMS_AT_MOST, userId]),
  );
  return formsOf(rows);
}

function named(text: string, values: unknown[]): pg.QueryConfig {
  return { name: names.get(text), text, values };
}
