import type { Page } from '@playwright/test';
import { mailedCode, newGoogleUser, pressIn } from './services.ts';
import { expect, test } from './test.ts';

async function openSettings(page: Page): Promise<void> {
  await page.getByRole('tab', { name: 'Settings' }).click();
  await expect(page.getByRole('button', { name: 'Signed-in devices' })).toBeVisible();
}

test('an account without a password is deleted after a code by email', async ({
  page,
  services,
  setNow,
}) => {
  const { email } = newGoogleUser(services, 'Gina Goes');
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
  await page.getByRole('button', { name: 'Send code' }).click();
  await page.getByLabel('Code from the email').fill(await mailedCode(services, email));
  await page.getByRole('button', { name: 'Continue', exact: true }).click();
  await expect(page.getByText('You have confirmed that it is you.')).toBeVisible();
  await page.getByRole('button', { name: 'Delete my account permanently' }).click();
  await expect(page).toHaveURL('/signin');
});
