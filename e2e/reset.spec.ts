import { logOut, newPerson, signIn, signUp } from './people.ts';
import { mailedCode } from './services.ts';
import { expect, test } from './test.ts';

test('an emailed code resets a forgotten password and ends all sessions', async ({
  page,
  browser,
  baseURL,
  services,
  expectConsoleError,
}) => {
  expectConsoleError(/status of 400/);
  const person = newPerson('Wanda');
  await signUp(page, person);
  // After a sign-in the account knows the browser, so the first proof of its address keeps the entries here.
  await logOut(page);
  await signIn(page, person.email, person.password);
  const stolen = await browser.newContext({
    baseURL: baseURL ?? '',
    storageState: await page.context().storageState(),
  });
  const thief = await stolen.newPage();
  await thief.goto('/dashboard');
  await expect(thief.getByRole('button', { name: 'Logout' })).toBeVisible();
  await logOut(page);

  await page.getByRole('link', { name: 'Forgot Password' }).click();
  await expect(page.getByRole('heading', { name: 'Reset your password' })).toBeVisible();
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('New Password', { exact: true }).fill('steadier than before');
  await page.getByLabel('Confirm New Password').fill('another one');
  await page.getByRole('button', { name: 'Reset Password' }).click();
  await expect(page.getByRole('link', { name: 'Passwords do not match' })).toBeVisible();
  await page.getByLabel('Confirm New Password').fill('steadier than before');
  await page.getByRole('button', { name: 'Reset Password' }).click();
  await expect(
    page.getByText('If an account exists for this email, we sent a 6-digit code.'),
  ).toBeVisible();

  const field = page.getByLabel('Code from the email');
  await expect(field).toBeFocused();
  await expect(field).toHaveAttribute('autocomplete', 'one-time-code');
  const code = await mailedCode(services, person.email);
  await field.fill(code === '000000' ? '000001' : '000000');
  await page.getByRole('button', { name: 'Reset Password' }).click();
  await expect(page.getByRole('alert')).toHaveText('Failed to reset password. Please try again.');
  await field.fill(`${code.slice(0, 3)} ${code.slice(3)}`);
  await page.getByRole('button', { name: 'Reset Password' }).click();
  await expect(
    page.getByText('Password has been reset successfully! You can now sign in.'),
  ).toBeVisible();
  expect((await services.mail.nextMail(person.email)).subject).toBe('Your password was changed');

  await thief.reload();
  await expect(thief).toHaveURL('/signin');
  await stolen.close();
  await page.getByRole('link', { name: 'Back to Sign In' }).click();
  await signIn(page, person.email, 'steadier than before');
});
