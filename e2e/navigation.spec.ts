import { fillSignUp, newPerson, signIn, signUp } from './people.ts';
import { expect, expectAccessible, holdAnswers, test } from './test.ts';

test('a tab is in the address, and is no step of the browser’s history', async ({ page }) => {
  await page.goto('/forgot-password');
  await page.getByRole('link', { name: 'Back to Sign In' }).click();
  await page.getByRole('link', { name: 'Sign up' }).click();
  await signUp(page, newPerson('Nina'));
  const steps = await page.evaluate(() => history.length);
  await page.getByRole('tab', { name: 'Settings' }).click();
  await expect(page).toHaveURL('/dashboard?tab=settings');
  await expect(page).toHaveTitle('Settings – Symptom Tracker');
  await page.getByRole('tab', { name: 'Symptom Overview' }).click();
  await expect(page).toHaveURL('/dashboard');
  expect(await page.evaluate(() => history.length)).toBe(steps);
});

test('signed-in visitors go on to the dashboard, signed-out ones to sign in', async ({ page }) => {
  await page.goto('/dashboard?tab=profile');
  await expect(page).toHaveURL('/signin');
  await signUp(page, newPerson('Omar'));
  await page.goto('/signin');
  await expect(page).toHaveURL('/dashboard');
  await page.goto('/signup');
  await expect(page).toHaveURL('/dashboard');
});

test('while the session is looked up, the page says so', async ({ page }) => {
  const answer = await holdAnswers(page, '**/api/auth/session');
  await page.goto('/dashboard');
  await expect(page.getByText('Loading...')).toBeVisible();
  await expectAccessible(page);
  answer();
  await expect(page).toHaveURL('/signin');
});

test('a server that cannot be reached is named, and asked again', async ({
  page,
  expectConsoleError,
}) => {
  expectConsoleError(/ERR_FAILED/);
  await page.route('**/api/auth/session', (route) => route.abort());
  await page.goto('/dashboard');
  await expect(page.getByRole('alert')).toHaveText('The server cannot be reached right now.');
  await expectAccessible(page);
  await page.unroute('**/api/auth/session');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page).toHaveURL('/signin');
});

test('an address that is no screen shows the error screen', async ({
  page,
  expectConsoleError,
}) => {
  expectConsoleError(/No route matches/);
  await page.goto('/nowhere');
  await expect(page.getByRole('heading', { name: 'Unexpected Application Error!' })).toBeVisible();
  await expect(page.getByText('This is not medical advice.')).toBeVisible();
  await expectAccessible(page);
});

test('a wrong password and an unknown address are told the same', async ({
  page,
  expectConsoleError,
}) => {
  expectConsoleError(/status of 401/);
  const person = newPerson('Pia');
  await signUp(page, person);
  await page.getByRole('button', { name: 'Logout' }).click();
  for (const email of [person.email, 'nobody@example.org']) {
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password', { exact: true }).fill('not the password');
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page.getByRole('alert')).toHaveText('Wrong email or password. Please try again.');
  }
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Show' }).click();
  await expect(page.getByLabel('Password', { exact: true })).toHaveAttribute('type', 'text');
  await signIn(page, person.email, person.password);
});

test('an account whose profile was not saved is finished on the same screen', async ({
  page,
  expectConsoleError,
}) => {
  expectConsoleError(/ERR_FAILED/);
  await page.route('**/api/createUser', (route) => route.abort());
  const person = newPerson('Rosa');
  await page.goto('/signup');
  await fillSignUp(page, person);
  await page.getByRole('button', { name: 'Sign Up', exact: true }).click();
  await expect(page.getByRole('alert')).toHaveText(
    'Account created but there was an issue saving your profile data. Please contact support.',
  );
  await expectAccessible(page);
  await expect(page.getByLabel('First Name')).toHaveValue('Rosa');
  await page.unroute('**/api/createUser');
  await page.getByRole('button', { name: 'Sign Up', exact: true }).click();
  await expect(page).toHaveURL('/dashboard?tab=profile');
  await page.getByRole('button', { name: 'Get Started' }).click();
  await expect(page.getByText('Rosa Lovelace', { exact: true })).toBeVisible();
});

test('what is missing is told at the top, with a way to each field', async ({ page }) => {
  await page.goto('/signup');
  await fillSignUp(page, newPerson('Faye'));
  await page.getByLabel('First Name').fill('');
  await page.getByLabel('Email').fill('faye');
  await page.getByLabel('Birthday').fill('2099-01-01');
  await page.getByRole('button', { name: 'Sign Up', exact: true }).click();
  const summary = page.getByRole('region', { name: 'Please look at these fields again:' });
  await expect(summary).toBeFocused();
  await expect(summary.getByRole('link')).toHaveText([
    'First Name: please fill this in',
    'Birthday: it cannot be in the future',
    'Email: it should look like name@example.org',
  ]);
  await expectAccessible(page);
  await summary.getByRole('link').first().click();
  await expect(page.getByLabel('First Name')).toBeFocused();
  await page.keyboard.type('Faye');
  await page.getByLabel('Email').fill(newPerson('Faye').email);
  await page.getByLabel('Birthday').fill('1951-12-10');
  await page.getByRole('button', { name: 'Sign Up', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Get Started' })).toBeVisible();
});

test('a double click is one press', async ({ page }) => {
  await page.goto('/signin');
  const password = page.getByLabel('Password', { exact: true });
  await password.fill('steady as she goes');
  await page.getByRole('button', { name: 'Show' }).dblclick();
  await expect(password).toHaveAttribute('type', 'text');
  await page.getByRole('switch', { name: 'High contrast' }).dblclick();
  await expect(page.getByRole('switch', { name: 'High contrast' })).toBeChecked();
});

test('a press is one press on a slow phone, too', async ({ page }) => {
  await page.goto('/signin');
  const show = page.getByRole('button', { name: 'Show' });
  // The browser's own click comes only after all of this, long after the finger has left.
  await show.evaluate((button) =>
    button.addEventListener('click', () => {
      const begun = performance.now();
      while (performance.now() - begun < 900);
    }),
  );
  await show.click();
  await expect(page.getByRole('button', { name: 'Hide' })).toBeVisible();
  await page.getByLabel('Email').click();
  await expect(page.getByRole('button', { name: 'Hide' })).toBeVisible();
});
