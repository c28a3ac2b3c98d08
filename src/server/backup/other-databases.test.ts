import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openBulk } from '../platform/db/bulk.ts';
import { openDatabase } from '../platform/db/database.ts';
import { loadSecrets } from '../platform/secrets.ts';
import { newPlace, openPlace, type Place } from '../testing/databases.ts';
import { moveToPostgres } from './move.ts';
import { restoreBackup } from './read.ts';
import { writeBackup } from './write.ts';

/** Backups of databases that are not as this version makes them. */

describe('of what is no database of the app', () => {
  const NOTHING = 'contains no data of Symptom Tracker';

  async function expectNeither(place: Place, message: string) {
    loadSecrets(place.dataDir);
    const path = join(place.dataDir, 'none.backup');
    await expect(writeBackup({ ...place, backupKey: undefined }, path)).rejects.toThrow(message);
    const { databaseUrl } = await newPlace('PostgreSQL');
    const moving = moveToPostgres({ dataDir: place.dataDir, databaseUrl });
    await expect(moving).rejects.toThrow(place.databaseUrl ? NOTHING : message);
    expect(await readdir(place.dataDir)).not.toContain('none.backup');
  }

  it.each(['SQLite', 'PostgreSQL'] as const)('nothing is made on a new %s', async (engine) => {
    await expectNeither(await newPlace(engine), NOTHING);
  });

  it('nothing is made of an empty file, or of another program’s', async () => {
    const empty = await newPlace('SQLite');
    await writeFile(join(empty.dataDir, 'symptom-tracker.db'), '');
    await expectNeither(empty, NOTHING);
    const foreign = await newPlace('SQLite');
    const file = new DatabaseSync(join(foreign.dataDir, 'symptom-tracker.db'));
    file.exec('create table bookmarks (address text)');
    file.close();
    await expectNeither(foreign, 'belongs to another program');
  });
});

describe('of a version before', () => {
  it.each(['SQLite', 'PostgreSQL'] as const)('is brought up to date on %s', async (engine) => {
    const old = await newPlace(engine);
    const onError = () => {};
    loadSecrets(old.dataDir);
    await (await openDatabase({ ...old, onError }, '0003-forms')).destroy();
    const connection = await openBulk(old);
    await connection.begin('writing');
    const account = { user_id: 'u', email: 'u@example.org', password_hash: '', created_at: 1 };
    await connection.insert('accounts', [account]);
    const profile = { first_name: '', last_name: '', birthday: '', biological_sex: '' };
    await connection.insert('profiles', [{ user_id: 'u', ...profile, created_at: 1 }]);
    const form = { user_id: 'u', form_number: 1, id: 'f', logged_at: 4711, version: 1 };
    await connection.insert('forms', [form]);
    await connection.commit();
    await connection.close();
    const path = join(old.dataDir, 'old.backup');
    await writeBackup({ ...old, backupKey: undefined }, path);

    const target = await newPlace(engine);
    await restoreBackup({ ...target, backupKey: undefined }, path);
    const db = await openPlace(target);
    onTestFinished(() => db.destroy());
    const forms = await db.selectFrom('forms').selectAll().execute();
    // 'entered_at' is of a later version, which takes it from the time of the form.
    expect(forms).toMatchObject([{ ...form, entered_at: 4711 }]);
  });
});
