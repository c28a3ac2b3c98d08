import type { Page } from '@playwright/test';
import type { CellValue } from '../src/server/testing/sheets/grid.ts';
import { logForm, logOut, nameSymptoms, pressStops } from './people.ts';
import { newGoogleUser, pressIn } from './services.ts';
import { expect, test } from './test.ts';

const HEADER = [
  'UserID',
  'Timestamp',
  'SymptomLevel',
  'MedicationTaken',
  'ExerciseMinutes',
  'SleepHours',
  'Mood',
  'Notes',
];

async function signInWithGoogle(page: Page, name: string): Promise<void> {
  await page.goto('/signin');
  const opened = page.waitForEvent('popup');
  await page.getByRole('button', { name: 'Sign in with Google' }).click();
  await pressIn(await opened, `Continue as ${name}`);
  await page.getByRole('button', { name: 'Get Started' }).click();
}

async function openCard(page: Page): Promise<void> {
  await page.getByRole('tab', { name: 'Settings' }).click();
  await page.getByRole('button', { name: 'Personal spreadsheet' }).click();
}

async function turnOn(page: Page, name: string): Promise<void> {
  await openCard(page);
  const asked = page.waitForEvent('popup');
  await page.getByRole('button', { name: 'Turn on the spreadsheet' }).click();
  await pressIn(await asked, `Continue as ${name}`);
  await expect(page.getByRole('button', { name: 'Turn off the spreadsheet' })).toBeVisible();
}

const ON = 'The spreadsheet is on. It has all your forms, doses and check-ins.';

test('a spreadsheet that is turned on holds a header and three rows after three forms and an edit', async ({
  page,
  services,
  setNow,
}) => {
  newGoogleUser(services, 'Rosa Rows');
  await signInWithGoogle(page, 'Rosa Rows');
  await nameSymptoms(page, ['Tremor', 'Stiffness']);
  await turnOn(page, 'Rosa Rows');
  await setNow('2026-11-18T17:01:00Z');
  await expect(page.getByText(ON)).toBeVisible();
  const [book] = [...services.sheets.books.values()].slice(-1);
  const link = page.getByRole('link', { name: 'Open your spreadsheet' });
  await expect(link).toHaveAttribute('href', `https://docs.google.com/spreadsheets/d/${book?.id}`);
  expect(await page.evaluate(() => localStorage.getItem('userSheetId'))).toBe(book?.id);

  await page.getByRole('button', { name: 'Close' }).click();
  await page.getByRole('tab', { name: 'Symptom Overview' }).click();
  await logForm(page, [1, 2]);
  await setNow('2026-11-18T17:02:00Z');
  await logForm(page, [3, 4]);
  await setNow('2026-11-18T17:03:00Z');
  await page.getByRole('button', { name: 'Track Symptoms' }).click();
  await pressStops(page, [5, 5]);
  await page.getByRole('button', { name: 'Add a note for Tremor' }).click();
  await page.getByLabel('Notes for Tremor').fill('=1+1 😀');
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
  await page.getByRole('tab', { name: 'Past Forms' }).click();
  await page.getByRole('button', { name: 'Edit Form #1' }).click();
  await pressStops(page, [2, 3]);
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
  await setNow('2026-11-18T17:04:00Z');

  const [, ...rows] = [
    { time: '', level: 0, notes: '' },
    { time: '12:01', level: 2.5, notes: 'Tremor: 2\nStiffness: 3' },
    { time: '12:02', level: 3.5, notes: 'Tremor: 3\nStiffness: 4' },
    { time: '12:03', level: 5, notes: 'Tremor: 5 - =1+1 😀\nStiffness: 5' },
  ];
  const userId = book?.title.slice('Symptom Tracker '.length) ?? '';
  const expected: CellValue[][] = rows.map(({ time, level, notes }) => [
    userId,
    `2026-11-18T${time}:00-05:00`,
    level,
    '',
    '',
    '',
    '',
    notes,
  ]);
  await expect
    .poll(() => services.sheets.valuesOf(book, 'HealthData'))
    .toEqual([HEADER, ...expected]);
  expect(services.sheets.violations).toEqual([]);

  await logOut(page);
  await expect(page).toHaveURL('/signin');
  expect(await page.evaluate(() => localStorage.getItem('userSheetId'))).toBeNull();
});

test('the old app’s rows are offered once, and one press imports them', async ({
  page,
  services,
  setNow,
  expectConsoleError,
}) => {
  expectConsoleError(/status of 502/);
  newGoogleUser(services, 'Olga Once');
  await signInWithGoogle(page, 'Olga Once');
  await nameSymptoms(page, ['Tremor']);
  await turnOn(page, 'Olga Once');
  await setNow('2026-11-18T17:01:00Z');
  await expect(page.getByText(ON)).toBeVisible();
  const [book] = [...services.sheets.books.values()].slice(-1);
  const rows = [
    ['old-1', '2025-03-01T13:15:00Z', 'Tremor', 4, 'Bad day'],
    ['old-1', '2025-03-02T13:15:00Z', 'Tremor', 2, ''],
  ];
  book?.sheets.push(...services.sheets.addBook('nobody', { SymptomData: rows }).sheets);
  await page.getByRole('button', { name: 'Close' }).click();
  await page.getByRole('tab', { name: 'Symptom Overview' }).click();
  await logForm(page, [3]);
  await setNow('2026-11-18T17:02:00Z');
  // Waits until the mirror has written this row. Then the page causes the next request to Google, which gets the fault.
  await expect.poll(() => services.sheets.valuesOf(book, 'HealthData')).toHaveLength(2);

  services.sheets.faults.push({ kind: 500 });
  await page.getByRole('tab', { name: 'Settings' }).click();
  await page.getByRole('tab', { name: 'Symptom Overview' }).click();
  await expect(page.getByText('Failed to load symptom data')).toBeVisible();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('We found 2 forms from the old app. Add them here?')).toBeVisible();
  await page.getByRole('button', { name: 'Add these forms' }).click();
  await expect(page.getByText('2 forms were added.')).toBeVisible();
  await page.reload();
  await expect(page.getByRole('button', { name: 'Edit Form #1' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Add these forms' })).toBeHidden();
  await setNow('2026-11-18T17:04:00Z');
  await expect.poll(() => services.sheets.valuesOf(book, 'HealthData')).toHaveLength(4);
});
