import { newPerson, signIn, signUp } from './people.ts';
import { expect, expectAccessible, mailedCode, test } from './ways-in.ts';

test('a forgotten password is reset by a mailed code, and everyone else is signed out', async ({
  page,
  browser,
  baseURL,
  around,
  expectConsoleError,
}) => {
  expectConsoleError(/status of 400/);
  const person = newPerson('Wanda');
  await signUp(page, person);
  const stolen = await browser.newContext({
    baseURL: baseURL ?? '',
    storageState: await page.context().storageState(),
  });
  const thief = await stolen.newPage();
  await thief.goto('/dashboard');
  await expect(thief.getByRole('button', { name: 'Logout' })).toBeVisible();
  await page.getByRole('button', { name: 'Logout' }).click();

  await page.getByRole('link', { name: 'Forgot Password' }).click();
  await expect(page.getByRole('heading', { name: 'Reset your password' })).toBeVisible();
  await expectAccessible(page);
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

  const field = page.getByLabel('Code from the mail');
  await expect(field).toBeFocused();
  await expect(field).toHaveAttribute('autocomplete', 'one-time-code');
  const code = await mailedCode(around, person.email);
  await field.fill(code === '000000' ? '000001' : '000000');
  await page.getByRole('button', { name: 'Reset Password' }).click();
  await expect(page.getByRole('alert')).toHaveText('Failed to reset password. Please try again.');
  await expectAccessible(page);
  await field.fill(`${code.slice(0, 3)} ${code.slice(3)}`);
  await page.getByRole('button', { name: 'Reset Password' }).click();
  await expect(
    page.getByText('Password has been reset successfully! You can now sign in.'),
  ).toBeVisible();
  await expectAccessible(page);
  expect((await around.mail.nextMail(person.email)).subject).toBe('Your password was changed');

  await thief.reload();
  await expect(thief).toHaveURL('/signin');
  await stolen.close();
  await page.getByRole('link', { name: 'Back to Sign In' }).click();
  await signIn(page, person.email, 'steadier than before');
});

test('an address without an account gets the same words, and no mail', async ({
  page,
  around,
  server,
}) => {
  const { email } = newPerson('Nobody');
  await page.goto('/forgot-password');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('New Password', { exact: true }).fill('steadier than before');
  await page.getByLabel('Confirm New Password').fill('steadier than before');
  await page.getByRole('button', { name: 'Reset Password' }).click();
  await expect(
    page.getByText('If an account exists for this email, we sent a 6-digit code.'),
  ).toBeVisible();
  await server.context.outbox.sendDue();
  expect(around.mail.received.filter(({ to }) => to === email)).toEqual([]);
});

test('a password that is too common is named; a new address asks for a new code', async ({
  page,
  around,
  expectConsoleError,
}) => {
  expectConsoleError(/status of 400/);
  const person = newPerson('Xenia');
  await signUp(page, person);
  await page.goto('/forgot-password');
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('New Password', { exact: true }).fill('password123');
  await page.getByLabel('Confirm New Password').fill('password123');
  await page.getByRole('button', { name: 'Reset Password' }).click();
  await expect(page.getByRole('alert')).toHaveText(
    'This password is too common. Please choose another one.',
  );
  await page.getByLabel('New Password', { exact: true }).fill('steadier than before');
  await page.getByLabel('Confirm New Password').fill('steadier than before');
  await page.getByRole('button', { name: 'Reset Password' }).click();
  await mailedCode(around, person.email);
  await page.getByRole('button', { name: 'Send a new code' }).click();
  const code = await mailedCode(around, person.email);
  await page.getByLabel('Code from the mail').fill(code);
  await page.getByLabel('Email').fill('else@example.org');
  await expect(page.getByLabel('Code from the mail')).toBeHidden();
});

test('a code outlives a reload, which looking for the mail may cost', async ({ page, around }) => {
  const person = newPerson('Yvonne');
  await signUp(page, person);
  await page.goto('/forgot-password');
  const fill = async () => {
    await page.getByLabel('New Password', { exact: true }).fill('steadier than before');
    await page.getByLabel('Confirm New Password').fill('steadier than before');
  };
  await page.getByLabel('Email').fill(person.email);
  await fill();
  await page.getByRole('button', { name: 'Reset Password' }).click();
  const code = await mailedCode(around, person.email);
  await page.reload();
  await expect(page.getByLabel('Email')).toHaveValue(person.email);
  await fill();
  await page.getByLabel('Code from the mail').fill('12');
  await page.getByRole('button', { name: 'Reset Password' }).click();
  const summary = page.getByRole('region', { name: /^Please look at/ });
  await expect(summary.getByRole('link')).toHaveText('Please enter the 6 digits of the code.');
  await page.getByLabel('Code from the mail').fill(code);
  await page.getByRole('button', { name: 'Reset Password' }).click();
  await expect(page.getByText('Password has been reset successfully!')).toBeVisible();
});
