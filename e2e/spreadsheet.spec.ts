import type { Page } from '@playwright/test';
import type { CellValue } from '../src/server/testing/sheets/grid.ts';
import { logForm, nameSymptoms, newPerson, pressStops, signUp } from './people.ts';
import { expect, expectAccessible, newGoogler, pressIn, test } from './ways-in.ts';

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
  await expect(page.getByRole('heading', { name: 'Personal spreadsheet' })).toBeVisible();
}

async function turnOn(page: Page, name: string): Promise<void> {
  await openCard(page);
  const asked = page.waitForEvent('popup');
  await page.getByRole('button', { name: 'Turn on the spreadsheet' }).click();
  await pressIn(await asked, `Continue as ${name}`);
  await expect(page.getByRole('button', { name: 'Turn off the spreadsheet' })).toBeVisible();
}

const ON = 'It is on. All your forms are in it.';

test('three forms and an edit are the header and three rows of a spreadsheet that is turned on', async ({
  page,
  around,
  setNow,
}) => {
  newGoogler(around, 'Rosa Rows');
  await signInWithGoogle(page, 'Rosa Rows');
  await nameSymptoms(page, ['Tremor', 'Stiffness']);
  await turnOn(page, 'Rosa Rows');
  await setNow('2026-11-18T17:01:00Z');
  await expect(page.getByText(ON)).toBeVisible();
  await expectAccessible(page);
  const [book] = [...around.sheets.books.values()].slice(-1);
  const link = page.getByRole('link', { name: 'Open your spreadsheet' });
  await expect(link).toHaveAttribute('href', `https://docs.google.com/spreadsheets/d/${book?.id}`);
  expect(await page.evaluate(() => localStorage.getItem('userSheetId'))).toBe(book?.id);

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
    .poll(() => around.sheets.valuesOf(book, 'HealthData'))
    .toEqual([HEADER, ...expected]);
  expect(around.sheets.complaints).toEqual([]);

  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL('/signin');
  expect(await page.evaluate(() => localStorage.getItem('userSheetId'))).toBeNull();
});

test('whoever does not allow it is told, and everything else works', async ({ page, around }) => {
  newGoogler(around, 'Nora No');
  await signInWithGoogle(page, 'Nora No');
  await nameSymptoms(page, ['Tremor']);
  await openCard(page);
  await expectAccessible(page);
  const opened = page.waitForEvent('popup');
  await page.getByRole('button', { name: 'Turn on the spreadsheet' }).click();
  const popup = await opened;
  await expect(page.getByText('Please go on in the Google window.')).toBeVisible();
  await expectAccessible(page);
  await pressIn(popup, 'Cancel');
  await expect(page.getByRole('alert')).toHaveText('Google: The person said no');
  around.google.denyScopes(['https://www.googleapis.com/auth/spreadsheets']);
  const again = page.waitForEvent('popup');
  await page.getByRole('button', { name: 'Turn on the spreadsheet' }).click();
  await pressIn(await again, 'Continue as Nora No');
  around.google.denyScopes([]);
  await expect(page.getByRole('alert')).toHaveText(
    'The spreadsheet was not allowed, so nothing was turned on.',
  );
  await page.getByRole('tab', { name: 'Symptom Overview' }).click();
  await logForm(page, [3]);
  expect(await page.evaluate(() => localStorage.getItem('userSheetId'))).toBeNull();
});

test('where popups are blocked, it is turned on in place of the page', async ({ page, around }) => {
  newGoogler(around, 'Paul Page');
  await signInWithGoogle(page, 'Paul Page');
  await openCard(page);
  await page.evaluate(() => {
    window.open = () => null;
  });
  await page.getByRole('button', { name: 'Turn on the spreadsheet' }).click();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('alert')).toHaveText('Google: The person said no');
  await page.evaluate(() => {
    window.open = () => null;
  });
  await page.getByRole('button', { name: 'Turn on the spreadsheet' }).click();
  await page.getByRole('button', { name: 'Continue as Paul Page' }).click();
  await expect(page.getByRole('button', { name: 'Turn off the spreadsheet' })).toBeVisible();
});

test('the card says how it is: waiting, failed, current, gone, and off', async ({
  page,
  around,
  setNow,
}) => {
  newGoogler(around, 'Sue States');
  await signInWithGoogle(page, 'Sue States');
  await nameSymptoms(page, ['Tremor']);
  around.sheets.always = { kind: 503 };
  await turnOn(page, 'Sue States');
  await page.getByRole('tab', { name: 'Symptom Overview' }).click();
  await logForm(page, [3]);
  await openCard(page);
  await expect(
    page.getByText(
      'It is on. 1 form still goes there. Google asks us to wait. We keep trying, and nothing is lost.',
    ),
  ).toBeVisible();
  await expectAccessible(page);

  around.sheets.always = undefined;
  await setNow('2026-11-18T17:30:00Z');
  await expect(page.getByText(ON)).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('userSheetId'))).not.toBeNull();

  around.sheets.always = { kind: 503 };
  await page.getByRole('tab', { name: 'Symptom Overview' }).click();
  await logForm(page, [4]);
  await openCard(page);
  await expect(page.getByText('It is on. 1 form still goes there.')).toBeVisible();
  await page.getByRole('button', { name: 'Delete Account' }).click();
  await expect(page.getByRole('dialog').getByText('1 form is not in it yet.')).toBeVisible();
  await page.getByRole('button', { name: 'Keep my account' }).click();

  around.sheets.always = undefined;
  around.sheets.books.clear();
  await setNow('2026-11-18T17:40:00Z');
  await openCard(page);
  await expect(
    page.getByText(
      'It was turned off: your spreadsheet is gone. Turn it on again to get a new one.',
    ),
  ).toBeVisible();
  await expectAccessible(page);
  expect(await page.evaluate(() => localStorage.getItem('userSheetId'))).toBeNull();
  await page.getByRole('tab', { name: 'Symptom Overview' }).click();
  await expect(page.getByText('Your Google spreadsheet was turned off.')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'See why in Settings' }).click();

  await turnOn(page, 'Sue States');
  await setNow('2026-11-18T17:50:00Z');
  await expect(page.getByText(ON)).toBeVisible();
  await page.getByRole('button', { name: 'Turn off the spreadsheet' }).click();
  await expect(page.getByRole('button', { name: 'Turn on the spreadsheet' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Open your spreadsheet' })).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('userSheetId'))).toBeNull();
  expect(around.sheets.complaints).toEqual([]);
});

test('an account that is deleted leaves the spreadsheet, says so, and gives the grant back', async ({
  page,
  around,
  setNow,
}) => {
  newGoogler(around, 'Lea Leaves');
  await signInWithGoogle(page, 'Lea Leaves');
  await nameSymptoms(page, ['Tremor']);
  await page.getByRole('tab', { name: 'Symptom Overview' }).click();
  await logForm(page, [3]);
  await turnOn(page, 'Lea Leaves');
  await setNow('2026-11-18T17:01:00Z');
  await expect(page.getByText(ON)).toBeVisible();
  const [book] = [...around.sheets.books.values()].slice(-1);
  const revoked = around.google.revoked.length;
  await page.getByRole('button', { name: 'Delete Account' }).click();
  await expect(
    page.getByText('Your Google spreadsheet is yours and stays. We no longer write to it.'),
  ).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Delete everything for good' }).click();
  await expect(page).toHaveURL('/signin');
  expect(around.sheets.valuesOf(book, 'HealthData')).toHaveLength(2);
  await expect.poll(() => around.google.revoked.length).toBe(revoked + 1);
});

test('who left it off is told no more; rows that cannot come in are named', async ({
  page,
  around,
  setNow,
  expectConsoleError,
}) => {
  expectConsoleError(/status of 400/);
  newGoogler(around, 'Nell Named');
  await signInWithGoogle(page, 'Nell Named');
  await nameSymptoms(page, ['Tremor']);
  await turnOn(page, 'Nell Named');
  await setNow('2026-11-18T17:01:00Z');
  await expect(page.getByText(ON)).toBeVisible();
  const [book] = [...around.sheets.books.values()].slice(-1);
  const rows = [['old-1', 'yesterday', 'Tremor', 4, 'Bad day']];
  book?.sheets.push(...around.sheets.addBook('nobody', { SymptomData: rows }).sheets);
  await page.getByRole('tab', { name: 'Symptom Overview' }).click();
  await logForm(page, [3]);
  await setNow('2026-11-18T17:02:00Z');
  await openCard(page);
  await expect(page.getByText(ON)).toBeVisible();
  await page.getByRole('tab', { name: 'Symptom Overview' }).click();
  await expect(page.getByText('Row 1: timestamp must be a time')).toBeVisible();
  await expect(page.getByText('Failed to load symptom data')).toBeHidden();
  await expectAccessible(page);

  around.sheets.books.clear();
  await logForm(page, [4]);
  await setNow('2026-11-18T17:10:00Z');
  await openCard(page);
  await expect(page.getByText('your spreadsheet is gone')).toBeVisible();
  await page.getByRole('tab', { name: 'Symptom Overview' }).click();
  await page.getByRole('button', { name: 'Leave it off' }).click();
  await expect(page.getByText('Your Google spreadsheet was turned off.')).toBeHidden();
  await openCard(page);
  await expect(page.getByText('your spreadsheet is gone')).toBeHidden();
  await expect(page.getByRole('button', { name: 'Turn on the spreadsheet' })).toBeVisible();
});

test('where the browser keeps nothing, one can sign in and out, and be mailed a code', async ({
  page,
  around,
}) => {
  newGoogler(around, 'Stan Storeless');
  await page.addInitScript(() => {
    for (const storage of ['localStorage', 'sessionStorage']) {
      Object.defineProperty(window, storage, {
        get() {
          throw new DOMException('Refused', 'SecurityError');
        },
      });
    }
  });
  await signInWithGoogle(page, 'Stan Storeless');
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL('/signin');
  await page.getByRole('link', { name: 'Forgot Password' }).click();
  await expect(page.getByRole('heading', { name: 'Reset your password' })).toBeVisible();
  await page.getByLabel('Email').fill('stan@example.org');
  await page.getByLabel('New Password', { exact: true }).fill('steadier than before');
  await page.getByLabel('Confirm New Password').fill('steadier than before');
  await page.getByRole('button', { name: 'Reset Password' }).click();
  await expect(page.getByLabel('Code from the mail')).toBeVisible();
});

test('someone without Google sees nothing of it', async ({ page }) => {
  await signUp(page, newPerson('Wanda'));
  await page.getByRole('tab', { name: 'Settings' }).click();
  await expect(page.getByRole('button', { name: 'Change password' })).toBeVisible();
  await expect(page.getByText('Personal spreadsheet')).toBeHidden();
});

test('the former app’s rows are offered once, and come in with a press', async ({
  page,
  around,
  setNow,
  expectConsoleError,
}) => {
  expectConsoleError(/status of 502/);
  newGoogler(around, 'Olga Once');
  await signInWithGoogle(page, 'Olga Once');
  await nameSymptoms(page, ['Tremor']);
  await turnOn(page, 'Olga Once');
  await setNow('2026-11-18T17:01:00Z');
  await expect(page.getByText(ON)).toBeVisible();
  const [book] = [...around.sheets.books.values()].slice(-1);
  const rows = [
    ['old-1', '2025-03-01T13:15:00Z', 'Tremor', 4, 'Bad day'],
    ['old-1', '2025-03-02T13:15:00Z', 'Tremor', 2, ''],
  ];
  book?.sheets.push(...around.sheets.addBook('nobody', { SymptomData: rows }).sheets);
  await page.getByRole('tab', { name: 'Symptom Overview' }).click();
  await logForm(page, [3]);
  await setNow('2026-11-18T17:02:00Z');
  await page.getByRole('tab', { name: 'Settings' }).click();
  await expect(page.getByText(ON)).toBeVisible();

  around.sheets.faults.push({ kind: 500 });
  await page.getByRole('tab', { name: 'Symptom Overview' }).click();
  await expect(page.getByText('Failed to load symptom data')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(
    page.getByText('Your spreadsheet holds 2 forms from before. We can bring them in here.'),
  ).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Bring them in' }).click();
  await expect(page.getByText('2 forms came in.')).toBeVisible();
  await page.reload();
  await expect(page.getByRole('button', { name: 'Edit Form #3' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Bring them in' })).toBeHidden();
  await setNow('2026-11-18T17:04:00Z');
  await expect.poll(() => around.sheets.valuesOf(book, 'HealthData')).toHaveLength(4);
});
