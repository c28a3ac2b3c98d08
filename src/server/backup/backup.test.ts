import { createWriteStream } from 'node:fs';
import {
  copyFile,
  mkdir,
  readdir,
  readFile,
  readlink,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { pipeline } from 'node:stream/promises';
import { createGzip, gunzipSync } from 'node:zlib';
import type { TarHeader } from 'modern-tar';
import { packTar, type TarSource } from 'modern-tar/fs';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { openBulk, ownTables } from '../platform/db/bulk.ts';
import { sqlitePath } from '../platform/db/connecting.ts';
import { copyOfKey, loadSecrets } from '../platform/secrets.ts';
import { freshUser, type TestUser, testApp } from '../testing/app.ts';
import {
  newMigratedPlace,
  newPlace,
  onSqlite,
  openPlace,
  type Place,
} from '../testing/databases.ts';
import { savedForm } from '../testing/entries.ts';
import { askForReset } from '../testing/outbox.ts';
import { addProvider, everyRow } from '../testing/rows.ts';
import { moveToPostgres } from './move.ts';
import { DAMAGED, expectUntouched, restore } from './testing/restoring.ts';
import { writeBackup } from './write.ts';

const KEY = 'a key of some length';
const MARK = 'Planted4711';

onSqlite((place) => {
  const test = testApp(place);
  let user: TestUser;
  let plain: string;
  let encrypted: string;
  let files = 0;

  beforeAll(async () => {
    user = await freshUser(test, ['Tremor', 'Stiffness', `Name ${MARK}`]);
    await addProvider(test, user);
    await askForReset(test, user);
    const entry = (notes: string) => ({ symptom1: { name: 'Tremor', severity: 4, notes } });
    for (let form = 1; form <= 20; form += 1) {
      await savedForm(
        user,
        entry(`${form}: ${MARK} "quoted" \\ \n ä 🙂 ${'and so on '.repeat(50)}`),
      );
    }
    const { browser, userId } = user;
    const edit = { ...entry('Edited'), formNumber: 3 };
    await browser.call('updateSymptoms', { userId, action: 'form', formData: edit });
    plain = await backup();
    encrypted = await backup(KEY);
  });

  function newFile(): string {
    files += 1;
    return join(place().dataDir, `${files}.backup`);
  }

  async function backup(key?: string): Promise<string> {
    const path = newFile();
    await writeBackup({ ...place(), backupKey: key }, path);
    return path;
  }

  async function contentOf(target: Place) {
    const db = await openPlace(target);
    onTestFinished(() => db.destroy());
    return await everyRow(db);
  }

  async function expectRestored(target: Place) {
    expect(await contentOf(target)).toEqual(await contentOf(place()));
    // With the same key, a server can decrypt the encrypted values in the rows.
    expect(copyOfKey(target.dataDir)).toBe(copyOfKey(place().dataDir));
  }

  it.each([
    ['not encrypted', undefined],
    ['encrypted', KEY],
  ])('a restore from a file that is %s brings back every row', async (_what, key) => {
    const before = await contentOf(place());
    for (const table of ['accounts', 'profiles', 'slots', 'entries', 'former_entries']) {
      expect(before[table]?.length, table).toBeGreaterThan(0);
    }
    const target = await newPlace('SQLite');
    await restore(target, key ? encrypted : plain, key);
    await expectRestored(target);
  });

  it('only its owner can read a backup, which leaves no other file and overwrites none', async () => {
    const before = await readdir(place().dataDir);
    const path = await backup();
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect(await readdir(place().dataDir)).toHaveLength(before.length + 1);
    await expect(writeBackup({ ...place(), backupKey: undefined }, path)).rejects.toThrow(
      `${path} is there already. Please choose another name.`,
    );
  });

  it('one of two concurrent backups to the same name succeeds, with a complete file', async () => {
    const path = newFile();
    const writing = [1, 2].map(() => writeBackup({ ...place(), backupKey: undefined }, path));
    const ends = await Promise.allSettled(writing);
    expect(ends.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const target = await newPlace('SQLite');
    await restore(target, path);
    await expectRestored(target);
  });

  it('the error names a file that cannot be written', async () => {
    const path = join(place().dataDir, 'nowhere', 'one.backup');
    await expect(writeBackup({ ...place(), backupKey: undefined }, path)).rejects.toThrow(
      `${path} cannot be written: ENOENT`,
    );
  });

  it('a backup follows no link and overwrites no existing file', async () => {
    const path = newFile();
    const victim = join(place().dataDir, 'victim');
    await writeFile(victim, 'precious');
    await symlink(victim, `${path}.part`);
    await writeBackup({ ...place(), backupKey: undefined }, path);
    expect(await readFile(victim, 'utf8')).toBe('precious');

    const dangling = `${path}.dangling`;
    await symlink(`${path}.nowhere`, dangling);
    const writing = writeBackup({ ...place(), backupKey: undefined }, dangling);
    await expect(writing).rejects.toThrow('is there already');
    expect(await readlink(dangling)).toBe(`${path}.nowhere`);
  });

  describe('a damaged or wrong file', () => {
    async function expectChangedRefused(
      path: string,
      message: string,
      change: (bytes: Buffer) => Buffer,
      key?: string,
    ) {
      const changed = `${path}.changed`;
      await writeFile(changed, change(await readFile(path)));
      await expectUntouched(changed, message, key);
    }

    const turned = (at: number) => (bytes: Buffer) =>
      bytes.fill(bytes.readUInt8(at) ^ 1, at, at + 1);

    /** False if a changed bit of a compressed file leaves its content as it is, as among the zeros of empty pages. */
    function isDamaged(bytes: Buffer, content: Buffer, at: number): boolean {
      try {
        return !gunzipSync(turned(at)(Buffer.from(bytes))).equals(content);
      } catch {
        return true;
      }
    }

    it('is rejected before anything is changed, wherever the damage is', async () => {
      const bytes = await readFile(plain);
      const [size, content] = [bytes.length, gunzipSync(bytes)];
      for (let part = 0; part < 20; part += 1) {
        let at = Math.floor((part / 19) * (size - 1));
        while (!isDamaged(bytes, content, at)) at -= 1;
        await expectChangedRefused(plain, at < 2 ? 'is not a backup' : DAMAGED, turned(at));
      }
      for (const length of [0, 1, 10, 60, size >> 1, size - 1]) {
        const message = length < 2 ? 'is not a backup' : DAMAGED;
        await expectChangedRefused(plain, message, (bytes) => bytes.subarray(0, length));
      }
    });

    it.each<[string, (bytes: Buffer) => Buffer]>([
      ['changed', (bytes) => turned(bytes.length >> 1)(bytes)],
      ['truncated', (bytes) => bytes.subarray(0, -20)],
    ])('is rejected if someone without the key has %s it', async (_what, change) => {
      await expectChangedRefused(encrypted, DAMAGED, change, KEY);
    });

    it('is rejected if it is not encrypted although BACKUP_KEY is set', async () => {
      await expectUntouched(plain, 'is not encrypted, though BACKUP_KEY is set', KEY);
    });

    it('is rejected if it is not a backup, is a folder, or does not exist', async () => {
      await expectUntouched(import.meta.filename, 'is not a backup of Symptom Tracker.');
      await expectUntouched(place().dataDir, 'The backup cannot be read: EISDIR');
      await expectUntouched(join(place().dataDir, 'nowhere'), 'The backup cannot be read: ENOENT');
    });

    describe('even if it is complete', () => {
      async function archive(...entries: TarSource[]): Promise<string> {
        const path = newFile();
        // `packTar` rejects a target outside the folder, so the targets contain 'UP', which `map` then replaces by
        // '..'.
        const map = (header: TarHeader) => ({ ...header, name: header.name.replace('UP', '..') });
        await pipeline(packTar(entries, { map }), createGzip(), createWriteStream(path));
        return path;
      }

      /** The database file of a new DATA_DIR, after one more SQL statement. */
      async function databaseAfter(statement: string): Promise<TarSource> {
        const { dataDir } = await newMigratedPlace('SQLite');
        const file = new DatabaseSync(sqlitePath(dataDir));
        file.exec(statement);
        file.close();
        return { type: 'file', source: sqlitePath(dataDir), target: 'symptom-tracker.db' };
      }

      const key = (): TarSource => ({
        type: 'content',
        content: copyOfKey(place().dataDir),
        target: 'secret.key',
      });

      it('is rejected if it lacks the key or the database', async () => {
        await expectUntouched(await archive(await databaseAfter('')), DAMAGED);
        await expectUntouched(await archive(key()), 'unable to open database file');
        const content = 'Dear diary, '.repeat(1000);
        const noDatabase: TarSource = { type: 'content', content, target: 'symptom-tracker.db' };
        await expectUntouched(await archive(key(), noDatabase), DAMAGED);
      });

      it('is rejected if the database is another program’s or a newer version’s', async () => {
        const foreign = await databaseAfter('drop table kysely_migration');
        await expectUntouched(await archive(key(), foreign), DAMAGED);
        const newer = await databaseAfter("insert into kysely_migration values ('9999-later', '')");
        await expectUntouched(
          await archive(key(), newer),
          'was made by a newer version of Symptom Tracker. Nothing was changed.',
        );
      });

      it('only its key and its database are unpacked', async () => {
        const others = ['UP/planted', 'planted/secret.key', 'running.lock/planted'];
        const planted = others.map((target) => ({ ...key(), target }));
        const path = await archive(...planted, key(), await databaseAfter(''));
        const target = await newPlace('SQLite');
        await restore(target, path);
        const names = await readdir(target.dataDir);
        expect(names.sort()).toEqual(['running.lock', 'secret.key', 'symptom-tracker.db']);
      });
    });
  });

  it('a backup with a key is encrypted: it contains no text that a person entered', async () => {
    const bytes = await readFile(encrypted);
    for (const text of [MARK, user.email, user.userId, 'accounts', 'Tremor']) {
      expect(bytes.includes(text)).toBe(false);
    }
    // A file that is compressed and not encrypted would not contain the texts either, but it would contain gzip's first
    // bytes.
    const start = bytes.subarray(0, 200);
    expect(start.includes(Buffer.from([0x1f, 0x8b, 0x08]))).toBe(false);
  });

  it('a restore does not replace existing accounts', async () => {
    const before = await contentOf(place());
    await expect(restore(place(), plain)).rejects.toThrow(
      'There are accounts in the database already',
    );
    expect(await contentOf(place())).toEqual(before);
  });

  it('a restore is rejected if the folder has the key of another database', async () => {
    const target = await newPlace('SQLite');
    loadSecrets(target.dataDir);
    const key = await readFile(join(target.dataDir, 'secret.key'), 'utf8');
    await expect(restore(target, plain)).rejects.toThrow(
      'secret.key differs from the backup’s key and was not changed',
    );
    expect((await readdir(target.dataDir)).sort()).toEqual(['running.lock', 'secret.key']);
    expect(await readFile(join(target.dataDir, 'secret.key'), 'utf8')).toBe(key);
  });

  it('a backup and a move are rejected if the key is missing, and no key is created', async () => {
    const dataDir = join(place().dataDir, 'wrong');
    const path = join(place().dataDir, 'keyless.backup');
    await mkdir(dataDir);
    for (const end of ['', '-wal']) {
      await copyFile(sqlitePath(place().dataDir) + end, sqlitePath(dataDir) + end);
    }
    const missing = `${join(dataDir, 'secret.key')} is missing. It is the key`;
    const writing = writeBackup({ dataDir, databaseUrl: undefined, backupKey: undefined }, path);
    await expect(writing).rejects.toThrow(missing);
    const { databaseUrl } = await newPlace('PostgreSQL');
    await expect(moveToPostgres({ dataDir, databaseUrl })).rejects.toThrow(missing);
    expect(await readdir(dataDir)).not.toContain('secret.key');
    expect(await readdir(place().dataDir)).not.toContain('keyless.backup');
  });

  it('a restore replaces a database without accounts, even with the WAL of a killed server', async () => {
    const running = await newPlace('SQLite');
    const db = await openPlace(running);
    onTestFinished(() => db.destroy());
    await db
      .insertInto('attempts')
      .values({ limit_key: 'k', tries: '[1]', expires_at: 1 })
      .execute();
    const target = await newPlace('SQLite');
    for (const end of ['', '-wal']) {
      await copyFile(sqlitePath(running.dataDir) + end, sqlitePath(target.dataDir) + end);
    }
    await restore(target, plain);
    await expectRestored(target);
  });

  it('`ownTables` knows every table of the schema', async () => {
    const connection = await openBulk(place());
    onTestFinished(() => connection.close());
    await connection.begin('reading');
    const { own, others } = await ownTables(connection);
    expect(others).toEqual([]);
    const inDatabase = Object.keys(await everyRow(test.context.db));
    expect([...own].map(String).sort()).toEqual(
      inDatabase.filter((name) => !name.startsWith('kysely')).sort(),
    );
  });
});
