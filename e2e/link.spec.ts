import { newPerson } from './people.ts';
import { expect, test } from './test.ts';

test('an emailed link signs in once, in any browser, after one press', async ({
  page,
  browser,
  baseURL,
  services,
  expectConsoleError,
}) => {
  expectConsoleError(/status of 400/);
  const { email } = newPerson('Linda');
  await page.goto('/signin');
  await page.getByRole('button', { name: 'Email me a sign-in link' }).click();
  await expect(page.getByRole('alert')).toHaveText('First, enter your email above.');
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Email me a sign-in link' }).click();
  await expect(page.getByText(`A link is on its way to ${email}.`)).toBeVisible();
  const { text } = await services.mail.nextMail(email);
  const link = /^http\S+$/m.exec(text)?.[0] ?? '';

  // A mail scanner opens the link but presses nothing.
  const scanner = await browser.newPage({ baseURL: baseURL ?? '' });
  await scanner.goto(link);
  await expect(scanner.getByRole('button', { name: 'Sign in' })).toBeVisible();
  await scanner.close();

  const another = await browser.newContext({ baseURL: baseURL ?? '' });
  const other = await another.newPage();
  await other.goto(link);
  await expect(other.getByText(`You are signing in as ${email}.`)).toBeVisible();
  await other.getByRole('button', { name: 'Sign in' }).click();
  await expect(other).toHaveURL('/dashboard?tab=profile');
  await another.close();

  await page.goto(link);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('alert')).toHaveText(
    'This link has been used, or has expired. Please ask for a new one.',
  );
});
