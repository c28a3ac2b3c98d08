import { randomUUID } from 'node:crypto';
import pg from 'pg';
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
  const id = randomUUID();
  const client = await pool.connect();
  try {
    await client.query('begin');
    const counted = await client.query(named(statements.COUNT_FORM, 1, userId));
    const formNumber: number = counted.rows[0].last_form_number;
    const values = [userId, formNumber, id, form.submissionId, now, now, 1];
    await client.query(named(statements.ADD_FORM, ...values));
    const ratings = statements.ratingsOf(userId, formNumber, form);
    await client.query(named(statements.ADD_RATINGS, ...ratings));
    await client.query(named(statements.FIND_MIRRORED, userId, 1));
    await client.query('commit');
    return { id, formNumber, date: new Date(now).toISOString(), symptomData: form.formData };
  } finally {
    client.release();
  }
}

async function read(userId: string, path: string): Promise<unknown> {
  const { searchParams } = new URL(path, 'http://localhost');
  const [from, to] = ['from', 'to'].map((name) => Date.parse(searchParams.get(name) ?? ''));
  await pool.query(named(statements.FIND_NAME, userId));
  const { rows } = await pool.query(
    named(statements.FIND_FORMS, userId, from, to, statements.FORMS_AT_MOST, userId),
  );
  return [...Map.groupBy(rows, (row) => row.form_number).values()].map((ratings) => {
    const { id, form_number: formNumber, logged_at, entered_at, version } = ratings[0];
    const [date, enteredAt] = [logged_at, entered_at].map((at) => new Date(Number(at)).toJSON());
    const symptoms = ratings.map(({ name }) => name);
    const entries = ratings.map(({ slot, name, severity, notes }) => [
      `symptom${slot}`,
      { name, severity, notes },
    ]);
    const symptomData = Object.fromEntries(entries);
    const rowIndex = formNumber + 1;
    return { id, formNumber, date, enteredAt, symptoms, symptomData, version, rowIndex };
  });
}
