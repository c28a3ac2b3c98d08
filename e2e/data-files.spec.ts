import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import type { AccountFile } from '../src/contract/account-file.ts';
import { logForm, nameSymptoms, newPerson, signUp, signUpWith } from './people.ts';
import { expect, test } from './test.ts';

test('a JSON export restores everything in a new account after the old one is deleted', async ({
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
  const before = await downloaded(page);
  expect(before.fileName).toBe('Symptom Tracker Jana Lovelace 2026-11-18.json');
  await page.getByRole('button', { name: 'Delete Account' }).click();
  await page.getByLabel('Your password').fill(person.password);
  await page.getByRole('button', { name: 'Delete my account permanently' }).click();
  await expect(page).toHaveURL('/signin');

  await setNow('2026-11-19T15:00:00Z');
  await signUp(page, newPerson('Jonas'));
  await openSettings(page);
  const dialog = await openImport(page);
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
  expect(await formsShown(page)).toBe(0);
  await page.getByRole('button', { name: 'Add to my data' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText('2 forms were added.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Import data' })).toBeFocused();

  const after = await downloaded(page);
  const [old, imported] = [before, after].map(({ content }) => JSON.parse(content) as AccountFile);
  expect(imported?.forms).toEqual(old?.forms);
  expect(imported?.slots.map(({ name }) => name)).toEqual(old?.slots.map(({ name }) => name));
  expect(imported?.pastSymptoms).toEqual(old?.pastSymptoms);

  await page.getByRole('tab', { name: 'Symptom Overview' }).click();
  await page.getByRole('tab', { name: 'Past Forms' }).click();
  await expect(page.getByText('Form #1', { exact: true })).toBeVisible();
  await expect(page.getByText('Nov 18, 12:00 PM EST')).toBeVisible();
  await page.getByRole('tab', { name: 'Most Recent Form' }).click();
  await expect(page.getByText('Nov 18, 3:30 PM EST')).toBeVisible();
  await page.getByRole('button', { name: 'Edit Form #2' }).click();
  await expect(page.getByRole('slider').first()).toHaveAttribute('aria-valuetext', '5 of 5, Worst');
  await expect(page.getByRole('dialog').getByRole('textbox').first()).toHaveValue(
    '=HYPERLINK("x") 震え עברית\n<script>',
  );
});

async function openSettings(page: Page): Promise<void> {
  await page.getByRole('tab', { name: 'Settings' }).click();
  await expect(page.getByRole('button', { name: 'Download your data' })).toBeVisible();
}

async function openImport(page: Page) {
  await page.getByRole('button', { name: 'Import data' }).click();
  const dialog = page.getByRole('dialog', { name: 'Import data' });
  await expect(dialog).toBeVisible();
  return dialog;
}

async function choose(page: Page, name: string, content: string | Buffer): Promise<void> {
  const file = { name, mimeType: 'text/plain', buffer: Buffer.from(content) };
  await page.getByLabel('Choose a file').setInputFiles(file);
}

async function downloaded(page: Page) {
  await page.getByRole('button', { name: 'Download your data' }).click();
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'JSON' }).click();
  const download = await downloading;
  await expect(page.getByText('Your file was downloaded.')).toBeVisible();
  await page.getByRole('button', { name: 'Close' }).click();
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
