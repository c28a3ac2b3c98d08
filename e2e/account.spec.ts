import type { Page } from '@playwright/test';
import { newGoogleUser, pressIn } from './services.ts';
import { expect, test } from './test.ts';

async function openSettings(page: Page): Promise<void> {
  await page.getByRole('tab', { name: 'Settings' }).click();
  await expect(page.getByRole('button', { name: 'Log out everywhere' })).toBeVisible();
}

test('an account without a password is deleted after a fresh Google sign-in', async ({
  page,
  services,
  setNow,
}) => {
  newGoogleUser(services, 'Gina Goes');
  await page.goto('/signin');
  const opened = page.waitForEvent('popup');
  await page.getByRole('button', { name: 'Sign in with Google' }).click();
  await pressIn(await opened, 'Continue as Gina Goes');
  await page.getByRole('button', { name: 'Get Started' }).click();
  await setNow('2026-11-18T17:10:00Z');
  await openSettings(page);
  await expect(page.getByRole('button', { name: 'Set a password' })).toBeVisible();
  await page.getByRole('button', { name: 'Delete Account' }).click();
  await expect(page.getByRole('button', { name: 'Delete my account permanently' })).toBeHidden();
  const confirmed = page.waitForEvent('popup');
  await page.getByRole('button', { name: 'Confirm with Google' }).click();
  await pressIn(await confirmed, 'Continue as Gina Goes');
  await expect(page.getByText('You have confirmed that it is you.')).toBeVisible();
  await page.getByRole('button', { name: 'Delete my account permanently' }).click();
  await expect(page).toHaveURL('/signin');
});
