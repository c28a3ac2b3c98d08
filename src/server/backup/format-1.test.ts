import { createHash } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { migrationNames } from '../platform/db/migrations.ts';
import { copyOfKey } from '../platform/secrets.ts';
import { newPlace } from '../testing/databases.ts';
import { expectUnchanged, latestName, placeOfTime } from '../testing/migrating.ts';
import { DAMAGED, expectUntouched, restore } from './testing/restoring.ts';

/** The former writer of format 1 wrote both files. Each contains one row of each table. */
const PLAIN = join(import.meta.dirname, 'testing/format-1-plain.backup');
const ENCRYPTED = join(import.meta.dirname, 'testing/format-1-encrypted.backup');
const KEY = 'a key of some length';
const SERVER_KEY = Buffer.alloc(32, 7).toString('base64url');

async function changed(path: string, change: (bytes: Buffer) => Buffer): Promise<string> {
  const { dataDir } = await newPlace('SQLite');
  const other = join(dataDir, 'changed.backup');
  await writeFile(other, change(await readFile(path)));
  return other;
}

it.each([
  ['PostgreSQL, not encrypted', PLAIN, undefined, migrationNames[8]],
  ['SQLite, encrypted, of an older version', ENCRYPTED, KEY, '0003-forms'],
])('a backup of %s is restored', async (_what, path, key, lastMigration = '') => {
  const target = await newPlace('SQLite');
  const rows = await restore(target, path, key);
  const { tables } = await placeOfTime('SQLite', lastMigration);
  // Migration 0010 moves the rows of these tables to `jobs`.
  const kept = tables.filter((table) => table !== 'mails' && table !== 'revocations');
  const counts: Record<string, number> = Object.fromEntries(
    kept.map((table) => [latestName(table), 1]),
  );
  // Migration 0019 also queues the day of the form.
  if ('spreadsheet_rows' in counts) counts.spreadsheet_rows = 2;
  expect(rows).toMatchObject(counts);
  await expectUnchanged(target, tables);
  expect(copyOfKey(target.dataDir)).toBe(SERVER_KEY);
  expect((await readdir(target.dataDir)).sort()).toEqual([
    'running.lock',
    'secret.key',
    'symptom-tracker.db',
  ]);
});

it.each([
  ['not encrypted', PLAIN, undefined],
  ['encrypted', ENCRYPTED, KEY],
])('a file that is %s is rejected wherever it is damaged', async (_what, path, key) => {
  const { length } = await readFile(path);
  for (const at of [0, 100, length >> 1, length - 40, length - 1]) {
    const damaged = await changed(path, (bytes) => bytes.fill(bytes.readUInt8(at) ^ 1, at, at + 1));
    await expectUntouched(damaged, at === 0 ? 'is not a backup' : DAMAGED, key);
  }
  for (const end of [10, 100, length >> 1, length - 1]) {
    const cut = await changed(path, (bytes) => bytes.subarray(0, end));
    await expectUntouched(cut, end === 10 ? 'is not a backup' : DAMAGED, key);
  }
});

it('a file is rejected if BACKUP_KEY is missing, wrong or not needed', async () => {
  await expectUntouched(ENCRYPTED, 'The backup is encrypted. Please set BACKUP_KEY');
  await expectUntouched(ENCRYPTED, 'BACKUP_KEY is not the key of this backup', `${KEY}!`);
  await expectUntouched(PLAIN, 'is not encrypted, though BACKUP_KEY is set', KEY);
});

it.each<[string, string, (text: string) => string]>([
  ['has half a key', DAMAGED, (text) => text.replace(/("secretKey":")[\w-]{20}/, '$1')],
  ['names another table', DAMAGED, (text) => text.replace('"table":"slots"', '"table":"cats"')],
  ['is newer', 'a newer version', (text) => text.replace('"],"secretKey', '","9999-later$&')],
])('a file that %s is rejected even if its checksum is right', async (_what, message, change) => {
  const path = await changed(PLAIN, (bytes) => {
    const start = bytes.indexOf('\n') + 1;
    const body = gzipSync(change(gunzipSync(bytes.subarray(start, -32)).toString()));
    const content = Buffer.concat([bytes.subarray(0, start), body]);
    return Buffer.concat([content, createHash('sha256').update(content).digest()]);
  });
  await expectUntouched(path, message);
});
