import type { Page } from '@playwright/test';
import { newPerson, signIn } from './people.ts';
import { expect, test } from './test.ts';
import { begin, fillForm } from './unfinished.ts';

/** Comes back to a tab, as from another one. */
async function comeBack(page: Page): Promise<void> {
  const asked = page.waitForResponse('**/api/auth/session');
  await page.evaluate(() =>
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true })),
  );
  await asked;
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

test('who comes back to a tab sees who is signed in by now', async ({ page, context }) => {
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
