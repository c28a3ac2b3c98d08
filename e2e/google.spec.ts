import { newPerson, signIn, signUp } from './people.ts';
import { expect, expectAccessible, newGoogler, pressIn, test } from './ways-in.ts';

test('Google brings a new person to the profile, and a known one to the dashboard', async ({
  page,
  around,
}) => {
  const googler = newGoogler(around, 'Greta van der Berg');
  await page.addInitScript(() => {
    const { open } = window;
    window.open = (url, target, features) => {
      Object.assign(window, { opened: features });
      return open.call(window, url, target, features);
    };
  });
  await page.goto('/signup');
  const opened = page.waitForEvent('popup');
  await page.getByRole('button', { name: 'Sign up with Google' }).click();
  const popup = await opened;
  await expect(page.getByText('Please go on in the Google window.')).toBeVisible();
  await expectAccessible(page);
  expect(await page.evaluate('opened')).toContain('popup,width=500,height=600,');
  await pressIn(popup, 'Continue as Greta van der Berg');
  await expect(page).toHaveURL('/dashboard?tab=profile');
  await page.getByRole('button', { name: 'Get Started' }).click();
  await expect(page.getByText('Greta van der Berg', { exact: true })).toBeVisible();
  await expect(page.getByText(googler.email)).toBeVisible();

  await page.getByRole('button', { name: 'Logout' }).click();
  const again = page.waitForEvent('popup');
  await page.getByRole('button', { name: 'Sign in with Google' }).click();
  await pressIn(await again, 'Continue as Greta van der Berg');
  await expect(page).toHaveURL('/dashboard');
});

test('where popups are blocked, Google’s page takes the place of ours', async ({
  page,
  around,
}) => {
  newGoogler(around, 'Paula Popupless');
  await page.addInitScript(() => {
    window.open = () => null;
  });
  await page.goto('/signin');
  await page.getByRole('button', { name: 'Sign in with Google' }).click();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page).toHaveURL('/signin');
  await expect(page.getByRole('alert')).toHaveText('Google: The person said no');
  await page.getByRole('button', { name: 'Sign in with Google' }).click();
  await page.getByRole('button', { name: 'Continue as Paula Popupless' }).click();
  await expect(page).toHaveURL('/dashboard?tab=profile');
});

test('a refusal is told near the button, and one can try again', async ({ page, around }) => {
  newGoogler(around, 'Rita Refuses');
  await page.goto('/signin');
  const opened = page.waitForEvent('popup');
  await page.getByRole('button', { name: 'Sign in with Google' }).click();
  await pressIn(await opened, 'Cancel');
  await expect(page.getByRole('alert')).toHaveText('Google: The person said no');
  await expectAccessible(page);
});

test('a window that is closed counts as closed by the person, some seconds later', async ({
  page,
  around,
}) => {
  newGoogler(around, 'Clara Closes');
  await page.goto('/signin');
  const opened = page.waitForEvent('popup');
  await page.getByRole('button', { name: 'Sign in with Google' }).click();
  await (await opened).close();
  await expect(page.getByText('Please go on in the Google window.')).toBeVisible();
  await expect(page.getByRole('alert')).toHaveText(
    'The Google window was closed before you had finished.',
  );
  await expect(page.getByText('Please go on in the Google window.')).toBeHidden();
});

test('a second window ends the first, which gets nobody in any more', async ({ page, around }) => {
  newGoogler(around, 'Tilda Twice');
  await page.goto('/signin');
  const first = page.waitForEvent('popup');
  await page.getByRole('button', { name: 'Sign in with Google' }).click();
  const former = await first;
  await expect(former.getByRole('button', { name: 'Continue as Tilda Twice' })).toBeVisible();
  const gone = former.waitForEvent('close');
  const second = page.waitForEvent('popup');
  await page.getByRole('button', { name: 'Sign in with Google' }).click();
  await gone;
  await pressIn(await second, 'Continue as Tilda Twice');
  await expect(page).toHaveURL('/dashboard?tab=profile');
});

test('Google joins the account of the same address, and whoever prepared it stays out', async ({
  page,
  browser,
  baseURL,
  around,
  expectConsoleError,
}) => {
  expectConsoleError(/status of 401/);
  const prepared = newPerson('Victor');
  await signUp(page, prepared);
  const owner = await browser.newPage({ baseURL: baseURL ?? '' });
  newGoogler(around, 'Vera True', { email: prepared.email });
  await owner.goto('/signin');
  const opened = owner.waitForEvent('popup');
  await owner.getByRole('button', { name: 'Sign in with Google' }).click();
  await pressIn(await opened, 'Continue as Vera True');
  await expect(owner.getByRole('button', { name: 'Logout' })).toBeVisible();
  expect((await around.mail.nextMail(prepared.email)).subject).toBe(
    'Your account is confirmed as yours',
  );
  await page.reload();
  await expect(page).toHaveURL('/signin');
  await page.getByLabel('Email').fill(prepared.email);
  await page.getByLabel('Password', { exact: true }).fill(prepared.password);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('alert')).toHaveText('Wrong email or password. Please try again.');
  await owner.close();
});

test('an address that Google does not vouch for joins no account', async ({ page, around }) => {
  const person = newPerson('Ulla');
  await signUp(page, person);
  await page.getByRole('button', { name: 'Logout' }).click();
  newGoogler(around, 'Una Unverified', { email: person.email, emailVerified: false });
  const opened = page.waitForEvent('popup');
  await page.getByRole('button', { name: 'Sign in with Google' }).click();
  await pressIn(await opened, 'Continue as Una Unverified');
  await expect(page.getByRole('alert')).toHaveText(
    'An account with this email already exists. Please sign in instead.',
  );
  await signIn(page, person.email, person.password);
});

for (const provider of ['Facebook', 'GitHub', 'X (Twitter)']) {
  test(`${provider} brings a new person in`, async ({ page, around }) => {
    const id = String(Date.now() + Math.floor(Math.random() * 1e6));
    around.others.people.splice(0, around.others.people.length, {
      id,
      name: 'Olga Other',
      email: `olga-${id}@example.org`,
      emailVerified: true,
    });
    around.others.showPage();
    await page.goto('/signin');
    const opened = page.waitForEvent('popup');
    await page.getByRole('button', { name: `Sign in with ${provider}` }).click();
    await pressIn(await opened, 'Continue as Olga Other');
    await expect(page).toHaveURL('/dashboard?tab=profile');
  });
}
