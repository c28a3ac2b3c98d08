import { chooseTab, leaveDialog, press, type } from './keyboard.ts';
import { newPerson, signUp } from './people.ts';
import { expect, mailedCode, newGoogler, test } from './ways-in.ts';

test('what is missing is found by keyboard, and a password is reset', async ({
  page,
  around,
  expectConsoleError,
}) => {
  expectConsoleError(/status of 401/);
  const person = newPerson('Ken');
  await signUp(page, person);
  await press(page, page.getByRole('button', { name: 'Logout' }));
  const password = page.getByLabel('Password', { exact: true });
  await type(page, page.getByLabel('Email'), person.email);
  await page.keyboard.press('Enter');
  await expect(
    page.getByRole('region', { name: 'Please look at this field again:' }),
  ).toBeFocused();
  await press(page, page.getByRole('link', { name: 'Password: please fill this in' }));
  await expect(password).toBeFocused();
  await page.keyboard.type('not the password');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).toHaveText('Wrong email or password. Please try again.');

  await press(page, page.getByRole('link', { name: 'Forgot Password' }));
  await expect(page.getByRole('heading', { name: 'Reset your password' })).toBeVisible();
  await type(page, page.getByLabel('Email'), person.email);
  await type(page, page.getByLabel('New Password', { exact: true }), 'steadier than before');
  await type(page, page.getByLabel('Confirm New Password'), 'steadier than before');
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Code from the mail')).toBeFocused();
  await page.keyboard.type(await mailedCode(around, person.email));
  await page.keyboard.press('Enter');
  await expect(page.getByText('Password has been reset successfully!')).toBeVisible();
  await press(page, page.getByRole('link', { name: 'Back to Sign In' }));
  await type(page, page.getByLabel('Email'), person.email);
  await type(page, password, 'steadier than before');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Logout' })).toBeVisible();
});

test('a mailed link, and Google, are used by keyboard alone', async ({ page, around }) => {
  const { email } = newPerson('Kira');
  await page.goto('/signin');
  await type(page, page.getByLabel('Email'), email);
  await press(page, page.getByRole('button', { name: 'Email me a sign-in link' }));
  const { text } = await around.mail.nextMail(email);
  await page.goto(/^http\S+$/m.exec(text)?.[0] ?? '');
  await press(page, page.getByRole('button', { name: 'Sign in' }));
  // Someone whose account has no profile yet gives it now.
  await expect(page.getByRole('button', { name: 'Get Started' })).toBeVisible();
  await press(page, page.getByRole('button', { name: 'Get Started' }));
  await press(page, page.getByRole('button', { name: 'Logout' }));

  newGoogler(around, 'Gail Keys');
  const opened = page.waitForEvent('popup');
  await press(page, page.getByRole('button', { name: 'Sign in with Google' }));
  const popup = await opened;
  const closed = popup.waitForEvent('close');
  await popup.getByRole('button', { name: 'Continue as Gail Keys' }).focus();
  await popup.keyboard.press('Enter').catch((error: unknown) => {
    if (!popup.isClosed()) throw error;
  });
  await closed;
  await press(page, page.getByRole('button', { name: 'Get Started' }));
});

test('email and password are changed, and the account is deleted, by keyboard alone', async ({
  page,
  around,
}) => {
  const person = newPerson('Karl');
  const moved = newPerson('Moved').email;
  await signUp(page, person);
  const dialog = page.getByRole('dialog');
  await chooseTab(page, 'Settings');
  await press(page, page.getByRole('button', { name: 'Change email' }));
  await type(page, page.getByLabel('Your password'), person.password);
  await type(page, page.getByLabel('New Email'), moved);
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Code from the mail')).toBeFocused();
  await page.keyboard.type(await mailedCode(around, moved));
  await page.keyboard.press('Enter');
  await expect(page.getByText(`You now sign in as ${moved}.`)).toBeVisible();

  const change = page.getByRole('button', { name: 'Change password' });
  await press(page, change);
  await leaveDialog(page);
  // The focus is where it was.
  await expect(change).toBeFocused();
  await page.keyboard.press('Enter');
  await type(page, page.getByLabel('Your password'), person.password);
  await type(page, page.getByLabel('New Password', { exact: true }), 'steadier than before');
  await type(page, page.getByLabel('Confirm New Password'), 'steadier than before');
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();

  await press(page, page.getByRole('button', { name: 'Sign out everywhere' }));
  await press(page, dialog.getByRole('button', { name: 'Close' }));
  await press(page, page.getByRole('button', { name: 'Delete Account' }));
  await type(page, page.getByLabel('Your password'), 'steadier than before');
  await press(page, page.getByRole('button', { name: 'Delete everything for good' }));
  await expect(page).toHaveURL('/signin');
});
