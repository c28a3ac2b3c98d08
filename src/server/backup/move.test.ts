import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readdir, rename } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import type { Form } from '../../contract/entities.ts';
import { loadSecrets } from '../platform/secrets.ts';
import { newPlace, openPlace, type Place } from '../testing/databases.ts';
import { eventually } from '../testing/eventually.ts';
import { callOver, personOver, serverHere, startedServer } from '../testing/process.ts';

/** The commands as they are typed, in processes of their own. */

const FORMS = 12;

function command(name: string, place: Place, ...names: string[]) {
  const script = resolve('scripts', `${name}.ts`);
  const env = { DATA_DIR: place.dataDir, DATABASE_URL: place.databaseUrl };
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, ...names], {
    env,
    encoding: 'utf8',
  });
  return { status, stdout, stderr };
}

/** A person with forms on a server that has stopped, and what they see. */
async function someForms(place: Place) {
  const server = await serverHere(place);
  const { userId, cookie } = await personOver(server);
  for (let form = 1; form <= FORMS; form += 1) {
    const formData = { symptom1: { name: 'Tremor', severity: 3, notes: `Form ${form}` } };
    await callOver(server, 'saveSymptomForm', { userId, formData }, cookie);
  }
  const { text } = await callOver(server, 'getUserForms', { userId }, cookie);
  await server.stop();
  return { userId, cookie, text };
}

async function expectSeen(place: Place, seen: Awaited<ReturnType<typeof someForms>>) {
  const server = await serverHere(place);
  const { userId, cookie, text } = seen;
  const forms = await callOver(server, 'getUserForms', { userId }, cookie);
  expect(forms.text).toBe(text);
  expect(JSON.parse(text)).toHaveLength(FORMS);
  // The next form takes the next number.
  const formData = { symptom1: { name: 'Tremor', severity: 3, notes: '' } };
  const next = await callOver(server, 'saveSymptomForm', { userId, formData }, cookie);
  expect((JSON.parse(next.text) as Form).formNumber).toBe(FORMS + 1);
  await server.stop();
}

it('moves from SQLite to PostgreSQL, says what it has moved, and leaves the file as it was', async () => {
  const from = await newPlace('SQLite');
  const seen = await someForms(from);
  const { databaseUrl } = await newPlace('PostgreSQL');
  const to: Place = { engine: 'PostgreSQL', dataDir: from.dataDir, databaseUrl };
  const before = contentOf(from);
  const moved = command('move-to-postgres', to);
  expect(moved).toMatchObject({ status: 0, stderr: '' });
  expect(moved.stdout).toMatch(/^Moved to PostgreSQL: .*forms 12, .*read back and verified\./);
  expect(contentOf(from)).toEqual(before);
  await expectSeen(to, seen);

  const again = command('move-to-postgres', to);
  expect(again).toMatchObject({ status: 1, stdout: '' });
  expect(again.stderr).toMatch(/^There are accounts in the database already\.[^\n]*\n$/);
});

it('nothing is moved or restored while the app runs, and both are once it was killed', async () => {
  const from = await newPlace('SQLite');
  const seen = await someForms(from);
  const backup = join(from.dataDir, 'everything.backup');
  expect(command('backup', from, backup)).toMatchObject({ status: 0, stderr: '' });
  const { databaseUrl } = await newPlace('PostgreSQL');
  const to: Place = { engine: 'PostgreSQL', dataDir: from.dataDir, databaseUrl };
  const empty = await newPlace('SQLite');
  const running = [
    await startedServer(from),
    await startedServer(from),
    await startedServer(empty),
  ];
  // Someone was told that there is another key, and moved it away.
  await rename(join(empty.dataDir, 'secret.key'), join(empty.dataDir, 'old.key'));
  const runs = /^The app is running with [^\n]* Please stop it first\. Nothing was changed\.\n$/;
  const tries = () => [command('move-to-postgres', to), command('restore', empty, backup)];
  for (const { status, stderr } of tries()) {
    expect(stderr).toMatch(runs);
    expect(status).toBe(1);
  }
  for (const { child, ended } of running) {
    child.kill('SIGKILL');
    await ended;
  }
  for (const { status, stderr } of tries()) expect([status, stderr]).toEqual([0, '']);
  for (const place of [to, empty]) await expectSeen(place, seen);
});

it('says what is missing where no database is named', async () => {
  expect(command('move-to-postgres', await newPlace('SQLite'))).toEqual({
    status: 1,
    stdout: '',
    stderr: 'Please set DATABASE_URL to the PostgreSQL database to fill.\n',
  });
});

it('backs up while the app runs, and restores, by the commands', async () => {
  const from = await newPlace('SQLite');
  const seen = await someForms(from);
  await startedServer(from);
  const path = join(from.dataDir, 'everything.backup');
  const backedUp = command('backup', from, path);
  expect(backedUp).toMatchObject({ status: 0, stderr: '' });
  expect(backedUp.stdout).toMatch(/^Backed up to .*: accounts 1, .*It is not encrypted/);

  const to = await newPlace('SQLite');
  expect(command('restore', to, path)).toMatchObject({ status: 0, stderr: '' });
  await expectSeen(to, seen);
});

it.each([
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const)(
  'a backup that is stopped by %s leaves nothing, and ends with %i',
  async (signal, code) => {
    const place = await newPlace('PostgreSQL');
    loadSecrets(place.dataDir);
    const db = await openPlace(place);
    const locked = Promise.withResolvers<void>();
    const stopped = Promise.withResolvers<void>();
    // The backup waits for what is locked until it is told to stop.
    const locking = db.transaction().execute(async (trx) => {
      await sql`lock table accounts in access exclusive mode`.execute(trx);
      locked.resolve();
      await stopped.promise;
    });
    await locked.promise;
    const script = resolve('scripts/backup.ts');
    const child = spawn(process.execPath, [script, join(place.dataDir, 'one.backup')], {
      env: { DATA_DIR: place.dataDir, DATABASE_URL: place.databaseUrl },
    });
    const drafts = async () =>
      (await readdir(place.dataDir)).filter((name) => name.includes('one'));
    await eventually(async () => expect(await drafts()).toHaveLength(1));
    child.kill(signal);
    expect(await once(child, 'close')).toEqual([code, null]);
    expect(await drafts()).toEqual([]);
    stopped.resolve();
    await locking;
    await db.destroy();
  },
);

it.each(['backup', 'restore'])('%s says how it is used', async (name) => {
  const place = await newPlace('SQLite');
  const used = { status: 2, stdout: '', stderr: `Use: npm run ${name} -- FILE\n` };
  expect(command(name, place)).toEqual(used);
  expect(command(name, place, '')).toEqual(used);
});

function contentOf({ dataDir }: Place): unknown[] {
  const file = new DatabaseSync(join(dataDir, 'symptom-tracker.db'), { readOnly: true });
  const forms = file.prepare('select * from forms order by form_number').all();
  file.close();
  return forms;
}
