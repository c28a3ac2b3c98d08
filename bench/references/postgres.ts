import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { serveJson, settings } from './json-server.ts';
import {
  ADD_FORM,
  ADD_RATINGS,
  COUNT_FORM,
  FIND_FORMS,
  FIND_PAST,
  FIND_PERSON,
  FIND_SESSION,
  FIND_SLOTS,
  formsOf,
  QUEUE_FORM,
  type Row,
  ratingsOf,
  type SaveBody,
  tokenHashOf,
} from './statements.ts';

/** Bare `node:http` and `pg`, with the same statements, and as many connections. */

const pool = new pg.Pool({ connectionString: settings.DATABASE_URL, max: 10 });

serveJson(async ({ path, cookie, body }) => {
  const now = Date.now();
  const found = await pool.query(FIND_SESSION, [tokenHashOf(cookie), now]);
  const userId: string = found.rows[0].user_id;
  await pool.query(FIND_PERSON, [userId]);
  return body ? await save(userId, body as SaveBody, now) : await read(userId, path);
});

async function save(userId: string, form: SaveBody, now: number): Promise<unknown> {
  await pool.query(FIND_SLOTS, [userId]);
  await pool.query(FIND_PAST, [userId]);
  const id = randomUUID();
  const client = await pool.connect();
  try {
    await client.query('begin');
    const counted = await client.query(COUNT_FORM, [userId]);
    const formNumber: number = counted.rows[0].last_form_number;
    await client.query(ADD_FORM, [userId, formNumber, id, form.submissionId, now, now]);
    await client.query(ADD_RATINGS, [userId, formNumber, ...ratingsOf(form)]);
    await client.query(QUEUE_FORM, [userId, formNumber]);
    await client.query('commit');
    return { id, formNumber, date: new Date(now).toISOString(), symptomData: form.formData };
  } finally {
    client.release();
  }
}

async function read(userId: string, path: string): Promise<unknown> {
  const { searchParams } = new URL(path, 'http://localhost');
  const [from, to] = ['from', 'to'].map((name) => Date.parse(searchParams.get(name) ?? ''));
  const { rows } = await pool.query<Row>(FIND_FORMS, [userId, from, to]);
  return formsOf(rows);
}
