import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import type { AccountFile } from '../src/contract/account-file.ts';
import { logForm, nameSymptoms, newPerson, signUp, signUpWith } from './people.ts';
import { expect, expectAccessible, test } from './test.ts';

test('JSON out, the account deleted, JSON into a new one: everything is there again', async ({
  page,
  setNow,
}) => {
  const person = newPerson('Jana');
  await signUpWith(page, person, ['Tremor', 'Stiffness', 'Balance']);
  await logForm(page, [4, 2, 3]);
  await setNow('2026-11-18T20:30:00Z');
  await logWithNote(page, [5, 1, 1], '=HYPERLINK("x") 震え עברית\n<script>');
  await page.getByRole('tab', { name: 'Profile' }).click();
  await nameSymptoms(page, ['Tremor', 'Stiffness', 'Poor sleep']);
  await openSettings(page);
  const before = await downloaded(page, 'JSON');
  expect(before.fileName).toBe('Symptom Tracker Jana Lovelace 2026-11-18.json');
  await expect(page.getByText('Your file is downloaded.')).toBeVisible();
  await page.getByRole('button', { name: 'Delete Account' }).click();
  await page.getByLabel('Your password').fill(person.password);
  await page.getByRole('button', { name: 'Delete everything for good' }).click();
  await expect(page).toHaveURL('/signin');

  await setNow('2026-11-19T15:00:00Z');
  await signUp(page, newPerson('Jonas'));
  await openSettings(page);
  const dialog = await openImport(page);
  await expectAccessible(page);
  await choose(page, 'mine.json', before.content);
  await expect(dialog.getByRole('status')).toHaveText(
    [
      'This file would add:',
      '2 forms with 6 ratings, of November 18, 2026',
      'Tremor, as Symptom 1',
      'Stiffness, as Symptom 2',
      'Poor sleep, as Symptom 3',
      'Balance, as a past symptom',
    ].join(''),
  );
  await expectAccessible(page);
  expect(await formsShown(page)).toBe(0);
  await page.getByRole('button', { name: 'Add to my data' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText('2 forms were added.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Bring in data' })).toBeFocused();

  const after = await downloaded(page, 'JSON');
  const [old, brought] = [before, after].map(({ content }) => JSON.parse(content) as AccountFile);
  expect(brought?.forms).toEqual(old?.forms);
  expect(brought?.slots.map(({ name }) => name)).toEqual(old?.slots.map(({ name }) => name));
  expect(brought?.pastSymptoms).toEqual(old?.pastSymptoms);

  await page.getByRole('tab', { name: 'Symptom Overview' }).click();
  await page.getByRole('tab', { name: 'Past Forms' }).click();
  await expect(page.getByText('Form #1', { exact: true })).toBeVisible();
  await expect(page.getByText('November 18, 2026, 12:00 PM EST')).toBeVisible();
  await page.getByRole('tab', { name: 'Most Recent Form' }).click();
  await expect(page.getByText('November 18, 2026, 3:30 PM EST')).toBeVisible();
  await page.getByRole('button', { name: 'Edit Form #2' }).click();
  await expect(page.getByRole('slider').first()).toHaveAttribute('aria-valuetext', '5 of 5');
  await expect(page.getByRole('dialog').getByRole('textbox').first()).toHaveValue(
    '=HYPERLINK("x") 震え עברית\n<script>',
  );
});

test('the same file twice adds nothing the second time', async ({ page }) => {
  await signUpWith(page, newPerson('Tina'), ['Tremor']);
  await logForm(page, [4]);
  await openSettings(page);
  const { content, fileName } = await downloaded(page, 'CSV');
  expect(fileName).toBe('Symptom Tracker Tina Lovelace 2026-11-18.csv');
  // With the mark by which Excel knows the encoding.
  expect(content).toMatch(/^\ufeffForm #,/);
  expect(content).toContain('\r\n1,2026-11-18,12:00,America/New_York,Tremor,4,');
  const dialog = await openImport(page);
  await choose(page, fileName, content);
  await expect(dialog.getByRole('status')).toHaveText(
    'There is nothing new in this file.1 form of this file is here already, and will stay as it is.',
  );
  await expect(dialog.getByRole('button', { name: 'Add to my data' })).toBeHidden();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Close' }).click();

  const fhir = await downloaded(page, 'FHIR');
  expect(fhir.fileName).toBe('Symptom Tracker Tina Lovelace 2026-11-18.fhir.json');
  const { resourceType, entry } = JSON.parse(fhir.content);
  expect(resourceType).toBe('Bundle');
  expect(entry).toHaveLength(2);
});

test('a file with faults adds nothing, and every fault is told with its row', async ({ page }) => {
  await signUp(page, newPerson('Fay'));
  await openSettings(page);
  const dialog = await openImport(page);
  const alert = dialog.getByRole('alert');
  const head = 'Form #,Slot,Symptom,Severity,Logged at (UTC)';
  const good = '1,1,Tremor,3,2026-11-17T13:00:00.000Z';
  await choose(
    page,
    'bad.csv',
    [head, good, '2,1,Tremor,9,2026-11-17T14:00:00.000Z', '3,1,Tremor,2,yesterday'].join('\r\n'),
  );
  await expect(alert).toContainText('This file cannot be imported. Nothing was changed.');
  await expect(alert.getByRole('listitem')).toHaveText([
    /^Row 3: Severity must be a whole number from 1 to 5/,
    /^Row 4: Logged at \(UTC\) must be/,
  ]);
  await expectAccessible(page);

  const rows = Array.from({ length: 30 }, (_, row) => `${row + 1},1,Tremor,0,`);
  await choose(page, 'worse.csv', [head, ...rows].join('\n'));
  await expect(alert.getByRole('listitem')).toHaveCount(20);
  await expect(alert).toContainText('There may be more. These are the first 20.');
  await choose(page, 'notes.json', '{"format":');
  await expect(alert.getByRole('listitem')).toHaveCount(1);
  await choose(page, 'photo.csv', '\u0000\u0001\u0002');
  await expect(alert).toContainText('This file cannot be imported. Nothing was changed.');
  await expect(dialog.getByRole('button', { name: 'Add to my data' })).toBeHidden();

  // The same field takes the file that was mended.
  await choose(page, 'good.csv', [head, good].join('\n'));
  await expect(dialog.getByText('1 form with 1 rating, of November 17, 2026')).toBeVisible();
  expect(await formsShown(page)).toBe(0);
});

test('a table of another origin comes in, and what cannot be a form is told first', async ({
  page,
}) => {
  await signUp(page, newPerson('Lena'));
  await openSettings(page);
  const dialog = await openImport(page);
  const rows = [
    'userId,timestamp,symptomName,severity,notes',
    'u1,2026-11-16T13:00:00Z,Tremor,3,As usual',
    'u1,2026-11-16T13:00:00Z,Stiffness,0,',
    'u1,2026-11-17 08:30:00,Tremor,4,',
  ];
  await choose(page, 'table.csv', rows.join('\n'));
  await expect(dialog.getByText(/2 forms with 2 ratings, from November 16/)).toBeVisible();
  await expect(dialog.getByText(/1 row cannot be a form/)).toBeVisible();
  await expect(dialog.getByText(/^Row 3: /)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Add to my data' }).click();
  await expect(page.getByText('2 forms were added.')).toBeVisible();
  expect(await formsShown(page)).toBe(2);
});

test('reading and adding a file can be cancelled, and a lost answer is told', async ({
  page,
  expectConsoleError,
}) => {
  expectConsoleError(/ERR_FAILED/);
  await signUp(page, newPerson('Carl'));
  await openSettings(page);
  const dialog = await openImport(page);
  const file = 'u1,2026-11-16T13:00:00Z,Tremor,3,';
  // Never answered.
  await page.route('**/api/importData', () => {});
  await choose(page, 'table.csv', file);
  await expect(page.getByRole('progressbar', { name: 'Reading the file' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog.getByText('Cancelled. Nothing was added.')).toBeVisible();

  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await choose(page, 'table.csv', file);
  await expect(dialog.getByText(/1 form with 1 rating/)).toBeVisible();
  await page.route('**/api/importData', () => {});
  await page.getByRole('button', { name: 'Add to my data' }).click();
  await expect(page.getByRole('button', { name: 'Adding...' })).toBeVisible();
  await expect(page.getByRole('progressbar', { name: 'Adding the forms' })).toBeVisible();
  await expectAccessible(page);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.getByRole('button', { name: 'Cancel' }).click();
  // What it would add is looked up anew: it may have been too late to cancel.
  await expect(dialog.getByText(/1 form with 1 rating/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Add to my data' })).toBeFocused();

  await page.route('**/api/importData', (route) => route.abort());
  await page.getByRole('button', { name: 'Add to my data' }).click();
  await expect(dialog.getByRole('alert')).toContainText('we do not know if it was done');
  await expectAccessible(page);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.getByRole('button', { name: 'Add to my data' }).click();
  await expect(page.getByText('1 form was added.')).toBeVisible();
  expect(await formsShown(page)).toBe(1);
});

test('a file in an encoding of its own is not guessed at', async ({ page }) => {
  await signUp(page, newPerson('Rosa'));
  await openSettings(page);
  const dialog = await openImport(page);
  const row = 'u1,2024-03-01 08:15,Müdigkeit,3,';
  await choose(page, 'table.csv', Buffer.from(row, 'latin1'));
  await expect(dialog.getByRole('alert')).toHaveText(
    'The letters of this file cannot be read. Please save it as CSV UTF-8.',
  );
  await choose(page, 'table.csv', row);
  await expect(dialog.getByRole('status')).toContainText('Müdigkeit, as Symptom 1');
});

test('a file that takes long can be cancelled, and one that fails says so', async ({
  page,
  expectConsoleError,
}) => {
  expectConsoleError(/ERR_FAILED|status of 503/);
  await signUp(page, newPerson('Cleo'));
  await openSettings(page);
  const button = page.getByRole('button', { name: 'Download JSON' });
  await page.route('**/api/exportData*', () => {});
  await button.click();
  await expect(page.getByRole('progressbar', { name: 'Making the file' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByText('Cancelled. No file was made.')).toBeVisible();
  await expect(button).toBeFocused();
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.route('**/api/exportData*', (route) => route.abort());
  await button.click();
  await expect(page.getByRole('alert')).toHaveText('Failed to export data');
  await expectAccessible(page);
});

async function openSettings(page: Page): Promise<void> {
  await page.getByRole('tab', { name: 'Settings' }).click();
  await expect(page.getByRole('button', { name: 'Download JSON' })).toBeVisible();
}

async function openImport(page: Page) {
  await page.getByRole('button', { name: 'Bring in data' }).click();
  const dialog = page.getByRole('dialog', { name: 'Bring in data' });
  await expect(dialog).toBeVisible();
  return dialog;
}

async function choose(page: Page, name: string, content: string | Buffer): Promise<void> {
  const file = { name, mimeType: 'text/plain', buffer: Buffer.from(content) };
  await page.getByLabel('Choose a file').setInputFiles(file);
}

async function downloaded(page: Page, format: 'CSV' | 'JSON' | 'FHIR') {
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: `Download ${format}` }).click();
  const download = await downloading;
  const content = await readFile(await download.path(), 'utf8');
  return { content, fileName: download.suggestedFilename() };
}

async function formsShown(page: Page): Promise<number> {
  const { id } = await (await page.request.get('/api/auth/session')).json();
  const answer = await page.request.get(`/api/getUserForms?userId=${id}`);
  return (await answer.json()).length;
}

async function logWithNote(page: Page, severities: number[], note: string): Promise<void> {
  await page.getByRole('button', { name: 'Track Symptoms' }).click();
  for (const [index, severity] of severities.entries()) {
    const slider = page.getByRole('slider').nth(index);
    await slider.locator('..').getByText(String(severity), { exact: true }).click();
  }
  await page
    .getByRole('button', { name: /Add a note/ })
    .first()
    .click();
  await page.getByRole('dialog').getByRole('textbox').first().fill(note);
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
}
