import type { Page } from '@playwright/test';
import { newPerson, signIn, signUp } from './people.ts';
import { expect, expectAccessible, mailedCode, newGoogler, pressIn, test } from './ways-in.ts';

async function openSettings(page: Page): Promise<void> {
  await page.getByRole('tab', { name: 'Settings' }).click();
  await expect(page.getByRole('button', { name: 'Sign out everywhere' })).toBeVisible();
}

test('an account is deleted with the password once more, and nobody gets in again', async ({
  page,
  expectConsoleError,
}) => {
  expectConsoleError(/status of 40[13]/);
  const person = newPerson('Dora');
  await signUp(page, person);
  await openSettings(page);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Delete Account' }).click();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Keep my account' }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
  await page.getByRole('button', { name: 'Delete Account' }).click();
  await page.getByLabel('Your password').fill('not the password');
  await page.getByLabel('Your password').press('Enter');
  await page.getByRole('button', { name: 'Delete everything for good' }).click();
  await expect(page.getByRole('alert')).toHaveText('This is not your password. Please try again.');
  await expectAccessible(page);
  await page.getByLabel('Your password').fill(person.password);
  await page.getByRole('button', { name: 'Delete everything for good' }).click();
  await expect(page).toHaveURL('/signin');
  await expect(page.getByText('Your account and everything in it were deleted.')).toBeVisible();
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('alert')).toHaveText('Wrong email or password. Please try again.');
});

test('an account without a password is deleted after a fresh Google sign-in', async ({
  page,
  around,
  setNow,
}) => {
  newGoogler(around, 'Gina Goes');
  await page.goto('/signin');
  const opened = page.waitForEvent('popup');
  await page.getByRole('button', { name: 'Sign in with Google' }).click();
  await pressIn(await opened, 'Continue as Gina Goes');
  await page.getByRole('button', { name: 'Get Started' }).click();
  await setNow('2026-11-18T17:10:00Z');
  await openSettings(page);
  await expect(page.getByRole('button', { name: 'Set a password' })).toBeVisible();
  await page.getByRole('button', { name: 'Delete Account' }).click();
  await expect(page.getByRole('button', { name: 'Delete everything for good' })).toBeHidden();
  await expectAccessible(page);
  const confirmed = page.waitForEvent('popup');
  await page.getByRole('button', { name: 'Confirm with Google' }).click();
  await pressIn(await confirmed, 'Continue as Gina Goes');
  await expect(page.getByText('You have confirmed that it is you.')).toBeVisible();
  await page.getByRole('button', { name: 'Delete everything for good' }).click();
  await expect(page).toHaveURL('/signin');
});

test('signing out everywhere ends every session, and forgets what the browser knew', async ({
  page,
  browser,
  baseURL,
}) => {
  const person = newPerson('Edda');
  await signUp(page, person);
  const elsewhere = await browser.newPage({ baseURL: baseURL ?? '' });
  await signIn(elsewhere, person.email, person.password);
  await page.evaluate(() => localStorage.setItem('userSheetId', 'a sheet'));
  await openSettings(page);
  await page.getByRole('button', { name: 'Sign out everywhere' }).click();
  await expectAccessible(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Sign out everywhere' }).click();
  await expect(page).toHaveURL('/signin');
  expect(await page.evaluate(() => localStorage.getItem('userSheetId'))).toBeNull();
  await elsewhere.reload();
  await expect(elsewhere).toHaveURL('/signin');
  await elsewhere.close();
});

test('the password is changed with the old one; elsewhere one is signed out', async ({
  page,
  browser,
  baseURL,
  around,
}) => {
  const person = newPerson('Frieda');
  await signUp(page, person);
  const elsewhere = await browser.newPage({ baseURL: baseURL ?? '' });
  await signIn(elsewhere, person.email, person.password);
  await openSettings(page);
  await page.getByRole('button', { name: 'Change password' }).click();
  await expectAccessible(page);
  await page.getByLabel('Your password').fill(person.password);
  await page.getByLabel('New Password', { exact: true }).fill('steadier than before');
  await page.getByLabel('Confirm New Password').fill('steadier than before');
  await page.getByRole('button', { name: 'Save password' }).click();
  await expect(
    page.getByText('Your password was changed. Everywhere else you are signed out.'),
  ).toBeVisible();
  expect((await around.mail.nextMail(person.email)).subject).toBe('Your password was changed');
  await page.reload();
  await expect(page.getByRole('button', { name: 'Logout' })).toBeVisible();
  await elsewhere.reload();
  await expect(elsewhere).toHaveURL('/signin');
  await elsewhere.close();
});

test('the email is changed with a code that was mailed to the new one', async ({
  page,
  around,
}) => {
  const person = newPerson('Hanna');
  const moved = newPerson('Moved').email;
  await signUp(page, person);
  await openSettings(page);
  await page.getByRole('button', { name: 'Change email' }).click();
  await page.getByLabel('Your password').fill(person.password);
  await page.getByLabel('New Email').fill(moved);
  await page.getByRole('button', { name: 'Send code' }).click();
  await page.getByLabel('Code from the mail').fill(await mailedCode(around, moved));
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Save email' }).click();
  await expect(page.getByText(`You now sign in as ${moved}.`)).toBeVisible();
  expect((await around.mail.nextMail(person.email)).subject).toBe('Your email was changed');
  await page.getByRole('button', { name: 'Logout' }).click();
  await signIn(page, moved, person.password);
});

test('the account’s own email is confirmed with a code, and everything stays', async ({
  page,
  around,
}) => {
  const person = newPerson('Connie');
  await signUp(page, person);
  await openSettings(page);
  await page.getByRole('button', { name: 'Confirm email' }).click();
  await page.getByLabel('Your password').fill(person.password);
  await page.getByRole('button', { name: 'Send code' }).click();
  await page.getByLabel('Code from the mail').fill(await mailedCode(around, person.email));
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Save email' }).click();
  await expect(page.getByText('Your email is confirmed.')).toBeVisible();
  await expect(page.getByText('Your email is not confirmed yet.')).toBeHidden();
  await page.getByRole('button', { name: 'Logout' }).click();
  await signIn(page, person.email, person.password);
});
