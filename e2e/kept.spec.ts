import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Page } from '@playwright/test';
import { nameSymptoms, newPerson, type Person, pressStops, signIn, signUp } from './people.ts';
import { expect, expectAccessible, test } from './test.ts';

const KEPT = 'We kept your unfinished form.';

async function begin(page: Page): Promise<Person> {
  const person = newPerson('Keeta');
  await signUp(page, person);
  await nameSymptoms(page, ['Tremor', 'Stiffness']);
  await page.getByRole('tab', { name: 'Symptom Overview' }).click();
  return person;
}

/** Opens a form and enters something everywhere. */
async function fillForm(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Track Symptoms' }).click();
  await pressStops(page, [4, 2]);
  await page.getByRole('button', { name: 'Add a note for Stiffness' }).click();
  await page.getByLabel('Notes for Stiffness').fill('After sitting for long');
}

async function expectFilled(page: Page): Promise<void> {
  await expect(page.getByText(KEPT)).toBeVisible();
  await expect(page.getByRole('slider').nth(0)).toHaveAttribute('aria-valuetext', '4 of 5');
  await expect(page.getByRole('slider').nth(1)).toHaveAttribute('aria-valuetext', '2 of 5');
  await expect(page.getByLabel('Notes for Stiffness')).toHaveValue('After sitting for long');
}

async function submit(page: Page, number = 1): Promise<void> {
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(page.getByText(`Form #${number} is saved.`)).toBeVisible();
}

/** Forms arrive, and their answers are lost. */
async function loseAnswers(page: Page): Promise<void> {
  await page.route('**/api/saveSymptomForm', async (route) => {
    await route.fetch();
    // A page that was left does not wait for it any more.
    await route.abort().catch(() => {});
  });
}

test('a reload keeps what was typed, until it is saved or discarded', async ({ page }) => {
  await begin(page);
  await fillForm(page);
  page.on('dialog', (dialog) => dialog.accept());
  await page.reload();
  await expectFilled(page);
  await expectAccessible(page);
  await submit(page);
  await page.reload();
  await expect(page.getByText('Form #1', { exact: true })).toBeVisible();
  await expect(page.getByRole('dialog')).toBeHidden();

  await fillForm(page);
  await page.reload();
  await page.getByRole('button', { name: 'Discard it' }).click();
  await page.reload();
  await expect(page.getByText('Form #1', { exact: true })).toBeVisible();
  await expect(page.getByRole('dialog')).toBeHidden();
});

test('a form that was closed can be had back, also after a reload', async ({ page }) => {
  await begin(page);
  await fillForm(page);
  await page.getByRole('button', { name: 'Close' }).click();
  await page.reload();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByLabel('Notes for Stiffness')).toHaveValue('After sitting for long');
  await submit(page);
});

test('the corrections to a past form are kept too', async ({ page }) => {
  await begin(page);
  await fillForm(page);
  await submit(page);
  await page.getByRole('button', { name: 'Edit Form #1' }).click();
  await pressStops(page, [5]);
  page.on('dialog', (dialog) => dialog.accept());
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Edit Symptom Form' })).toBeVisible();
  await expect(page.getByRole('slider').first()).toHaveAttribute('aria-valuetext', '5 of 5');
  await submit(page);
});

test('a session that ends keeps it for the same person, and shows it to nobody else', async ({
  page,
}) => {
  const person = await begin(page);
  await fillForm(page);
  await page.context().clearCookies();
  page.on('dialog', (dialog) => dialog.accept());
  await page.reload();
  await expect(page).toHaveURL('/signin');
  const other = newPerson('Other');
  await page.getByRole('link', { name: 'Sign up' }).click();
  await signUp(page, other);
  await page.getByRole('tab', { name: 'Symptom Overview' }).click();
  await expect(page.getByText('No forms submitted yet.')).toBeVisible();
  await expect(page.getByRole('dialog')).toBeHidden();
  await page.getByRole('button', { name: 'Logout' }).click();
  await signIn(page, person.email, person.password);
  await expectFilled(page);
  await submit(page);
});

test('signing out by hand leaves nothing of it', async ({ page }) => {
  const person = await begin(page);
  await fillForm(page);
  await page.getByRole('button', { name: 'Close' }).click();
  await page.getByRole('button', { name: 'Logout' }).click();
  await signIn(page, person.email, person.password);
  await expect(page.getByText('No forms submitted yet.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Undo' })).toBeHidden();
});

test('a form submitted without a network waits, and is sent once when it is back', async ({
  page,
  context,
  expectConsoleError,
}) => {
  expectConsoleError(/ERR_INTERNET_DISCONNECTED/);
  await begin(page);
  await fillForm(page);
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(page.getByRole('alert')).toHaveText(
    'Failed to save symptom data. Please try again.',
  );
  await expect(
    page.getByText('It is kept on this device. We send it as soon as there is a network.'),
  ).toBeVisible();
  await expectAccessible(page);
  await context.setOffline(false);
  await expect(page.getByText('Form #1 is saved.')).toBeVisible();
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(page.getByText('Form #1', { exact: true })).toBeVisible();
  await expect(page.getByRole('tab', { name: 'Past Forms' })).toBeHidden();
});

test('forms that wait outlive a reload, and each is sent once even where its answer was lost', async ({
  page,
  expectConsoleError,
}) => {
  expectConsoleError(/ERR_FAILED/);
  await begin(page);
  await loseAnswers(page);
  await fillForm(page);
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(page.getByText('It is kept on this device.')).toBeVisible();
  await page.getByRole('button', { name: 'Close' }).click();
  await expect(page.getByText('A form is kept on this device and not sent yet.')).toBeVisible();
  await expectAccessible(page);
  await page.reload();
  await expect(page.getByText('A form is kept on this device and not sent yet.')).toBeVisible();
  await page.unrouteAll({ behavior: 'wait' });
  await page.getByRole('button', { name: 'Send now' }).click();
  await expect(page.getByText('Form #1 is saved.')).toBeVisible();
  await expect(page.getByText('Form #1', { exact: true })).toBeVisible();
  await expect(page.getByRole('tab', { name: 'Past Forms' })).toBeHidden();
});

test('what is corrected after a lost answer is saved as corrected', async ({
  page,
  expectConsoleError,
}) => {
  expectConsoleError(/ERR_FAILED/);
  await begin(page);
  await loseAnswers(page);
  await fillForm(page);
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(page.getByRole('alert')).toBeVisible();
  await page.unrouteAll({ behavior: 'wait' });
  await pressStops(page, [5]);
  await submit(page);
  await page.getByRole('button', { name: 'Edit Form #1' }).click();
  await expect(page.getByRole('slider').first()).toHaveAttribute('aria-valuetext', '5 of 5');
});

test('a form may be for an earlier time, and the history says so', async ({ page }) => {
  await begin(page);
  await page.getByRole('button', { name: 'Track Symptoms' }).click();
  await page.getByRole('button', { name: 'When? Now' }).click();
  await expectAccessible(page);
  await page.getByLabel('Time', { exact: true }).fill('23:00');
  await expect(page.getByRole('alert')).toHaveText('Please choose a time that has passed.');
  await expectAccessible(page);
  await page.getByLabel('Day', { exact: true }).fill('2026-11-16');
  await page.getByLabel('Time', { exact: true }).fill('08:10');
  await expect(page.getByRole('alert')).toBeHidden();
  await submit(page);
  await expect(page.getByText('November 16, 2026, 8:10 AM EST')).toBeVisible();
  await expect(page.getByText('Added later, on November 18, 2026')).toBeVisible();
  await expectAccessible(page);
});

test('a browser that is killed has everything again', async ({ server, launchOptions }) => {
  const folder = await mkdtemp(join(tmpdir(), 'symptom-tracker-browser-'));
  const start = async () => {
    const context = await chromium.launchPersistentContext(folder, {
      ...launchOptions,
      baseURL: server.url,
    });
    return { context, page: context.pages()[0] ?? (await context.newPage()) };
  };
  const first = await start();
  const person = await begin(first.page);
  await fillForm(first.page);
  const session = await first.context.newCDPSession(first.page);
  const closed = first.context.waitForEvent('close');
  await session.send('Browser.crash').catch(() => {});
  await closed;
  const second = await start();
  await second.context.clearCookies();
  // Chromium writes cookies down now and then only: it may have forgotten who is signed in.
  await signIn(second.page, person.email, person.password);
  await expectFilled(second.page);
  await submit(second.page);
  await second.context.close();
  await rm(folder, { recursive: true, force: true });
});

test('who signs in elsewhere in the same browser sees nothing of a form that was here', async ({
  page,
  expectConsoleError,
}) => {
  expectConsoleError(/status of 404/);
  await begin(page);
  await fillForm(page);
  await page.getByRole('button', { name: 'Close' }).click();
  await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible();
  const { email, password } = newPerson('Somebody');
  const post = async (path: string, data: object) => page.request.post(`/api/${path}`, { data });
  const { userId } = await (await post('auth/signUp', { email, password })).json();
  const profile = { birthday: '1950-01-01', biologicalSex: 'female', yearsWithParkinsons: 6 };
  await post('createUser', { userId, email, firstName: 'Sue', lastName: 'Body', ...profile });
  await page.getByRole('button', { name: 'Refresh' }).first().click();
  await expect(page.getByText('Welcome, Sue').filter({ visible: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Undo' })).toBeHidden();
});

test('after a slip, Track Symptoms goes on with the form that was closed', async ({ page }) => {
  await begin(page);
  await fillForm(page);
  await page.getByRole('button', { name: 'Close' }).click();
  await page.getByRole('button', { name: 'Track Symptoms' }).click();
  await expectFilled(page);
  await page.getByRole('button', { name: 'When? Now' }).click();
  await page.getByLabel('Time', { exact: true }).fill('23:00');
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(page.getByRole('alert')).toHaveText('Please choose a time that has passed.');
  await page.getByRole('button', { name: 'Set to now' }).click();
  await submit(page);
});
