import type { LightMyRequestResponse } from 'fastify';
import { expect } from 'vitest';
import { type AccountFile, accountFile } from '../../contract/account-file.ts';
import type { ExportFormat, ImportFormat } from '../../contract/file-formats.ts';
import type { EntryKind } from '../../contract/kinds.ts';
import type { ImportAnswer } from '../../contract/open-formats.ts';
import { importFile } from '../exchange/import.ts';
import { freshUser, type TestApp, type TestUser } from './app.ts';
import { everythingStored } from './databases.ts';
import { countsOf, savedForm } from './entries.ts';
import { expectRefusal } from './refusals.ts';

/** A user's data as text in an export format. */
export async function exported(user: TestUser, format: ExportFormat): Promise<string> {
  const { browser, userId } = user;
  const response = await browser.call('exportData', { userId, format });
  if (response.statusCode !== 200) throw new Error(`Answered with ${response.statusCode}`);
  return response.body;
}

/** A user's data from the JSON export, validated against its schema. */
export async function exportedAccount(user: TestUser): Promise<AccountFile> {
  const file = JSON.parse(await exported(user, 'json')) as AccountFile;
  accountFile.parse(file);
  return file;
}

export async function importing(
  { browser, userId }: TestUser,
  format: ImportFormat,
  content: string,
  dryRun = false,
): Promise<LightMyRequestResponse> {
  return await browser.call('importData', { userId, format, content, dryRun });
}

/** Imports a valid file and returns the answer. */
export async function imported(
  user: TestUser,
  format: ImportFormat,
  content: string,
  dryRun = false,
): Promise<ImportAnswer> {
  const response = await importing(user, format, content, dryRun);
  if (response.statusCode !== 200) {
    throw new Error(`Answered with ${response.statusCode}: ${response.body}`);
  }
  return response.json();
}

/**
 * Expects that an app with lower limits rejects a JSON file and stores nothing of it.
 *
 * @returns the person who tried to import the file
 */
export async function expectTooManyEntries(
  small: TestApp,
  { now }: TestApp,
  json: string,
): Promise<TestUser> {
  small.now = now;
  const user = await freshUser(small);
  const before = await everythingStored(small.context.db);
  for (const dryRun of [true, false]) {
    const full =
      'An account can hold at most 200,000 entries. You can still read, edit and download yours.';
    expectRefusal(await importing(user, 'json', json, dryRun), 403, full);
  }
  expect(await everythingStored(small.context.db)).toEqual(before);
  return user;
}

/**
 * Expects that imported entries count towards the limits of an account as if the person had saved them, and that an
 * import that exceeds a limit stores nothing.
 *
 * @param small an app whose limits are too low for the entries of `user`
 * @returns the person who imported the entries
 */
export async function expectCountsAsSaved(
  test: TestApp,
  small: TestApp,
  user: TestUser,
): Promise<TestUser> {
  const json = await exported(user, 'json');
  await expectTooManyEntries(small, test, json);
  const other = await freshUser(test);
  await imported(other, 'json', json);
  expect(await countsOf(test, other)).toEqual(await countsOf(test, user));
  return other;
}

/**
 * Expects that an import into a new account restores all entries of a list of the JSON file. A second import must add
 * nothing.
 *
 * @returns the person with the new account
 */
export async function expectComesBack(
  test: TestApp,
  user: TestUser,
  list: EntryKind['list'],
): Promise<TestUser> {
  const before = (await exportedAccount(user))[list] ?? [];
  expect(before).not.toEqual([]);
  const json = await exported(user, 'json');
  const other = await freshUser(test);
  const added = { [`${list}Added`]: before.length, [`${list}Skipped`]: 0 };
  const again = { [`${list}Added`]: 0, [`${list}Skipped`]: before.length };
  expect(await imported(other, 'json', json, true)).toMatchObject({ ...added, dryRun: true });
  expect((await exportedAccount(other))[list]).toEqual([]);
  expect(await imported(other, 'json', json)).toMatchObject(added);
  for (const person of [user, other]) {
    expect(await imported(person, 'json', json)).toMatchObject(again);
    expect((await exportedAccount(person))[list]).toEqual(before);
  }
  return other;
}

/** Imports a valid file as the worker process of `importData` does, but without the call and the process. */
export async function importedDirectly(
  { context: { db, limits }, now }: TestApp,
  { userId }: Pick<TestUser, 'userId'>,
  source: { readonly format: ImportFormat; readonly content: string },
  {
    dryRun = false,
    onProgress = () => {},
  }: {
    readonly dryRun?: boolean;
    readonly onProgress?: (done: number, total: number) => void;
  } = {},
): Promise<ImportAnswer> {
  const request = { userId, source, dryRun, now, limits };
  const outcome = await importFile(db, request, { onProgress });
  if (!('answer' in outcome)) throw new Error(JSON.stringify(outcome));
  return outcome.answer;
}

/** A user with slots (one of them empty), past symptoms, hostile texts and an edited form. */
export async function personWithEverything(test: TestApp): Promise<TestUser> {
  const user = await freshUser(test, ['Tremor', 'Stiffness', 'Balance', 'Fatigue']);
  const { browser, userId } = user;
  const formData = { formNumber: 1, symptom1: { severity: 5, notes: '=1+1\r\n"震え"' } };
  await savedForm(user);
  test.now += 60_000;
  await browser.call('updateSymptoms', { userId, action: 'form', formData });
  await browser.call('saveSymptomForm', {
    userId,
    submissionId: crypto.randomUUID(),
    loggedAt: '2026-11-17T13:00:00Z',
    formData: { symptom3: { name: 'Balance', severity: 1, notes: '' } },
  });
  await browser.call('updateSymptoms', {
    userId,
    action: 'update',
    symptom2: '',
    symptom3: 'Cramps',
  });
  return user;
}
