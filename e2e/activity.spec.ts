import { chooseTab, press } from './keyboard.ts';
import { nameSymptoms, newPerson, signUp } from './people.ts';
import { expect, expectAccessible, test } from './test.ts';

test('someone reads by keyboard who came in and what was changed, back to the first entry', async ({
  page,
  setNow,
}) => {
  await signUp(page, newPerson('Ada'));
  await setNow('2026-11-18T17:10:00Z');
  for (const name of ['One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight', 'Nine']) {
    await nameSymptoms(page, [name, 'Stiffness', 'Balance']);
  }
  await chooseTab(page, 'Settings');
  await press(page, page.getByRole('button', { name: 'Show account activity' }));
  const entries = page.getByRole('list', { name: 'Account activity' }).getByRole('listitem');
  await expect(entries).toHaveCount(10);
  await expect(entries.first()).toContainText(/^Symptoms changed.*2026 at /);
  await expectAccessible(page);
  await press(page, page.getByRole('button', { name: 'Show earlier activity' }));
  await expect(entries.last()).toContainText('Signed in with the password');
  await expect(page.getByRole('list', { name: 'Account activity' })).not.toContainText('Stiffness');
  await expectAccessible(page);
  await press(page, page.getByRole('button', { name: 'Hide account activity' }));
  await expect(entries).toHaveCount(0);
});

test('where it cannot be looked up that is said, and tried again', async ({
  page,
  expectConsoleError,
}) => {
  expectConsoleError(/status of 503/);
  await signUp(page, newPerson('Bea'));
  await page.route('**/api/getActivity*', (route) =>
    route.fulfill({ status: 503, json: { error: 'The server is busy.' } }),
  );
  await page.getByRole('tab', { name: 'Settings' }).click();
  await page.getByRole('button', { name: 'Show account activity' }).click();
  await expect(page.getByText('Your account activity could not be looked up.')).toBeVisible();
  await expectAccessible(page);
  await page.unroute('**/api/getActivity*');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('Signed in with the password')).toBeVisible();
});
