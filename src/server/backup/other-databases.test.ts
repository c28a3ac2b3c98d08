import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import { loadSecrets } from '../platform/secrets.ts';
import { newPlace, type Place } from '../testing/databases.ts';
import { expectUnchanged, placeOfTime } from '../testing/migrating.ts';
import { TIME_ZONE } from '../testing/time-zone.ts';
import { moveToPostgres } from './move.ts';
import { restoreBackup } from './restore.ts';
import { writeBackup } from './write.ts';

/** Backs up and moves databases that this version did not create. */

async function expectNeither(place: Place, message: string) {
  loadSecrets(place.dataDir);
  const path = join(place.dataDir, 'none.backup');
  await expect(writeBackup({ ...place, backupKey: undefined }, path)).rejects.toThrow(message);
  const { databaseUrl } = await newPlace('PostgreSQL');
  const moving = moveToPostgres({ dataDir: place.dataDir, databaseUrl, timeZone: TIME_ZONE });
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

it('a restore migrates a backup of an earlier version', async () => {
  const { place, tables } = await placeOfTime('SQLite', '0003-forms');
  loadSecrets(place.dataDir);
  const path = join(place.dataDir, 'old.backup');
  await writeBackup({ ...place, backupKey: undefined }, path);
  const target = await newPlace('SQLite');
  await restoreBackup({ ...target, backupKey: undefined, timeZone: TIME_ZONE }, path);
  await expectUnchanged(target, tables);
});
