import { fillSignUp, newPerson, signUp } from './people.ts';
import { expect, expectAccessible, test } from './test.ts';

/** What only the app knows to be wrong with a field: told once it is left, and in the summary of what was sent. */

test('unequal passwords are told once they are left, and at the top once they are sent', async ({
  page,
}) => {
  await page.goto('/signup');
  await fillSignUp(page, newPerson('Faye'));
  const repeated = page.getByLabel('Confirm Password');
  const fault = page.getByText('Passwords do not match');
  await repeated.fill('something else');
  await expect(repeated).not.toHaveAttribute('aria-invalid');
  await expect(fault).toBeHidden();
  await repeated.press('Tab');
  await expect(repeated).toHaveAttribute('aria-invalid', 'true');
  await expect(repeated).toHaveAccessibleDescription('Passwords do not match');
  await expect(fault).toHaveCount(1);
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Sign Up', exact: true }).click();
  await expect(
    page.getByRole('region', { name: 'Please look at this field again:' }),
  ).toBeFocused();
  await page.getByRole('link', { name: 'Passwords do not match' }).click();
  await expect(repeated).toBeFocused();
  await expectAccessible(page);
  await repeated.fill(newPerson('Faye').password);
  await expect(repeated).not.toHaveAttribute('aria-invalid');
  await page.getByRole('button', { name: 'Sign Up', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Get Started' })).toBeVisible();
});

test('a name of blanks, too many years and a short password are told together', async ({
  page,
}) => {
  await page.goto('/signup');
  await fillSignUp(page, newPerson('Fay'));
  await page.getByLabel('First Name').fill('  ');
  await page.getByLabel("Number of Years with Parkinson's").fill('121');
  await page.getByLabel('Password', { exact: true }).fill('short');
  await page.getByLabel('Confirm Password').fill('short');
  await page.getByRole('button', { name: 'Sign Up', exact: true }).click();
  await expect(page.getByRole('region', { name: /^Please look at/ }).getByRole('link')).toHaveText([
    'Please enter your First Name',
    "Number of Years with Parkinson's: please enter 0 to 120",
    'Password must be at least 6 characters long',
  ]);
});

test('unequal passwords in the settings change nothing', async ({ page }) => {
  const person = newPerson('Fern');
  await signUp(page, person);
  await page.getByRole('tab', { name: 'Settings' }).click();
  await page.getByRole('button', { name: 'Change password' }).click();
  await page.getByLabel('Your password').fill(person.password);
  await page.getByLabel('New Password', { exact: true }).fill('steadier than before');
  await page.getByLabel('Confirm New Password').fill('steadier');
  await page.getByRole('button', { name: 'Save password' }).click();
  await page.getByRole('link', { name: 'Passwords do not match' }).click();
  await expect(page.getByLabel('Confirm New Password')).toBeFocused();
  await expect(page.getByLabel('Confirm New Password')).toHaveAttribute('aria-invalid', 'true');
  await expectAccessible(page);
});
