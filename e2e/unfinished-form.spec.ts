import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { logOut, pressStops, signIn } from './people.ts';
import { START } from './server.ts';
import { expect, holdAnswers, test } from './test.ts';
import { begin, expectFilled, expectStored, fillForm, submit, submitUnsent } from './unfinished.ts';

/**
 * The behaviour of unsaved forms that needs a real browser. The tests in `src/web/forms/store` cover the rest.
 */

test('a reload restores the draft until the form is saved', async ({ page }) => {
  await begin(page);
  await fillForm(page);
  await expectStored(page, 'After sitting for long');
  // The browser does not ask before the reload, because the draft is stored.
  await page.reload();
  await expectFilled(page);
  await submit(page);
  await page.reload();
  await expect(page.getByText('Form #1', { exact: true })).toBeVisible();
  await expect(page.getByRole('dialog')).toBeHidden();
});

test('a draft survives a killed browser, even while the form is being sent', async ({
  server,
  launchOptions,
}) => {
  const folder = await mkdtemp(join(tmpdir(), 'symptom-tracker-browser-'));
  async function start() {
    const context = await chromium.launchPersistentContext(folder, {
      ...launchOptions,
      baseURL: server.url,
    });
    const page = context.pages()[0] ?? (await context.newPage());
    await page.clock.setFixedTime(START);
    return { context, page };
  }
  let { context, page } = await start();
  const person = await begin(page);
  async function kill() {
    const session = await context.newCDPSession(page);
    const closed = context.waitForEvent('close');
    await session.send('Browser.crash').catch(() => {});
    await closed;
    ({ context, page } = await start());
    // Chromium writes cookies to disk with a delay, so the kill may have lost the session cookie.
    await context.clearCookies();
    await signIn(page, person.email, person.password);
  }

  await fillForm(page);
  await expectStored(page, 'After sitting for long');
  await kill();
  await expectFilled(page);
  const arrived = Promise.withResolvers<void>();
  await page.route('**/api/saveSymptomForm', async (route) => {
    await route.fetch();
    arrived.resolve();
  });
  await page.getByRole('button', { name: 'Submit' }).click();
  await arrived.promise;
  await kill();
  // The app sends the submitted form again, and the server saves it only once.
  await expect(page.getByText('Form #1 is saved.')).toBeVisible();
  await expect(page.getByText('Form #1', { exact: true })).toBeVisible();
  await expect(page.getByRole('tab', { name: 'Past Forms' })).toBeHidden();
  await context.close();
  await rm(folder, { recursive: true, force: true });
});

test('after the session has ended, the owner signs in in a second window and saves the open form', async ({
  page,
  expectConsoleError,
}) => {
  expectConsoleError(/status of 401/);
  const person = await begin(page);
  await fillForm(page);
  await page.request.post('/api/auth/signOut', { data: {} });
  await page.getByRole('button', { name: 'Submit' }).click();
  const opened = page.waitForEvent('popup');
  await page.getByRole('link', { name: 'Sign in again' }).click();
  const elsewhere = await opened;
  await elsewhere.getByLabel('Email').fill(person.email);
  await elsewhere.getByLabel('Password', { exact: true }).fill(person.password);
  await elsewhere.getByRole('button', { name: 'Continue' }).click();
  await expect(elsewhere.getByRole('button', { name: 'Logout' })).toBeVisible();
  await elsewhere.close();
  await submit(page);
  // Without an open form, the app redirects to the sign-in screen if the session has ended.
  await page.request.post('/api/auth/signOut', { data: {} });
  await page.getByRole('button', { name: 'Refresh' }).first().click();
  await expect(page).toHaveURL('/signin');
});

test('a form that is open in one window can be continued in another only after it is closed', async ({
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
  await second.getByRole('button', { name: 'Continue this form' }).click();
  await pressStops(second, [5]);
  await page.getByRole('button', { name: 'Continue this form' }).click();
  await expect(
    page.getByText('This form is open in another window, or was already sent from there.'),
  ).toBeVisible();
  await submit(second);
  await second.reload();
  await second.getByRole('button', { name: 'Edit Form #1' }).click();
  await expect(second.getByRole('slider').first()).toHaveAttribute(
    'aria-valuetext',
    '5 of 5, Worst',
  );
});

test('logging out in one tab clears the other tabs', async ({ page, context }) => {
  const person = await begin(page);
  await fillForm(page);
  const other = await context.newPage();
  await other.goto('/dashboard');
  await logOut(other, 'Log out and delete');
  await expect(other).toHaveURL('/signin');
  await expect(page).toHaveURL('/signin');
  await signIn(page, person.email, person.password);
  await expect(page.getByText('No forms submitted yet.')).toBeVisible();
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(page.getByRole('button', { name: 'Continue this form' })).toBeHidden();
});

test('a log-out warns about an unsent form, and after the next sign-in a log-out waits until the form is sent', async ({
  page,
  expectConsoleError,
}) => {
  expectConsoleError(/ERR_FAILED/);
  const person = await begin(page);
  await page.route('**/api/saveSymptomForm', (route) => route.abort());
  await fillForm(page);
  await submitUnsent(page);
  const logout = page.getByRole('button', { name: 'Logout' });
  await logout.click();
  const told = page.getByRole('dialog', { name: '1 form is not sent yet' });
  await expect(told).toContainText('It is saved on this device only.');
  await told.getByRole('button', { name: 'Stay signed in' }).click();
  await expect(logout).toBeFocused();
  await logout.click();
  await told.getByRole('button', { name: 'Log out anyway' }).click();
  await expect(page).toHaveURL('/signin');
  // This route takes precedence over the earlier one.
  const goOn = await holdAnswers(page, '**/api/saveSymptomForm');
  await signIn(page, person.email, person.password);
  await logout.click();
  await expect(page.getByText('Sending 1 form before you log out...')).toBeVisible();
  goOn();
  await page.getByRole('button', { name: 'Log out', exact: true }).click();
  await expect(page).toHaveURL('/signin');
  await signIn(page, person.email, person.password);
  await expect(page.getByText('Form #1', { exact: true })).toBeVisible();
});

test('the browser’s Back closes the form and keeps it, even on the first page of the tab', async ({
  page,
  context,
}) => {
  await begin(page);
  const tab = await context.newPage();
  await tab.goto('/dashboard');
  await tab.getByRole('button', { name: 'Track Symptoms' }).click();
  await pressStops(tab, [5]);
  await tab.goBack();
  await expect(tab.getByRole('dialog')).toBeHidden();
  await expect(tab).toHaveURL('/dashboard');
  await tab.getByRole('button', { name: 'Continue this form' }).click();
  await expect(tab.getByRole('slider').first()).toHaveAttribute('aria-valuetext', '5 of 5, Worst');
});
