import { nameSymptoms, newPerson, pressStops, signIn, signUp } from './people.ts';
import { expect, expectAccessible, test } from './test.ts';
import { begin, expectFilled, fillForm, submit } from './unfinished.ts';

test('a reload keeps what was typed, until it is saved or discarded', async ({ page }) => {
  await begin(page);
  await fillForm(page);
  page.on('dialog', (dialog) => dialog.accept());
  await page.reload();
  await expectFilled(page);
  await expectAccessible(page);
  await submit(page);
  await page.reload();
  await expect(page.getByText('Form #1', { exact: true })).toBeVisible();
  await expect(page.getByRole('dialog')).toBeHidden();

  await fillForm(page);
  await page.reload();
  await page.getByRole('button', { name: 'Discard it' }).click();
  await expect(page.getByText('Your form is discarded.')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByLabel('Notes for Stiffness')).toHaveValue('After sitting for long');
  await page.reload();
  await page.getByRole('button', { name: 'Discard it' }).click();
  await page.reload();
  await expect(page.getByText('Form #1', { exact: true })).toBeVisible();
  await expect(page.getByRole('dialog')).toBeHidden();
});

test('a form that was closed can be had back, also after a reload', async ({ page }) => {
  await begin(page);
  await fillForm(page);
  await page.getByRole('button', { name: 'Close' }).click();
  await page.reload();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByLabel('Notes for Stiffness')).toHaveValue('After sitting for long');
  await submit(page);
});

test('the corrections to a past form are kept too', async ({ page }) => {
  await begin(page);
  await fillForm(page);
  await submit(page);
  await page.getByRole('button', { name: 'Edit Form #1' }).click();
  await pressStops(page, [5]);
  page.on('dialog', (dialog) => dialog.accept());
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Edit Symptom Form' })).toBeVisible();
  await expect(page.getByRole('slider').first()).toHaveAttribute('aria-valuetext', '5 of 5');
  await submit(page);
});

test('a session that ends keeps it for the same person, and shows it to nobody else', async ({
  page,
}) => {
  const person = await begin(page);
  await fillForm(page);
  await page.context().clearCookies();
  page.on('dialog', (dialog) => dialog.accept());
  await page.reload();
  await expect(page).toHaveURL('/signin');
  const other = newPerson('Other');
  await page.getByRole('link', { name: 'Sign up' }).click();
  await signUp(page, other);
  await page.getByRole('tab', { name: 'Symptom Overview' }).click();
  await expect(page.getByText('No forms submitted yet.')).toBeVisible();
  await expect(page.getByRole('dialog')).toBeHidden();
  await page.getByRole('button', { name: 'Logout' }).click();
  await signIn(page, person.email, person.password);
  await expectFilled(page);
  await submit(page);
});

test('signing out by hand leaves nothing of it', async ({ page }) => {
  const person = await begin(page);
  await fillForm(page);
  await page.getByRole('button', { name: 'Close' }).click();
  await page.getByRole('button', { name: 'Logout' }).click();
  await signIn(page, person.email, person.password);
  await expect(page.getByText('No forms submitted yet.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Undo' })).toBeHidden();
});

test('a form may be for an earlier time, and the history says so', async ({ page }) => {
  await begin(page);
  await page.getByRole('button', { name: 'Track Symptoms' }).click();
  await page.getByRole('button', { name: 'When? Now' }).click();
  await expectAccessible(page);
  const day = page.getByLabel('Day', { exact: true });
  const time = page.getByLabel('Time (EST)');
  const future = page.getByText('Please choose a time that has passed.');
  await time.fill('23:00');
  await expect(future).toBeHidden();
  await time.blur();
  await expect(time).toHaveAccessibleDescription('Please choose a time that has passed.');
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(
    page.getByRole('region', { name: 'Please look at this field again:' }),
  ).toBeFocused();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Please choose a time that has passed.' }).click();
  await expect(time).toBeFocused();
  await day.fill('2024-11-16');
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(day).toHaveAccessibleDescription('Please choose a day within the last year.');
  await day.fill('');
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(page.getByRole('link', { name: 'Day: please fill this in' })).toBeVisible();
  await day.fill('2026-11-16');
  await time.fill('08:10');
  await expect(future).toBeHidden();
  await submit(page);
  await expect(page.getByText('November 16, 2026, 8:10 AM EST')).toBeVisible();
  await expect(page.getByText('Added later, on November 18, 2026')).toBeVisible();
  await expectAccessible(page);
});

test('who signs in elsewhere in the same browser sees nothing of a form that was here', async ({
  page,
  expectConsoleError,
}) => {
  expectConsoleError(/status of 404/);
  await begin(page);
  await fillForm(page);
  await page.getByRole('button', { name: 'Close' }).click();
  await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible();
  const { email, password } = newPerson('Somebody');
  const post = async (path: string, data: object) => page.request.post(`/api/${path}`, { data });
  const { userId } = await (await post('auth/signUp', { email, password })).json();
  const profile = { birthday: '1950-01-01', biologicalSex: 'female', yearsWithParkinsons: 6 };
  await post('createUser', { userId, email, firstName: 'Sue', lastName: 'Body', ...profile });
  await page.getByRole('button', { name: 'Refresh' }).first().click();
  await expect(page.getByText('Welcome, Sue').filter({ visible: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Undo' })).toBeHidden();
});

test('after a slip, Track Symptoms goes on with the form that was closed', async ({ page }) => {
  await begin(page);
  await fillForm(page);
  await page.getByRole('button', { name: 'Close' }).click();
  await page.getByRole('button', { name: 'Track Symptoms' }).click();
  await expectFilled(page);
  await page.getByRole('button', { name: 'When? Now' }).click();
  await page.getByLabel('Time (EST)').fill('23:00');
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(
    page.getByRole('link', { name: 'Please choose a time that has passed.' }),
  ).toBeVisible();
  await page.getByRole('button', { name: 'Set to now' }).click();
  await submit(page);
});

test('a new form and a correction that were both closed are both there again', async ({ page }) => {
  await begin(page);
  await fillForm(page);
  await submit(page);
  await fillForm(page);
  await page.getByRole('button', { name: 'Close' }).click();
  await page.getByRole('button', { name: 'Edit Form #1' }).click();
  await pressStops(page, [1]);
  await page.getByRole('button', { name: 'Close' }).click();
  await page.reload();
  await expect(page.getByText('Your form was closed and is not saved.')).toBeVisible();
  const correction = page.getByText('Your changes to Form #1 were closed and are not saved.');
  await expectAccessible(page);
  await correction.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('slider').first()).toHaveAttribute('aria-valuetext', '1 of 5');
  await submit(page);
  await page.getByRole('button', { name: 'Track Symptoms' }).click();
  await expectFilled(page);
  await submit(page, 2);
});

test('what was rated stays where its symptom has another name by now', async ({ page }) => {
  await begin(page);
  await fillForm(page);
  await page.getByRole('button', { name: 'Close' }).click();
  await page.getByRole('tab', { name: 'Profile' }).click();
  await nameSymptoms(page, ['Tremor', 'Rigidity']);
  await page.getByRole('tab', { name: 'Symptom Overview' }).click();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('slider', { name: 'Tremor' })).toHaveValue('4');
  await expect(page.getByRole('slider', { name: 'Rigidity' })).toHaveValue('1');
  await expect(page.getByRole('slider', { name: 'Stiffness' })).toHaveValue('2');
  await submit(page);
  await expect(page.getByText('Tremor, Rigidity, Stiffness')).toBeVisible();
});

test('where the device keeps nothing, the page does as long as it is there', async ({ page }) => {
  await page.addInitScript(() => {
    IDBFactory.prototype.open = () => {
      throw new DOMException('A private window', 'InvalidStateError');
    };
  });
  await begin(page);
  await fillForm(page);
  await page.getByRole('button', { name: 'Close' }).click();
  await page.getByRole('tab', { name: 'Settings' }).click();
  await page.getByRole('tab', { name: 'Symptom Overview' }).click();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByLabel('Notes for Stiffness')).toHaveValue('After sitting for long');
  await submit(page);
});
