import { chooseTab, leaveDialog, press, type } from './keyboard.ts';
import { newPerson, signUp } from './people.ts';
import { mailedCode } from './services.ts';
import { DESKTOP, expect, test } from './test.ts';

test.use(DESKTOP);

test('the keyboard alone can change email and password and delete the account', async ({
  page,
  services,
}) => {
  const person = newPerson('Karl');
  const moved = newPerson('Moved').email;
  await signUp(page, person);
  const dialog = page.getByRole('dialog');
  await chooseTab(page, 'Settings');
  await press(page, page.getByRole('button', { name: 'Not confirmed yet' }));
  await press(page, page.getByRole('button', { name: 'Correct the address' }));
  await type(page, page.getByLabel('Your email', { exact: true }), moved);
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Code from the email')).toBeFocused();
  await page.keyboard.type(await mailedCode(services, moved));
  await page.keyboard.press('Enter');
  await expect(page.getByText('Your email is confirmed.')).toBeVisible();

  const change = page.getByRole('button', { name: 'Change password' });
  await press(page, change);
  await leaveDialog(page);
  // The closed dialog returns the focus.
  await expect(change).toBeFocused();
  await page.keyboard.press('Enter');
  await type(page, page.getByLabel('Your password'), person.password);
  await type(page, page.getByLabel('New Password', { exact: true }), 'steadier than before');
  await type(page, page.getByLabel('Confirm New Password'), 'steadier than before');
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();

  await press(page, page.getByRole('button', { name: 'Signed-in devices' }));
  await press(page, dialog.getByRole('button', { name: 'Log out everywhere' }));
  await press(page, dialog.getByRole('button', { name: 'Back' }));
  await press(page, dialog.getByRole('button', { name: 'Close' }));
  await press(page, page.getByRole('button', { name: 'Delete Account' }));
  await type(page, page.getByLabel('Your password'), 'steadier than before');
  await press(page, page.getByRole('button', { name: 'Delete my account permanently' }));
  await expect(page).toHaveURL('/signin');
});
