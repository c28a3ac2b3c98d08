import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openPlace } from '../../testing/databases.ts';
import { sqlitePath } from './connecting.ts';
import { type Database, ping } from './database.ts';

let dataDir: string;
let db: Database;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'symptom-tracker-'));
  db = await openPlace({ engine: 'SQLite', dataDir, databaseUrl: undefined });
});

afterAll(async () => {
  await db.destroy();
  await rm(dataDir, { recursive: true, force: true });
});

it.each([
  ['journal_mode', 'wal'],
  // FULL: a confirmed save is on disk.
  ['synchronous', 2],
  ['foreign_keys', 1],
  // Deleted data is overwritten.
  ['secure_delete', 1],
])('the app’s own connection has %s = %s', async (pragma, value) => {
  const { rows } = await sql.raw<Record<string, unknown>>(`pragma ${pragma}`).execute(db);
  expect(Object.values(rows[0] ?? {})).toEqual([value]);
});

it('keeps nothing of a transaction that continued after the database had rolled it back', async () => {
  const add = async (trx: Database, name: string, password_hash = '') => {
    const account = { user_id: name, email: name, password_hash, created_at: 0, email_proven: 0 };
    await trx.insertInto('accounts').values(account).execute();
  };
  const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(db);
  await sql`pragma max_page_count = ${sql.lit((rows[0]?.page_count ?? 0) + 2)}`.execute(db);
  const ended = db.transaction().execute(async (trx) => {
    await add(trx, 'before');
    await add(trx, 'large', 'x'.repeat(1_000_000)).catch(() => {});
    await add(trx, 'after');
  });
  await expect(ended).rejects.toThrow('full');
  await sql`pragma max_page_count = 1000000000`.execute(db);
  expect(await db.selectFrom('accounts').select('user_id').execute()).toEqual([]);
});

it('pings the database without waiting for a writer', async () => {
  const other = new DatabaseSync(sqlitePath(dataDir));
  other.exec('begin immediate');
  await ping(db);
  other.close();
});
