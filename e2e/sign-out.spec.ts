import type { Page } from '@playwright/test';
import { newPerson, signIn } from './people.ts';
import { expect, expectAccessible, holdAnswers, test } from './test.ts';
import { begin, fillForm, submitUnsent } from './unfinished.ts';

/** Comes back to a tab, as from another one. */
async function comeBack(page: Page): Promise<void> {
  const asking = page.waitForRequest('**/api/auth/session');
  await page.evaluate(() =>
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true })),
  );
  await (await asking).response();
}

test('signing out by hand in one tab leaves nothing in another', async ({ page, context }) => {
  const person = await begin(page);
  await fillForm(page);
  const other = await context.newPage();
  await other.goto('/dashboard');
  await other.getByRole('button', { name: 'Logout' }).click();
  await expect(other).toHaveURL('/signin');
  await expect(page).toHaveURL('/signin');
  await expect(page.getByRole('dialog')).toBeHidden();
  await signIn(page, person.email, person.password);
  await expect(page.getByText('No forms submitted yet.')).toBeVisible();
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(page.getByRole('button', { name: 'Undo' })).toBeHidden();
});

test('who comes back to a tab sees who is signed in by now', async ({
  page,
  context,
  expectConsoleError,
}) => {
  // What the page still asked for when the session was gone.
  expectConsoleError(/status of 401/);
  await begin(page);
  await expect(page.getByText('Welcome, Keeta').filter({ visible: true })).toBeVisible();
  const { email, password } = newPerson('Somebody');
  const post = async (path: string, data: object) => page.request.post(`/api/${path}`, { data });
  const { userId } = await (await post('auth/signUp', { email, password })).json();
  const profile = { birthday: '1950-01-01', biologicalSex: 'female', yearsWithParkinsons: 6 };
  await post('createUser', { userId, email, firstName: 'Sue', lastName: 'Body', ...profile });
  await post('clearNewUser', { userId });
  await comeBack(page);
  await expect(page.getByText('Welcome, Sue').filter({ visible: true })).toBeVisible();
  await context.clearCookies();
  await comeBack(page);
  await expect(page).toHaveURL('/signin');
});

test('who comes back to a form after the session has ended finds it open', async ({
  page,
  context,
}) => {
  await begin(page);
  await fillForm(page);
  await context.clearCookies();
  await comeBack(page);
  await page.getByRole('button', { name: 'Add a note for Tremor' }).click();
  await expect(page.getByLabel('Notes for Stiffness')).toHaveValue('After sitting for long');
});

test('who signs out with a form that waits is told, and may stay', async ({
  page,
  context,
  expectConsoleError,
}) => {
  expectConsoleError(/ERR_(FAILED|INTERNET_DISCONNECTED)/);
  const person = await begin(page);
  await fillForm(page);
  await context.setOffline(true);
  await submitUnsent(page);
  await page.getByRole('button', { name: 'Close' }).click();
  await context.setOffline(false);
  await page.route('**/api/saveSymptomForm', (route) => route.abort());
  const logout = page.getByRole('button', { name: 'Logout' });
  await logout.click();
  const told = page.getByRole('dialog', { name: 'Not sent yet' });
  await expect(told).toContainText('A form is kept on this device and not sent yet.');
  await expectAccessible(page);
  await told.getByRole('button', { name: 'Stay' }).click();
  await expect(told).toBeHidden();
  await expect(logout).toBeFocused();
  await logout.click();
  await told.getByRole('button', { name: 'Sign out anyway' }).click();
  await expect(page).toHaveURL('/signin');
  await page.unrouteAll({ behavior: 'wait' });
  await signIn(page, person.email, person.password);
  await expect(page.getByText('Form #1 is saved.')).toBeVisible();
});

test('what waits is sent before signing out, unless that takes long', async ({
  page,
  context,
  expectConsoleError,
}) => {
  expectConsoleError(/ERR_(FAILED|INTERNET_DISCONNECTED)/);
  const person = await begin(page);
  const logout = page.getByRole('button', { name: 'Logout' });
  for (const outcome of ['sent', 'too slow']) {
    await fillForm(page);
    await context.setOffline(true);
    await submitUnsent(page);
    await page.getByRole('button', { name: 'Close' }).click();
    const goOn = await holdAnswers(page, '**/api/saveSymptomForm');
    await context.setOffline(false);
    await logout.click();
    await expect(page.getByText('Sending your forms first...')).toBeVisible();
    if (outcome === 'too slow') {
      await page.getByRole('button', { name: 'Sign out anyway' }).click();
      await expect(page).toHaveURL('/signin');
      goOn();
      continue;
    }
    goOn();
    await expect(page).toHaveURL('/signin');
    await signIn(page, person.email, person.password);
    await expect(page.getByText('Form #1', { exact: true })).toBeVisible();
    await page.unrouteAll({ behavior: 'wait' });
  }
});
