import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { deleteForGood, erase } from '../platform/db/erasing.ts';
import { Browser, freshUser, PERSON, type TestUser, testApp } from '../testing/app.ts';
import { savedCheckIn } from '../testing/check-ins.ts';
import type { Place } from '../testing/databases.ts';
import { formsOf, savedForm } from '../testing/entries.ts';
import { eventually } from '../testing/eventually.ts';
import { askForReset } from '../testing/outbox.ts';
import { browserElsewhere } from '../testing/places.ts';
import { startedServer, stopServerProcess } from '../testing/process.ts';
import { everyText } from '../testing/rows.ts';
import { madeShare } from '../testing/sharing.ts';
import { TIME_ZONE } from '../testing/time-zone.ts';
import { savedVisit } from '../testing/visits.ts';
import { deleteAccount } from './queries/accounts.ts';

/**
 * These tests search the SQLite files byte by byte for remains of deleted data. PostgreSQL relies on its own vacuum.
 */

const place: { -readonly [Key in keyof Place]: Place[Key] } = {
  engine: 'SQLite',
  dataDir: '',
  databaseUrl: undefined,
};

beforeAll(async () => {
  place.dataDir = await mkdtemp(join(tmpdir(), 'symptom-tracker-'));
});
afterAll(() => rm(place.dataDir, { recursive: true, force: true }));

const test = testApp(() => place);
const run = promisify(execFile);
const file = () => join(place.dataDir, 'symptom-tracker.db');

let people = 0;

/** A user whose texts all contain a word that occurs nowhere else, and that word. */
async function markedUser() {
  people += 1;
  const word = `Planted${people}x${crypto.randomUUID().slice(0, 8)}`;
  const browser = browserElsewhere(test);
  const [email, password] = [`${word.toLowerCase()}@example.org`, `password ${word}`];
  const { userId } = (await browser.call('signUp', { email, password })).json();
  const person = { ...PERSON, firstName: word, lastName: `Last ${word}` };
  await browser.call('createUser', { userId, email, ...person });
  const names = { symptom1: `Tremor ${word}`, symptom2: `Stiffness ${word}` };
  await browser.call('updateSymptoms', { userId, action: 'update', ...names });
  const renamed = { symptom1: `Shaking ${word}` };
  await browser.call('updateSymptoms', { userId, action: 'update', ...renamed });
  const user: TestUser = { browser, userId, email, password };
  await savedCheckIn(user, { notes: `Slept badly ${word}` });
  await savedCheckIn(user, { notes: `Slept well ${word}`, version: 1 });
  const { visitId } = await savedVisit(user, { topics: [`Falls ${word}`] });
  await savedVisit(user, { visitId, topics: [`Sleep ${word}`], version: 1 });
  await madeShare(test, user, { label: `Dr. ${word}` });
  await askForReset(test, user);
  return { user, word, traces: [word, email, userId] };
}

/** Adds forms of different lengths, some of which are edited, so that SQLite's pages fill, split and move. */
async function fill(users: readonly { user: TestUser; word: string }[], forms: number) {
  for (let form = 1; form <= forms; form += 1) {
    for (const { user, word } of users) {
      const { browser, userId } = user;
      const notes = `${word} ${'and so on '.repeat((form * 37) % 90)}${word}`;
      const symptom1 = { name: `Tremor ${word}`, severity: 3, notes };
      const { formNumber } = await savedForm(user, { symptom1 });
      if (form % 3 > 0) continue;
      const edited = { symptom1: { name: symptom1.name, severity: 1, notes: notes.slice(20) } };
      const formData = { ...edited, formNumber: Math.ceil(formNumber / 2) };
      await browser.call('updateSymptoms', { userId, action: 'form', formData });
    }
  }
}

/** The number of forms per user that makes pages split. */
const SPLITTING = 600;

/** Adds forms and edits of several users, alternating, so that pages split. */
async function splitPages(users: readonly { user: TestUser; word: string }[]) {
  await test.context.db.transaction().execute(async (trx) => {
    for (let form = 1001; form <= 1000 + SPLITTING; form += 1) {
      for (const { user, word } of users) {
        const notes = `${word} ${'and so on '.repeat((form * 37) % 90)}${word}`;
        const fieldsOf = (own: string) =>
          JSON.stringify({ ratings: [{ slot: 1, name: word, severity: 3, notes: own }] });
        const entry = (number: number, own: string) => ({
          ...{ user_id: user.userId, kind: 'form', entry_id: String(number), at: number },
          ...{ entered_at: number, time_zone: TIME_ZONE, author: 'self', author_id: '' },
          ...{ version: form, deleted_at: null, fields: fieldsOf(own) },
        });
        const row = { ...entry(form, notes), number: form };
        await trx.insertInto('entries').values(row).execute();
        // The forms of each user lie next to each other, but past symptoms of all users alternate and share pages.
        const past = { user_id: user.userId, name: `${form} ${notes}`, since: form };
        await trx.insertInto('past_symptoms').values(past).execute();
        if (form % 3 > 0) continue;
        const edited = 1000 + Math.ceil((form - 1000) / 2);
        const former = { ...entry(edited, notes), replaced_at: form };
        await trx.insertInto('former_entries').values(former).execute();
        await trx
          .updateTable('entries')
          .set({ fields: fieldsOf(notes.slice(20)) })
          .where('user_id', '=', user.userId)
          .where('entry_id', '=', String(edited))
          .execute();
        await trx
          .updateTable('past_symptoms')
          .set({ name: `${form} again ${notes}` })
          .where('user_id', '=', user.userId)
          .where('since', '=', edited)
          .execute();
      }
    }
  });
}

/** Script that counts how often each text occurs in the database files of a folder. */
const COUNT = `
  const [folder, ...texts] = process.argv.slice(1);
  const fs = require('node:fs');
  const names = fs.readdirSync(folder).filter((name) => name.startsWith('symptom-tracker'));
  const files = names.map((name) => fs.readFileSync(folder + '/' + name, 'latin1'));
  const whole = files.join('\\n').toLowerCase();
  console.log(JSON.stringify(texts.map((each) => whole.split(each.toLowerCase()).length - 1)));
`;

/**
 * Counts how often each text occurs in the database files. A separate process reads them, because closing
 * such a file in this process would release the locks that SQLite holds on it.
 */
async function found(texts: readonly string[]): Promise<number[]> {
  const { stdout } = await run(process.execPath, ['-e', COUNT, place.dataDir, ...texts]);
  return JSON.parse(stdout);
}

function markOf(): unknown {
  const database = new DatabaseSync(file(), { readOnly: true });
  try {
    return Object.values(database.prepare('pragma user_version').get() ?? {})[0];
  } finally {
    database.close();
  }
}

/** Runs the erasure job now: moves the clock forward by more than the job's longest pause. */
async function erasing(): Promise<void> {
  test.now += 3_600_000;
  await test.context.jobs.runDue('vacuum');
}

const none = (texts: readonly string[]) => texts.map(() => 0);

/** Deletes an account without erasing its data from the file, as if the process ended right after the deletion. */
async function deleteRows({ userId, email }: TestUser) {
  const { db, secrets } = test.context;
  const { token_hash: tokenHash } = await db
    .selectFrom('sessions')
    .select('token_hash')
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  const emailHash = secrets.keyedHash(email);
  const rows = { userId, tokenHash, endings: [], emailHash, attemptKeys: ['none'] };
  await deleteForGood(db, (trx) => deleteAccount(trx, rows, test.now));
}

describe('after Delete Account', () => {
  it('the next start erases every byte of their texts that the deletion of rows left, and keeps everyone else’s', async () => {
    const [gone, alsoGone, kept] = [await markedUser(), await markedUser(), await markedUser()];
    await fill([gone, kept], 30);
    // Several users add forms, so that after a deletion SQLite does not move a page's remaining rows to another page.
    await splitPages([gone, alsoGone, kept, await markedUser()]);
    for (const count of await found([gone, alsoGone, kept].flatMap(({ traces }) => traces))) {
      expect(count).toBeGreaterThan(0);
    }
    const forms = await formsOf(kept.user);
    await deleteRows(gone.user);
    expect(await everyText(test)).not.toContain(gone.word);
    expect((await found([gone.word]))[0]).toBeGreaterThan(0);
    // Emptying the WAL does not erase the deleted rows: the main database file still contains them.
    const another = new DatabaseSync(file());
    another.exec('pragma wal_checkpoint(truncate)');
    another.close();
    expect((await found([gone.word]))[0]).toBeGreaterThan(0);
    expect(markOf()).not.toBe(0);

    const { userId, password, browser } = alsoGone.user;
    const response = await browser.call('deleteAccount', { userId, password });
    expect(response.statusCode).toBe(200);
    // The response does not wait for the erasure.
    expect(markOf()).not.toBe(0);
    const server = await startedServer(place);
    await eventually(() => expect(markOf()).toBe(0));
    await stopServerProcess(server);
    const traces = [...gone.traces, ...alsoGone.traces];
    expect(await found(traces)).toEqual(none(traces));
    expect(await formsOf(kept.user)).toEqual(forms);
    expect(forms).toHaveLength(30 + SPLITTING);
  });

  it('erases all of three simultaneous deletions', async () => {
    const everyone = [await markedUser(), await markedUser(), await markedUser()];
    await fill(everyone, 10);
    const answers = await Promise.all(
      everyone.map(({ user: { browser, userId, password } }) =>
        browser.call('deleteAccount', { userId, password }),
      ),
    );
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
    await erasing();
    const traces = everyone.flatMap((each) => each.traces);
    expect(await found(traces)).toEqual(none(traces));
  });

  it('an erasure keeps the mark of a later deletion', async () => {
    const { db } = test.context;
    const [first, second] = [await markedUser(), await markedUser()];
    await deleteRows(first.user);
    const begun = erase(db);
    // The database runs queries one after another, so once these two queries are done, `erase` has read the mark.
    for (let query = 0; query < 2; query += 1)
      await db.selectFrom('accounts').selectAll().execute();
    await deleteRows(second.user);
    await begun;
    expect(markOf()).not.toBe(0);
    await erasing();
    expect(markOf()).toBe(0);
  });
});

it('later deletions within a minute share a rebuild', async () => {
  const people = [await markedUser(), await markedUser(), await markedUser()];
  const [first, ...others] = people;
  if (!first) return;
  await deleteRows(first.user);
  await erasing();
  for (const { user } of others) {
    await deleteRows(user);
    test.now += 20_000;
    await test.context.jobs.runDue('vacuum');
    expect(markOf()).not.toBe(0);
  }
  await erasing();
  const traces = people.flatMap((each) => each.traces);
  expect(await found(traces)).toEqual(none(traces));
});

describe('while another process reads the database', () => {
  it('the deletion succeeds, and the erasure completes when nobody reads any more', async () => {
    const gone = await markedUser();
    await fill([gone], 20);
    const another = new DatabaseSync(file());
    another.exec('begin');
    another.prepare('select count(*) from accounts').get();
    const { userId, password } = gone.user;
    const response = await gone.user.browser.call('deleteAccount', { userId, password });
    expect(response.statusCode).toBe(200);
    expect(await everyText(test)).not.toContain(gone.word);
    await erasing();
    expect(markOf()).not.toBe(0);

    another.exec('commit');
    another.close();
    await erasing();
    expect(await found(gone.traces)).toEqual(none(gone.traces));
    expect(markOf()).toBe(0);
  });
});

it('a fresh database has no mark, and erasing it does nothing', async () => {
  const user = await freshUser(test);
  await erasing();
  expect(markOf()).toBe(0);
  expect((await new Browser(test).call('getSession')).statusCode).toBe(401);
  expect((await user.browser.call('getSession')).statusCode).toBe(200);
});

it('a running server erases the remains soon by itself', async () => {
  const gone = await markedUser();
  await erasing();
  test.now += 3_600_000;
  test.context.jobs.start();
  onTestFinished(() => test.context.jobs.stop());
  const { userId, password } = gone.user;
  await gone.user.browser.call('deleteAccount', { userId, password });
  await eventually(() => expect(markOf()).toBe(0));
  expect(await found(gone.traces)).toEqual(none(gone.traces));
});
