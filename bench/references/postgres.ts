import pg from 'pg';
import type { Rating } from '../../src/domain/rating.ts';
import { serveJson, settings } from './json-server.ts';
import * as statements from './statements.ts';

/** A reference server of bare `node:http` and `pg`, with our server's prepared statements and pool size. */

const names = new Map(Object.values(statements).map((text, index) => [text, `s${index}`]));
const pool = new pg.Pool({ connectionString: settings.DATABASE_URL, max: 10 });
const named = (text: string, ...values: unknown[]) => ({ name: names.get(text), text, values });

serveJson(async ({ path, cookie, body }) => {
  const now = Date.now();
  const tokenHash = statements.tokenHashOf(cookie);
  const { rows } = await pool.query(named(statements.FIND_SESSION, tokenHash, now));
  const { user_id: userId } = rows[0];
  return body ? await save(userId, body as statements.SaveBody, now) : await read(userId, path);
});

async function save(userId: string, form: statements.SaveBody, now: number): Promise<unknown> {
  await pool.query(named(statements.FIND_SLOTS, userId, userId));
  const client = await pool.connect();
  try {
    await client.query('begin');
    const counted = await client.query(named(statements.COUNT_FORM, 1, userId));
    const formNumber: number = counted.rows[0].last_form_number;
    const values = statements.formOf(userId, formNumber, form);
    await client.query(named(statements.ADD_FORM, ...values));
    await client.query(named(statements.FIND_MIRRORED, userId, 1));
    await client.query('commit');
    return {
      id: form.submissionId,
      formNumber,
      date: new Date(now).toISOString(),
      symptomData: form.formData,
    };
  } finally {
    client.release();
  }
}

async function read(userId: string, path: string): Promise<unknown> {
  const { searchParams } = new URL(path, 'http://localhost');
  const [from, to] = ['from', 'to'].map((name) => Date.parse(searchParams.get(name) ?? ''));
  await pool.query(named(statements.FIND_NAME, userId));
  const { rows } = await pool.query(
    named(statements.FIND_FORMS, userId, from, to, statements.FORMS_AT_MOST),
  );
  return rows.map(({ entry_id: id, number: formNumber, at, entered_at, version, fields }) => {
    const [date, enteredAt] = [at, entered_at].map((time) => new Date(Number(time)).toJSON());
    const { ratings }: { ratings: readonly Rating[] } = JSON.parse(fields);
    const symptoms = ratings.map(({ name }) => name);
    const entries = ratings.map(({ slot, ...rating }) => [`symptom${slot}`, rating]);
    const symptomData = Object.fromEntries(entries);
    const rowIndex = formNumber + 1;
    return { id, formNumber, date, enteredAt, symptoms, symptomData, version, rowIndex };
  });
}
