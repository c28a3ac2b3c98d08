import { sql } from 'kysely';
import { setMirrored } from '../entries/queries/changes.ts';
import type { Database } from '../platform/db/database.ts';
import { freshUser, type TestApp, type TestUser } from './app.ts';

type Row = Readonly<Record<string, unknown>>;

/** All rows of all tables in the database. */
export async function everyRow(db: Database): Promise<Record<string, readonly Row[]>> {
  const tables = await db.introspection.getTables();
  const rows: Record<string, readonly Row[]> = {};
  for (const { name } of tables) {
    rows[name] = (await sql<Row>`select * from ${sql.table(name)}`.execute(db)).rows;
  }
  return rows;
}

/** All rows of the database as text, followed by the decrypted values of the `sealed` columns. */
export async function everyText({ context: { db, secrets } }: TestApp): Promise<string> {
  const rows = Object.values(await everyRow(db)).flat();
  const sealed = rows.flatMap((row) => (typeof row.sealed === 'string' ? [row.sealed] : []));
  return JSON.stringify([rows, sealed.map(secrets.open)]);
}

/** A new user whose address is proven. */
export async function provenUser(test: TestApp, symptoms: string[] = []): Promise<TestUser> {
  const user = await freshUser(test, symptoms);
  await proveAddress(test, user);
  return user;
}

/** Marks the address of a user as proven. */
export async function proveAddress({ context: { db } }: TestApp, { userId }: TestUser) {
  await db.updateTable('accounts').set({ email_proven: 1 }).where('user_id', '=', userId).execute();
}

/** Makes the account look as if a provider had created it: no password, and the email is proven. */
export async function withoutPassword({ context: { db } }: TestApp, user: TestUser) {
  await db
    .updateTable('accounts')
    .set({ password_hash: '', email_proven: 1 })
    .where('user_id', '=', user.userId)
    .execute();
  return user;
}

/** Adds an identity at Google and tokens of GitHub to a user's account. */
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

/** Turns on a spreadsheet without an OAuth flow, with a form that waits to be written. */
export async function addSpreadsheet({ context: { db } }: TestApp, { userId }: TestUser) {
  const fresh = { is_on: 1, spreadsheet_id: null, is_ready: 0, problem: '', legacy: '', tries: 0 };
  await db
    .insertInto('spreadsheets')
    .values({ user_id: userId, ...fresh, due_at: 0 })
    .execute();
  await db.transaction().execute((trx) => setMirrored(trx, userId, true));
}

/** How many provider identities and tokens an account has. */
export async function providersOf({ context: { db } }: TestApp, { userId }: TestUser) {
  const count = async (table: 'identities' | 'provider_tokens') =>
    (await db.selectFrom(table).select('user_id').where('user_id', '=', userId).execute()).length;
  return { identities: await count('identities'), tokens: await count('provider_tokens') };
}
