import { spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readdir, rename, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { text } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import type { Form } from '../../contract/entities.ts';
import { loadSecrets } from '../platform/secrets.ts';
import { newPlace, openPlace, type Place } from '../testing/databases.ts';
import { eventually } from '../testing/eventually.ts';
import { callOver, personOver, serverHere, startedServer } from '../testing/process.ts';

/** Runs the commands as an operator does, each in its own process. */

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

/** Saves a person's forms on a server, stops it, and returns what the person saw. */
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
  // The next form gets the next number.
  const formData = { symptom1: { name: 'Tremor', severity: 3, notes: '' } };
  const next = await callOver(server, 'saveSymptomForm', { userId, formData }, cookie);
  expect((JSON.parse(next.text) as Form).formNumber).toBe(FORMS + 1);
  await server.stop();
}

it('moves from SQLite to PostgreSQL, reports what it moved, and does not change the file', async () => {
  const from = await newPlace('SQLite');
  const seen = await someForms(from);
  const { databaseUrl } = await newPlace('PostgreSQL');
  const to: Place = { engine: 'PostgreSQL', dataDir: from.dataDir, databaseUrl };
  const before = contentOf(from);
  const moved = command('move-to-postgres', to);
  expect(moved).toMatchObject({ status: 0, stderr: '' });
  expect(moved.stdout).toMatch(
    /^Moved to PostgreSQL: .*entries 12\. Each row was compared as it was written\./,
  );
  expect(contentOf(from)).toEqual(before);
  await expectSeen(to, seen);

  const again = command('move-to-postgres', to);
  expect(again).toMatchObject({ status: 1, stdout: '' });
  expect(again.stderr).toMatch(/^There are accounts in the database already\.[^\n]*\n$/);
});

it('a move and a restore are rejected while the app runs, and succeed after it was killed', async () => {
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
  // The operator may have moved the key away, because a message said that DATA_DIR contains another key.
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
  // It starts eight processes, one after the other.
}, 180_000);

it('a move asks for DATABASE_URL if it is not set', async () => {
  expect(command('move-to-postgres', await newPlace('SQLite'))).toEqual({
    status: 1,
    stdout: '',
    stderr: 'Please set DATABASE_URL to the PostgreSQL database to fill.\n',
  });
});

it('a backup is a snapshot, blocks no save, and is not removed when a server starts meanwhile', async () => {
  const from = await newPlace('SQLite');
  const seen = await someForms(from);
  const path = join(from.dataDir, 'everything.backup');
  const { child, output } = await stoppedBackup(from, path);
  const server = await serverHere(from);
  const { userId, cookie } = seen;
  const formData = { symptom1: { name: 'Tremor', severity: 3, notes: 'Later' } };
  const later = await callOver(server, 'saveSymptomForm', { userId, formData }, cookie);
  expect((JSON.parse(later.text) as Form).formNumber).toBe(FORMS + 1);
  await server.stop();
  child.kill('SIGCONT');
  expect(await once(child, 'close')).toEqual([0, null]);
  expect(await output).toMatch(/^Backed up to .*: accounts 1, .*entries 12\. It is not encrypted/);
  expect(await unfinished(from)).toEqual([]);

  const to = await newPlace('SQLite');
  expect(command('restore', to, path)).toMatchObject({ status: 0, stderr: '' });
  await expectSeen(to, seen);
});

it.each([
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const)(
  'a backup that is stopped by %s leaves no file and exits with code %i',
  async (signal, code) => {
    const place = await newPlace('SQLite');
    loadSecrets(place.dataDir);
    const { child } = await stoppedBackup(place, join(place.dataDir, 'one.backup'));
    child.kill(signal);
    child.kill('SIGCONT');
    expect(await once(child, 'close')).toEqual([code, null]);
    expect(await unfinished(place)).toEqual([]);
  },
);

it('the next start removes the folder that a killed backup left in DATA_DIR', async () => {
  const place = await newPlace('SQLite');
  loadSecrets(place.dataDir);
  const { child } = await stoppedBackup(place, join(place.dataDir, 'one.backup'));
  child.kill('SIGKILL');
  await once(child, 'close');
  expect((await unfinished(place)).filter((name) => !name.endsWith('.part'))).toHaveLength(1);
  await (await serverHere(place)).stop();
  expect((await unfinished(place)).filter((name) => !name.endsWith('.part'))).toEqual([]);
});

/**
 * Starts a backup in its own process and pauses the process (SIGSTOP) when it has begun to copy the database.
 */
async function stoppedBackup(place: Place, path: string) {
  const db = await openPlace(place);
  // The row is so large that copying and compressing it takes a while.
  const sealed = randomBytes(32 * 1024 * 1024).toString('hex');
  const kept = { tries: 0, due_at: 2 ** 42, expires_at: 2 ** 42 };
  await db
    .insertInto('jobs')
    .values({
      id: 'r',
      kind: 'revoke',
      user_id: null,
      target_hash: 'p',
      detail: 'google',
      sealed,
      ...kept,
    })
    .execute();
  await db.destroy();
  const child = spawn(process.execPath, [resolve('scripts/backup.ts'), path], {
    env: { DATA_DIR: place.dataDir },
  });
  await eventually(async () => {
    const [folder = ''] = (await unfinished(place)).filter((name) => !name.endsWith('.part'));
    const { size } = await stat(join(place.dataDir, folder, 'symptom-tracker.db'));
    expect(folder && size).toBeGreaterThan(0);
  });
  child.kill('SIGSTOP');
  return { child, output: text(child.stdout) };
}

/** The names in DATA_DIR that exist only during a backup. */
async function unfinished({ dataDir }: Place): Promise<string[]> {
  const names = await readdir(dataDir);
  return names.filter((name) => name.startsWith('unfinished-') || name.endsWith('.part'));
}

it('prints the commands to run on PostgreSQL, without the password, and changes nothing', async () => {
  const place = await newPlace('PostgreSQL');
  const path = join(place.dataDir, "one's.backup");
  const lines = {
    backup: `  (umask 077; pg_dump --format=custom --file='${place.dataDir}/one'\\''s.backup' "$DATABASE_URL")`,
    restore: `  pg_restore --no-owner --single-transaction --dbname="$DATABASE_URL" '${place.dataDir}/one'\\''s.backup'`,
  };
  for (const [name, line] of Object.entries(lines)) {
    const { status, stdout, stderr } = command(name, place, path);
    expect([status, stdout]).toEqual([1, '']);
    expect(stderr.split('\n')).toContain(line);
    expect(stderr).not.toContain('postgres:postgres');
  }
  expect(await readdir(place.dataDir)).toEqual([]);
});

it.each([
  ['backup', 'FILE'],
  ['restore', 'FILE-OR-FOLDER'],
] as const)('%s prints its usage', async (name, what) => {
  const place = await newPlace('SQLite');
  const used = { status: 2, stdout: '', stderr: `Use: npm run ${name} -- ${what}\n` };
  expect(command(name, place)).toEqual(used);
  expect(command(name, place, '')).toEqual(used);
});

function contentOf({ dataDir }: Place): unknown[] {
  const file = new DatabaseSync(join(dataDir, 'symptom-tracker.db'), { readOnly: true });
  const entries = file.prepare('select * from entries order by kind, number').all();
  file.close();
  return entries;
}
