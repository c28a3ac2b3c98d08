import { logOut } from './people.ts';
import { newGoogleUser, pressIn } from './services.ts';
import { expect, test } from './test.ts';

test('a Google sign-in opens the profile for a new person and the dashboard for a known one', async ({
  page,
  services,
}) => {
  const googleUser = newGoogleUser(services, 'Greta van der Berg');
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
  await expect(
    page.getByText('Google opened in a new window. Sign in there, then come back.'),
  ).toBeVisible();
  expect(await page.evaluate('opened')).toContain('popup,width=500,height=600,');
  await pressIn(popup, 'Continue as Greta van der Berg');
  await expect(page).toHaveURL('/dashboard?tab=profile');
  await page.getByRole('button', { name: 'Get Started' }).click();
  // The app first asks for the person's own facts, with the name that Google gave.
  await expect(page.getByRole('heading', { name: 'Personal Information' })).toBeFocused();
  await expect(page.getByLabel('Last Name')).toHaveValue('van der Berg');
  await page.getByRole('button', { name: 'Not now' }).click();
  await expect(page.getByText('Greta van der Berg', { exact: true })).toBeVisible();
  await expect(page.getByText(googleUser.email)).toBeVisible();

  await logOut(page);
  const again = page.waitForEvent('popup');
  await page.getByRole('button', { name: 'Sign in with Google' }).click();
  await pressIn(await again, 'Continue as Greta van der Berg');
  await expect(page).toHaveURL('/dashboard');
});

test('the Google sign-in runs in the same tab if popups are blocked', async ({
  page,
  services,
}) => {
  newGoogleUser(services, 'Paula Popupless');
  await page.addInitScript(() => {
    window.open = () => null;
  });
  await page.goto('/signin');
  await page.getByRole('button', { name: 'Sign in with Google' }).click();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page).toHaveURL('/signin');
  await expect(page.getByRole('alert')).toHaveText(
    'You did not finish signing in with Google. Please try again, or sign in another way.',
  );
  await page.getByRole('button', { name: 'Sign in with Google' }).click();
  await page.getByRole('button', { name: 'Continue as Paula Popupless' }).click();
  await expect(page).toHaveURL('/dashboard?tab=profile');
});
