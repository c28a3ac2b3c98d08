import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { loadSecrets } from '../platform/secrets.ts';
import { newPlace, openPlace, type Place } from '../testing/databases.ts';
import { moveToPostgres } from './move.ts';
import { writeBackup } from './write.ts';

/** Backs up and moves databases that this version did not create. */

async function expectNeither(place: Place, message: string) {
  loadSecrets(place.dataDir);
  const path = join(place.dataDir, 'none.backup');
  await expect(writeBackup({ ...place, backupKey: undefined }, path)).rejects.toThrow(message);
  const { databaseUrl } = await newPlace('PostgreSQL');
  const moving = moveToPostgres({ dataDir: place.dataDir, databaseUrl });
  await expect(moving).rejects.toThrow(message);
  expect(await readdir(place.dataDir)).not.toContain('none.backup');
}

it('a backup and a move are rejected if the file is missing, empty or another program’s', async () => {
  const NOTHING = 'contains no data of Symptom Tracker';
  await expectNeither(await newPlace('SQLite'), NOTHING);
  const empty = await newPlace('SQLite');
  await writeFile(join(empty.dataDir, 'symptom-tracker.db'), '');
  await expectNeither(empty, NOTHING);
  const foreign = await newPlace('SQLite');
  const file = new DatabaseSync(join(foreign.dataDir, 'symptom-tracker.db'));
  file.exec('create table bookmarks (address text)');
  file.close();
  await expectNeither(foreign, 'belongs to another program');
});

it('a backup and a move are rejected if an earlier build made the file', async () => {
  const earlier = await newPlace('SQLite');
  const db = await openPlace(earlier);
  await sql`update kysely_migration set name = '0001-accounts' where name like '0001-%'`.execute(
    db,
  );
  await db.destroy();
  await expectNeither(earlier, 'was made by an earlier build');
});
