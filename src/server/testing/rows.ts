import { sql } from 'kysely';
import type { Database } from '../platform/db/database.ts';
import type { TestApp, TestUser } from './app.ts';

type Row = Readonly<Record<string, unknown>>;

/** All rows of all the tables that the database has, whatever they are called. */
export async function everyRow(db: Database): Promise<Record<string, readonly Row[]>> {
  const tables = await db.introspection.getTables();
  const rows: Record<string, readonly Row[]> = {};
  for (const { name } of tables) {
    rows[name] = (await sql<Row>`select * from ${sql.table(name)}`.execute(db)).rows;
  }
  return rows;
}

/** All that the database holds, as text, and what is sealed there opened. */
export async function everyText({ context: { db, secrets } }: TestApp): Promise<string> {
  const rows = Object.values(await everyRow(db)).flat();
  const sealed = rows.flatMap((row) => (typeof row.sealed === 'string' ? [row.sealed] : []));
  return JSON.stringify([rows, sealed.map(secrets.open)]);
}

/** Makes of someone's account one without a password, as those have who came from a provider. */
export async function withoutPassword({ context: { db } }: TestApp, user: TestUser) {
  await db
    .updateTable('accounts')
    .set({ password_hash: '', email_proven: 1 })
    .where('user_id', '=', user.userId)
    .execute();
  return user;
}

/** Gives someone's account another way in, and tokens with it. */
export async function addProvider({ context: { db, secrets } }: TestApp, { userId }: TestUser) {
  await db
    .insertInto('identities')
    .values({
      issuer: 'https://id.example.org',
      subject: `subject of ${userId}`,
      user_id: userId,
      provider: 'google',
      created_at: 0,
    })
    .execute();
  await db
    .insertInto('provider_tokens')
    .values({ user_id: userId, provider: 'github', sealed: secrets.seal('{}') })
    .execute();
}

/** Turns on a spreadsheet for someone, without a visit, with a form that waits to be written to it. */
export async function addSpreadsheet({ context: { db } }: TestApp, { userId }: TestUser) {
  const fresh = { is_on: 1, spreadsheet_id: null, is_ready: 0, problem: '', legacy: '', tries: 0 };
  await db
    .insertInto('spreadsheets')
    .values({ user_id: userId, ...fresh, due_at: 0 })
    .execute();
  await db
    .insertInto('spreadsheet_rows')
    .values({ user_id: userId, form_number: 1, version: 1 })
    .execute();
}

/** How many other ways in, and tokens of them, someone's account has. */
export async function providersOf({ context: { db } }: TestApp, { userId }: TestUser) {
  const count = async (table: 'identities' | 'provider_tokens') =>
    (await db.selectFrom(table).select('user_id').where('user_id', '=', userId).execute()).length;
  return { identities: await count('identities'), tokens: await count('provider_tokens') };
}
