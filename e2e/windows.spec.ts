import type { Page } from '@playwright/test';
import { newPerson, pressStops } from './people.ts';
import { expect, expectAccessible, test } from './test.ts';
import {
  begin,
  expectFilled,
  expectNothingHeld,
  fillForm,
  submit,
  submitUnsent,
} from './unfinished.ts';

const OTHERWISE =
  'Form #1 was saved before, with other values. Press Submit to change it to what you see here.';

function severity(page: Page) {
  return page.getByRole('slider').first();
}

/** Someone else's answer to the same submission: another device with the same data, say. */
async function saveElsewhere(page: Page, formData: object): Promise<void> {
  await page.route(
    '**/api/saveSymptomForm',
    async (route) => {
      await route.fetch({ postData: { ...route.request().postDataJSON(), formData } });
      await route.abort();
    },
    { times: 1 },
  );
}

test('what was saved from elsewhere under the same id is not overwritten unseen', async ({
  page,
  expectConsoleError,
}) => {
  expectConsoleError(/ERR_FAILED/);
  await begin(page);
  await fillForm(page);
  await saveElsewhere(page, {
    symptom1: { name: 'Tremor', severity: 1 },
    symptom2: { name: 'Stiffness', severity: 1 },
  });
  await submitUnsent(page);
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(page.getByRole('alert')).toHaveText(OTHERWISE);
  await expect(page.getByRole('heading', { name: 'Edit Symptom Form' })).toBeVisible();
  await expect(severity(page)).toHaveAttribute('aria-valuetext', '4 of 5');
  await expect(page.getByLabel('Notes for Stiffness')).toHaveValue('After sitting for long');
  await submit(page);
  await page.getByRole('button', { name: 'Edit Form #1' }).click();
  await expect(severity(page)).toHaveAttribute('aria-valuetext', '4 of 5');
  await expect(page.getByRole('tab', { name: 'Past Forms' })).toBeHidden();
});

test('where that holds other symptoms, what was rated here becomes a form of its own', async ({
  page,
  expectConsoleError,
}) => {
  expectConsoleError(/ERR_FAILED/);
  await begin(page);
  await fillForm(page);
  await saveElsewhere(page, { symptom1: { name: 'Falls', severity: 1 } });
  await submitUnsent(page);
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(page.getByRole('alert')).toHaveText(
    'Form #1 was saved before, with other values. Press Submit to save what you see here as another form.',
  );
  await submit(page, 2);
  await page.reload();
  await expect(page.getByText('Form #2', { exact: true })).toBeVisible();
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(page.getByText('not saved')).toBeHidden();
});

test('a form that is open in one window stays there, and goes on in another once it is closed', async ({
  page,
  context,
}) => {
  await begin(page);
  await fillForm(page);
  const second = await context.newPage();
  await second.goto('/dashboard');
  await expect(second.getByText('No forms submitted yet.')).toBeVisible();
  await expect(second.getByRole('dialog')).toBeHidden();
  await page.getByRole('button', { name: 'Close' }).click();
  await second.reload();
  await second.getByRole('button', { name: 'Undo' }).click();
  await pressStops(second, [5]);
  await page.getByRole('button', { name: 'Undo' }).click();
  const elsewhere = page.getByText('That form is open in another window, or was finished there.');
  await expect(elsewhere).toBeVisible();
  await expectAccessible(page);
  await expect(page.getByRole('dialog')).toBeHidden();
  await submit(second);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('button', { name: 'Undo' })).toBeHidden();
  await expect(elsewhere).toBeVisible();
  await second.reload();
  await second.getByRole('button', { name: 'Edit Form #1' }).click();
  await expect(severity(second)).toHaveAttribute('aria-valuetext', '5 of 5');
});

test('new forms in two windows are both kept', async ({ page, context }) => {
  await begin(page);
  const second = await context.newPage();
  await second.goto('/dashboard');
  for (const [window, value] of [
    [page, 4],
    [second, 2],
  ] as const) {
    await window.getByRole('button', { name: 'Track Symptoms' }).click();
    await expect(severity(window)).toBeVisible();
    await pressStops(window, [value]);
  }
  for (const window of [page, second]) {
    await window.getByRole('button', { name: 'Close' }).click();
  }
  await second.close();
  await page.reload();
  const closed = page.getByText('Your form was closed and is not saved.');
  await expect(closed).toHaveCount(2);
  const seen: (string | null)[] = [];
  for (const number of [1, 2]) {
    await page.getByRole('button', { name: 'Undo' }).first().click();
    seen.push(await severity(page).getAttribute('aria-valuetext'));
    await submit(page, number);
  }
  expect(seen.sort()).toEqual(['2 of 5', '4 of 5']);
});

test('where the device dies as a form becomes another one, it is there as it was', async ({
  page,
  expectConsoleError,
}) => {
  expectConsoleError(/ERR_FAILED/);
  await begin(page);
  await fillForm(page);
  await saveElsewhere(page, { symptom1: { name: 'Falls', severity: 1 } });
  await submitUnsent(page);
  await page.route('**/api/saveSymptomForm', async (route) => {
    await page.evaluate(() => {
      IDBObjectStore.prototype.put = () => {
        throw new DOMException('No more', 'UnknownError');
      };
    });
    await route.continue();
  });
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(page.getByRole('alert')).toContainText('as another form');
  page.on('dialog', (dialog) => dialog.accept());
  await page.reload();
  await expectFilled(page);
});

test('a form whose page is left is free for every window', async ({ page }) => {
  const person = await begin(page);
  await page.getByRole('button', { name: 'Logout' }).click();
  await page.getByRole('link', { name: 'Sign up' }).click();
  await page.getByRole('link', { name: 'Sign in' }).click();
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('button', { name: 'Track Symptoms' }).click();
  await expect(severity(page)).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('dialog')).toBeHidden();
  await expectNothingHeld(page);
});

test('a form that is submitted after someone else has signed in stays with its owner', async ({
  page,
  expectConsoleError,
}) => {
  expectConsoleError(/status of 404/);
  const owner = await begin(page);
  await fillForm(page);
  const post = async (path: string, data: object) => page.request.post(`/api/${path}`, { data });
  const { email, password } = newPerson('Somebody');
  const { userId } = await (await post('auth/signUp', { email, password })).json();
  const profile = { birthday: '1950-01-01', biologicalSex: 'female', yearsWithParkinsons: 6 };
  await post('createUser', { userId, email, firstName: 'Sue', lastName: 'Body', ...profile });
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(page.getByText('Welcome, Sue').filter({ visible: true })).toBeVisible();
  await expect(page.getByRole('dialog')).toBeHidden();
  await post('auth/signOut', {});
  await post('auth/signIn', { email: owner.email, password: owner.password });
  await page.goto('/dashboard');
  await expectFilled(page);
  await submit(page);
});
