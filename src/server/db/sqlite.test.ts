import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openPlace } from '../testing/databases.ts';
import type { Database } from './database.ts';

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
  // FULL: what was answered is on disk.
  ['synchronous', 2],
  ['foreign_keys', 1],
  // What is deleted is overwritten.
  ['secure_delete', 1],
])('the app’s own connection has %s = %s', async (pragma, value) => {
  const { rows } = await sql.raw<Record<string, unknown>>(`pragma ${pragma}`).execute(db);
  expect(Object.values(rows[0] ?? {})).toEqual([value]);
});
