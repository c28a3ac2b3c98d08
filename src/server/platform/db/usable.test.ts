import { once } from 'node:events';
import { copyFile, readdir, readFile, writeFile } from 'node:fs/promises';
import { createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { sql } from 'kysely';
import { describe, expect, it, onTestFinished } from 'vitest';
import { readConfig } from '../../config.ts';
import { startServer } from '../../server.ts';
import { newPlace, onEveryDatabase, openPlace, type Place } from '../../testing/databases.ts';
import { eventually } from '../../testing/eventually.ts';
import { freePort } from '../../testing/free-port.ts';
import { openGate } from '../../testing/gate.ts';
import { spawnServer, stopServerProcess } from '../../testing/process.ts';
import { explain } from '../explain.ts';

/** Starts a server on a database that it must not change. `main.test.ts` covers the output of a process. */
async function expectRefused({ dataDir, databaseUrl }: Place, line: RegExp) {
  const config = readConfig({ DATA_DIR: dataDir, DATABASE_URL: databaseUrl });
  const refused: unknown = await startServer(config).then(
    ({ stop }) => stop(),
    (error: unknown) => error,
  );
  const said = explain(refused);
  expect(said).toMatch(line);
  expect(said).not.toContain('\n');
}

const fileOf = ({ dataDir }: Place) => join(dataDir, 'symptom-tracker.db');

/** Makes a database file with some accounts and without a WAL. */
async function filledPlace(): Promise<Place> {
  const place = await newPlace('SQLite');
  const db = await openPlace(place);
  for (let account = 0; account < 200; account += 1) {
    const hash = `hash ${account} `.repeat(10);
    await db
      .insertInto('accounts')
      .values({ user_id: `${account}`, email: `${account}`, password_hash: hash, created_at: 0 })
      .execute();
  }
  await db.destroy();
  return place;
}

describe('a SQLite file that is not usable', () => {
  async function expectUntouched(place: Place, line: RegExp) {
    const path = fileOf(place);
    const before = await readFile(path);
    await expectRefused(place, line);
    expect((await readFile(path)).equals(before)).toBe(true);
  }

  const DAMAGED =
    /symptom-tracker\.db is corrupt .* nothing was changed\. Please move these files away together .*: symptom-tracker\.db, symptom-tracker\.db-wal, symptom-tracker\.db-shm\. .* npm run restore -- FILE$/;

  it.each<[string, (bytes: Buffer) => Buffer]>([
    ['whose first page is overwritten', (bytes) => bytes.fill(7, 0, 100)],
    ['whose schema is overwritten', (bytes) => bytes.fill(7, 100, 4096)],
    ['that has a page of noise', (bytes) => bytes.fill(0xa5, 3 * 4096, 4 * 4096)],
    ['that was cut in half', (bytes) => bytes.subarray(0, bytes.length >> 1)],
    ['that holds a text', () => Buffer.from('Dear diary, '.repeat(1000))],
  ])('%s is named and not changed', async (_what, damage) => {
    const place = await filledPlace();
    await writeFile(fileOf(place), damage(await readFile(fileOf(place))));
    await expectUntouched(place, DAMAGED);
  });

  it.each<[string, (place: Place) => Promise<void>]>([
    ['missing', async () => {}],
    ['empty', (place) => writeFile(fileOf(place), '')],
  ])(
    'whose WAL exists while it is %s itself is named, and the WAL is kept',
    async (_what, make) => {
      const running = await newPlace('SQLite');
      const db = await openPlace(running);
      onTestFinished(() => db.destroy());
      const place = await newPlace('SQLite');
      await make(place);
      await copyFile(`${fileOf(running)}-wal`, `${fileOf(place)}-wal`);
      const [names, log] = [await readdir(place.dataDir), await readFile(`${fileOf(place)}-wal`)];
      expect(log.length).toBeGreaterThan(0);
      await expectRefused(
        place,
        /symptom-tracker\.db is missing or empty, but symptom-tracker\.db-wal .* Nothing was changed\. .* away together /,
      );
      expect((await readFile(`${fileOf(place)}-wal`)).equals(log)).toBe(true);
      expect(await readdir(place.dataDir)).toEqual(names);
    },
  );

  it('that belongs to another program is named and not changed', async () => {
    const place = await newPlace('SQLite');
    const file = new DatabaseSync(fileOf(place));
    file.exec('create table bookmarks (address text)');
    file.close();
    await expectUntouched(place, /symptom-tracker\.db belongs to another program; .* DATA_DIR/);
  });

  it('that a newer version made is not changed', async () => {
    const place = await filledPlace();
    const file = new DatabaseSync(fileOf(place));
    file.exec("insert into kysely_migration values ('9999-later', '')");
    file.close();
    await expectUntouched(place, /made by a newer version of .* Please upgrade the app/);
  });
});

describe('a SQLite file that is usable', () => {
  it('may be empty, and is opened after a crash that left a WAL', async () => {
    const place = await newPlace('SQLite');
    await writeFile(fileOf(place), '');
    const db = await openPlace(place);
    onTestFinished(() => db.destroy());
    await db
      .insertInto('accounts')
      .values({ user_id: 'u', email: 'u', password_hash: '', created_at: 0 })
      .execute();
    // Copy the files as a killed server leaves them, with the account only in the WAL.
    const crashed = await newPlace('SQLite');
    for (const name of ['symptom-tracker.db', 'symptom-tracker.db-wal']) {
      await copyFile(join(place.dataDir, name), join(crashed.dataDir, name));
    }
    const again = await openPlace(crashed);
    onTestFinished(() => again.destroy());
    expect(await again.selectFrom('accounts').select('user_id').execute()).toEqual([
      { user_id: 'u' },
    ]);
  });
});

onEveryDatabase((place) => {
  it('refuses a database with accounts but no key in one line, and creates no key', async () => {
    const keyless = await newPlace(place().engine);
    const db = await openPlace(keyless);
    await db
      .insertInto('accounts')
      .values({ user_id: 'u', email: 'u', password_hash: '', created_at: 0 })
      .execute();
    await db.destroy();
    await expectRefused(keyless, /^\S+secret\.key is missing\. .* set DATA_DIR to the folder/);
    expect(await readdir(keyless.dataDir)).not.toContain('secret.key');
  });

  it('refuses a database of an earlier build in one line', async () => {
    const earlier = await newPlace(place().engine);
    const db = await openPlace(earlier);
    await sql`update kysely_migration set name = '0001-accounts' where name like '0001-%'`.execute(
      db,
    );
    await db.destroy();
    await expectRefused(
      earlier,
      /^This database was made by an earlier build\. Start commit [0-9a-f]{8} once, download the JSON file of each account, and import it here\.$/,
    );
  });

  it('refuses a database of a newer version in one line', async () => {
    const newer = await newPlace(place().engine);
    const db = await openPlace(newer);
    await sql`insert into kysely_migration values ('9999-later', '')`.execute(db);
    await db.destroy();
    await expectRefused(newer, /was made by a newer version of Symptom Tracker/);
  });
});

describe('on PostgreSQL', () => {
  it('a database with another program’s accounts table is refused, one with other tables is not', async () => {
    const shared = await newPlace('PostgreSQL');
    const db = await openPlace(shared);
    await sql`create table bookmarks (address text)`.execute(db);
    await db.destroy();
    await (await openPlace(shared)).destroy();

    const taken = await newPlace('PostgreSQL');
    const first = await openPlace(taken);
    await sql`drop table kysely_migration`.execute(first);
    await first.destroy();
    await expectRefused(taken, /^The database test_\w+ at [\w.:]+ belongs to another program/);
  });

  it('a database whose encoding lacks some characters is refused in one line', async () => {
    const latin = "encoding 'LATIN1' locale 'C' template template0";
    await expectRefused(
      await newPlace('PostgreSQL', latin),
      /^The database cannot store every character: its encoding is LATIN1\. /,
    );
  });

  it.each<[string, (port: number) => Promise<() => void>]>([
    ['is not running yet', async () => () => {}],
    ['accepts connections and never answers', openBlackHole],
  ])('a server that %s is waited for, and used once it answers', async (_what, open) => {
    const { databaseUrl = '', dataDir } = await newPlace('PostgreSQL');
    const port = await freePort();
    const url = new URL(databaseUrl);
    const real = url.port;
    url.port = String(port);
    const close = await open(port);
    const server = spawnServer({
      PORT: String(await freePort()),
      DATA_DIR: dataDir,
      DATABASE_URL: url.href,
      DATABASE_WAIT: '60',
    });
    onTestFinished(() => stopServerProcess(server));
    await eventually(() => expect(server.output.stdout).toMatch(/does not answer yet\. Waiting/));
    close();
    const gate = await openGate(port, Number(real));
    onTestFinished(() => gate.close());
    await server.ready;
    expect(server.output.stderr).toBe('');
  });

  it('a server that stays unreachable is reported in one line, without the password', async () => {
    const { dataDir } = await newPlace('SQLite');
    const server = spawnServer({
      PORT: String(await freePort()),
      DATA_DIR: dataDir,
      DATABASE_URL: `postgres://someone:planted@127.0.0.1:${await freePort()}/tracker`,
      DATABASE_WAIT: '1',
    });
    expect(await server.ended).toBe(1);
    expect(server.output.stdout).toMatch(/^[^\n]*does not answer yet\. Waiting for 1 s[^\n]*\n$/);
    expect(server.output.stderr).toMatch(
      /^The database cannot be used\. [^\n]*DATABASE_URL[^\n]*\n$/,
    );
    expect(JSON.stringify(server.output)).not.toContain('planted');
  });
});

/** Accepts connections and never answers, like a server that hangs. */
async function openBlackHole(port: number): Promise<() => void> {
  const sockets = new Set<Socket>();
  const hole = createServer((socket) => {
    sockets.add(socket.on('error', () => {}));
  });
  hole.listen(port, '127.0.0.1');
  await once(hole, 'listening');
  const close = () => {
    hole.close();
    for (const socket of sockets) socket.destroy();
  };
  onTestFinished(close);
  return close;
}
