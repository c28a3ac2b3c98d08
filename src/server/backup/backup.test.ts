import { createHash } from 'node:crypto';
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
import { gunzipSync, gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { openBulk, ownTables } from '../platform/db/bulk.ts';
import { sumOf } from '../platform/db/load.ts';
import { Refusal } from '../platform/refusal.ts';
import { copyOfKey, loadSecrets } from '../platform/secrets.ts';
import { freshUser, type TestUser, testApp } from '../testing/app.ts';
import { newPlace, onEveryDatabase, openPlace, type Place } from '../testing/databases.ts';
import { formsOf, savedForm } from '../testing/entries.ts';
import { askForReset } from '../testing/outbox.ts';
import { addProvider, everyRow } from '../testing/rows.ts';
import { moveToPostgres } from './move.ts';
import { restoreBackup } from './read.ts';
import { writeBackup } from './write.ts';

const KEY = 'a key of some length';
const MARK = 'Planted4711';
const CHECKSUM_BYTES = 32;
const HEADER = /^Symptom Tracker backup 1 (plain|encrypted [0-9a-f]{32})\n/;

onEveryDatabase((place, onlyOnce) => {
  const test = testApp(place);
  let user: TestUser;
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
  });

  async function backup(key?: string): Promise<string> {
    files += 1;
    const path = join(place().dataDir, `${files}.backup`);
    await writeBackup({ ...place(), backupKey: key }, path);
    return path;
  }

  const restore = (target: Place, path: string, key?: string) =>
    restoreBackup({ ...target, backupKey: key }, path);

  /** Everything that a database holds, in an order that both engines share. */
  async function contentOf(target: Place) {
    const db = await openPlace(target);
    onTestFinished(() => db.destroy());
    const tables = Object.entries(await everyRow(db)).filter(
      ([name]) => !name.startsWith('kysely'),
    );
    return Object.fromEntries(
      tables.map(([name, rows]) => [name, rows.map((row) => JSON.stringify(sorted(row))).sort()]),
    );
  }

  it.each(['SQLite', 'PostgreSQL'] as const)(
    'restored on %s, everything is the same',
    async (engine) => {
      const before = await contentOf(place());
      for (const table of ['accounts', 'profiles', 'slots', 'forms', 'ratings', 'former_ratings']) {
        expect(before[table]?.length, table).toBeGreaterThan(0);
      }
      const target = await newPlace(engine);
      await restore(target, await backup());
      expect(await contentOf(target)).toEqual(before);
      // What is sealed in the rows can be opened there too.
      expect(copyOfKey(target.dataDir)).toBe(copyOfKey(place().dataDir));
    },
  );

  it('sees one moment, and a save does not wait for it', async () => {
    const snapshot = await openBulk(place());
    onTestFinished(() => snapshot.close());
    await snapshot.begin('reading');
    const before = await sumOf(snapshot, 'forms');
    expect(await savedForm(user)).toMatchObject({ formNumber: before.rows + 1 });
    expect((await formsOf(user)).length).toBe(before.rows + 1);
    expect((await sumOf(snapshot, 'forms')).digest).toBe(before.digest);
  });

  it('is a file for its owner alone, and has its name only when it is whole', async () => {
    const path = await backup();
    expect((await stat(path)).mode & 0o077).toBe(0);
    expect((await readdir(place().dataDir)).filter((name) => name.endsWith('.part'))).toEqual([]);
    await expect(writeBackup({ ...place(), backupKey: undefined }, path)).rejects.toThrow(
      `${path} is there already. Please choose another name.`,
    );
  });

  it('is one whole file where two are made under one name at once', async () => {
    const path = join(place().dataDir, 'twice.backup');
    const keys = [undefined, KEY];
    const ends = await Promise.allSettled(
      keys.map((backupKey) => writeBackup({ ...place(), backupKey }, path)),
    );
    expect(ends.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const target = await newPlace('SQLite');
    await restore(target, path, keys[ends.findIndex(({ status }) => status === 'fulfilled')]);
    expect(await contentOf(target)).toEqual(await contentOf(place()));
  });

  onlyOnce(() => {
    it('is named where it cannot be written', async () => {
      const path = join(place().dataDir, 'nowhere', 'one.backup');
      await expect(writeBackup({ ...place(), backupKey: undefined }, path)).rejects.toThrow(
        `${path} cannot be written: ENOENT`,
      );
    });
  });

  onlyOnce(() => {
    it('is written through no link, and into no file that is there', async () => {
      const path = join(place().dataDir, 'linked.backup');
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
  });

  onlyOnce(() => {
    describe('a file that is not right', () => {
      async function expectUntouched(path: string, message: string, key?: string) {
        const target = await newPlace('SQLite');
        await expect(restore(target, path, key)).rejects.toThrow(message);
        expect(await readdir(target.dataDir)).toEqual([]);
      }

      /** The same file with another body, and a checksum that fits it. */
      async function forged(path: string, change: (body: Buffer) => Buffer): Promise<string> {
        const whole = await readFile(path);
        const header = HEADER.exec(whole.toString('latin1'))?.[0] ?? '';
        const body = change(whole.subarray(header.length, -CHECKSUM_BYTES));
        const content = Buffer.concat([Buffer.from(header), body]);
        const checksum = createHash('sha256').update(content).digest();
        const other = `${path}.forged`;
        await writeFile(other, Buffer.concat([content, checksum]));
        return other;
      }

      it('is refused before anything is touched, wherever the damage is', async () => {
        const path = await backup();
        const whole = await readFile(path);
        const damaged = `${path}.damaged`;
        for (let part = 0; part < 20; part += 1) {
          const bytes = Buffer.from(whole);
          const at = Math.floor((part / 19) * (whole.length - 1));
          bytes.writeUInt8((bytes.readUInt8(at) + 1) % 256, at);
          await writeFile(damaged, bytes);
          await expectUntouched(damaged, at < 24 ? 'is not a backup' : 'is damaged: its checksum');
        }
        for (const length of [0, 10, 31, 60, whole.length >> 1, whole.length - 1]) {
          await writeFile(damaged, whole.subarray(0, length));
          await expectUntouched(damaged, length < 31 ? 'is not a backup' : 'is damaged');
        }
      });

      it('is refused where it is no backup, or is not there', async () => {
        await expectUntouched(import.meta.filename, 'is not a backup of Symptom Tracker.');
        await expectUntouched(
          join(place().dataDir, 'nowhere'),
          'The backup cannot be read: ENOENT',
        );
      });

      it('is refused where it is a folder', async () => {
        await expectUntouched(place().dataDir, `${place().dataDir} is not a file.`);
      });

      it('is refused where it is not encrypted and there is a key', async () => {
        await expectUntouched(await backup(), 'is not encrypted, though BACKUP_KEY is set', KEY);
      });

      const SUMS = /\{"sums":.*\n$/;
      const lines = (change: (text: string) => string) => (body: Buffer) =>
        gzipSync(change(gunzipSync(body).toString()));
      const first = (change: (line: string) => string) =>
        lines((text) => text.replace(/^.*\n/, (line) => change(line)));

      it.each<[string, (body: Buffer) => Buffer]>([
        ['has a bit turned', (body) => body.fill(body.readUInt8(500) ^ 1, 500, 501)],
        ['goes on after its end', (body) => Buffer.concat([body, Buffer.from('more')])],
        ['begins twice', first((line) => line + line)],
        ['does not begin', first(() => '')],
        ['has no end', lines((text) => text.replace(SUMS, ''))],
        ['ends twice', lines((text) => text.replace(SUMS, (line) => line + line))],
        [
          'is of no version',
          first((line) => line.replace(/"migrations":\[[^\]]*\]/, '"migrations":[]')),
        ],
        ['has half a key', first((line) => line.replace(/("secretKey":")[\w-]{20}/, '$1'))],
        [
          'has another’s table',
          lines((text) => text.replace(SUMS, '{"table":"cats","rows":[]}\n$&')),
        ],
        ['is no JSON where words are', lines((text) => text.replace(`"Name ${MARK}"`, `${MARK}`))],
      ])('is refused where it %s and its checksum fits', async (_what, change) => {
        const target = await newPlace('SQLite');
        const path = await forged(await backup(), change);
        const error = await restore(target, path).catch((thrown: unknown) => thrown);
        expect(error).toBeInstanceOf(Refusal);
        expect(String(error)).toMatch(/ is damaged: its content is not what a backup’s is\./);
        expect(await readdir(target.dataDir)).toEqual([]);
      });

      it('is refused where it is encrypted and the key is missing, or another', async () => {
        const path = await backup(KEY);
        await expectUntouched(path, 'The backup is encrypted. Please set BACKUP_KEY');
        await expectUntouched(path, 'BACKUP_KEY is not the key of this backup.', `${KEY}!`);
      });

      it.each([
        [
          'changed',
          (body: Buffer) =>
            Buffer.concat([body.subarray(0, -1), Buffer.from([~(body.at(-1) ?? 0) & 255])]),
        ],
        ['cut off', (body: Buffer) => body.subarray(0, -20)],
        ['longer', (body: Buffer) => Buffer.concat([body, body])],
      ])('is refused where someone without the key has made it %s', async (_what, change) => {
        await expectUntouched(await forged(await backup(KEY), change), 'BACKUP_KEY is not', KEY);
      });
    });
  });

  onlyOnce(() => {
    it('is encrypted where there is a key: no text that was entered is found in it', async () => {
      const path = await backup(KEY);
      const bytes = await readFile(path);
      for (const text of [MARK, user.email, user.userId, 'accounts', 'Tremor']) {
        expect(bytes.includes(text)).toBe(false);
      }
      // Compressed, nothing would be found either: so it must be no gzip, whose first bytes are these.
      expect(bytes.includes(Buffer.from([0x1f, 0x8b, 0x08]))).toBe(false);
      const target = await newPlace('SQLite');
      await restore(target, path, KEY);
      expect(await contentOf(target)).toEqual(await contentOf(place()));
    });
  });

  it('is not put over accounts that are there', async () => {
    const path = await backup();
    const before = await contentOf(place());
    await expect(restore(place(), path)).rejects.toThrow(
      'There are accounts in the database already',
    );
    expect(await contentOf(place())).toEqual(before);
  });

  it.each(['SQLite', 'PostgreSQL'] as const)(
    'is not restored on %s where the folder has the key of another database',
    async (engine) => {
      const target = await newPlace(engine);
      loadSecrets(target.dataDir);
      const key = await readFile(join(target.dataDir, 'secret.key'), 'utf8');
      await expect(restore(target, await backup())).rejects.toThrow(
        'secret.key differs from the backup’s key and was not changed',
      );
      expect(await readdir(target.dataDir)).toEqual(['secret.key']);
      expect(await readFile(join(target.dataDir, 'secret.key'), 'utf8')).toBe(key);
    },
  );

  it('is neither made nor moved where the key is missing, and none is made up', async () => {
    const dataDir = join(place().dataDir, 'wrong');
    const path = join(place().dataDir, 'keyless.backup');
    await mkdir(dataDir);
    const keyless = { ...place(), dataDir, backupKey: undefined };
    if (!keyless.databaseUrl) {
      const name = 'symptom-tracker.db';
      for (const end of ['', '-wal']) {
        await copyFile(join(place().dataDir, name + end), join(dataDir, name + end));
      }
    }
    const missing = `${join(dataDir, 'secret.key')} is missing. It is the key`;
    await expect(writeBackup(keyless, path)).rejects.toThrow(missing);
    const { databaseUrl } = await newPlace('PostgreSQL');
    await expect(moveToPostgres({ dataDir, databaseUrl })).rejects.toThrow(
      keyless.databaseUrl ? 'contains no data of Symptom Tracker' : missing,
    );
    expect(await readdir(dataDir)).not.toContain('secret.key');
    expect(await readdir(place().dataDir)).not.toContain('keyless.backup');
  });

  it('fills a database that a server has made and nobody has used', async () => {
    const target = await newPlace(place().engine);
    await (await openPlace(target)).destroy();
    await restore(target, await backup());
    expect(await contentOf(target)).toEqual(await contentOf(place()));
    expect(copyOfKey(target.dataDir)).toBe(copyOfKey(place().dataDir));
  });

  it('knows every table that the schema has', async () => {
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

function sorted(row: Readonly<Record<string, unknown>>) {
  return Object.fromEntries(Object.entries(row).sort(([a], [b]) => (a < b ? -1 : 1)));
}
