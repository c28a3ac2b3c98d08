import { chooseTab, press, tabTo, type } from './keyboard.ts';
import { newPerson, pressStops, signUp, signUpWith } from './people.ts';
import { DESKTOP, expect, test } from './test.ts';

test.use(DESKTOP);

test('the keyboard alone can do everything from sign-up to log-out', async ({ page }) => {
  const person = newPerson('Kim');
  const button = (name: string, exact = true) => page.getByRole('button', { name, exact });
  await page.goto('/signup');
  await type(page, page.getByLabel('Email'), person.email);
  await type(page, page.getByLabel('Password', { exact: true }), person.password);
  await type(page, page.getByLabel('Confirm Password'), person.password);
  await type(page, page.getByLabel('First Name'), 'Kim');
  await type(page, page.getByLabel('Last Name'), 'Keyes');
  await tabTo(page, page.getByLabel('Birthday'));
  await page.keyboard.type('12101951');
  await tabTo(page, page.getByLabel('Biological Sex'));
  await page.keyboard.type('fem');
  await type(page, page.getByLabel("Number of Years with Parkinson's"), '6');
  await page.keyboard.press('Enter');
  await press(page, button('Get Started'));

  for (const [index, name] of ['Tremor', 'Stiffness', 'Balance'].entries()) {
    await type(page, page.getByLabel(`Symptom ${index + 1}`, { exact: true }), name);
    await press(page, button(`Save symptom ${index + 1}`));
    await expect(page.getByText(`Symptom${index + 1} saved successfully!`)).toBeVisible();
  }
  await chooseTab(page, 'Symptom Overview');
  await press(page, button('Track Symptoms'));
  const slider = page.getByRole('slider', { name: 'Stiffness' });
  await tabTo(page, slider);
  await page.keyboard.press('4');
  await expect(slider).toHaveAttribute('aria-valuetext', '4 of 5, Strong');
  await press(page, button('Add a note for Stiffness'));
  await page.keyboard.type('After sitting');
  await press(page, button('Submit'));
  await expect(page.getByText('Tremor and Balance are not rated.')).toBeVisible();
  await press(page, button('Save them as 1'));
  await expect(page.getByText('Form #1 is saved.')).toBeVisible();

  await press(page, button('Edit Form #1'));
  await tabTo(page, page.getByRole('slider', { name: 'Tremor' }));
  await page.keyboard.press('End');
  await page.keyboard.press('Escape');
  await press(page, button('Continue this form'));
  await expect(page.getByRole('slider', { name: 'Tremor' })).toHaveAttribute(
    'aria-valuetext',
    '5 of 5, Worst',
  );
  await press(page, button('Submit'));
  await expect(page.getByText('Form #1 is saved.')).toBeVisible();
  await press(page, page.getByText('Show the numbers').first());
  await expect(page.getByRole('table').first()).toBeVisible();
  await press(page, button('Logout'));
  await press(page, button('Log out'));
  await expect(page).toHaveURL('/signin');
});

test('the keyboard alone can add, delete and restore symptoms and use every switch', async ({
  page,
}) => {
  await signUp(page, newPerson('Kat'));
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  await press(page, button('Add Symptom'));
  await type(page, page.getByLabel('Symptom 4', { exact: true }), 'Sleep');
  // Enter saves the field that has the focus.
  await page.keyboard.press('Enter');
  await expect(page.getByText('Symptom4 saved successfully!')).toBeVisible();
  await press(page, button('Delete symptom 4'), 'Space');
  await expect(page.getByText('Symptom 4 deleted successfully!')).toBeVisible();
  await press(page, button('Undo'));
  await expect(page.getByLabel('Symptom 4', { exact: true })).toHaveValue('Sleep');
  await chooseTab(page, 'Instructions');
  await expect(page.getByRole('tabpanel', { name: 'Instructions' })).toBeVisible();
  // Focused directly, because the button is above the focused element, in the header.
  await page.getByRole('button', { name: 'Aa' }).focus();
  await page.keyboard.press('Enter');
  for (const name of ['Larger text', 'High contrast', 'Large controls']) {
    const control = page.getByRole('switch', { name });
    const before = await control.isChecked();
    await press(page, control, 'Space');
    await expect(control).toBeChecked({ checked: !before });
  }
});

test('the keyboard alone can log a form for another time and use charts and past forms', async ({
  page,
  demoPatient,
}) => {
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  await page.goto('/signin');
  await type(page, page.getByLabel('Email'), demoPatient.email);
  await type(page, page.getByLabel('Password', { exact: true }), demoPatient.password);
  await press(page, button('Show'));
  await press(page, button('Continue'));

  await press(page, button('Track Symptoms'));
  await press(page, button('Change the time'));
  await tabTo(page, page.getByLabel('Day', { exact: true }));
  await page.keyboard.type('11172026');
  await tabTo(page, page.getByLabel('Time (EST)'));
  await page.keyboard.type('0810AM');
  await press(page, button('Use the current time'));
  await press(page, button('Change the time'));
  await tabTo(page, page.getByLabel('Day', { exact: true }));
  await page.keyboard.type('11172026');
  await press(page, button('Submit'));
  await press(page, button('Save them as 1'));
  await expect(page.getByText(/^Form #\d+ is saved for /)).toBeVisible();

  const line = page.getByRole('region', { name: 'Average Symptom Severity' });
  await tabTo(page, line.getByLabel('Timeframe'));
  await page.keyboard.type('Custom');
  await tabTo(page, line.getByLabel('Start Date'));
  await page.keyboard.type('11012026');
  await expect(line.getByText('Custom date range: Nov 1, 2026 to Nov 18, 2026')).toBeVisible();
  await press(page, line.getByText('Show the numbers'));
  await line.getByText('3 symptoms').focus();
  await page.keyboard.press('Enter');
  await press(page, line.getByRole('checkbox', { name: 'Tremor Profile' }), 'Space');
  await expect(line.getByRole('columnheader', { name: 'Stiffness' })).toBeVisible();
  await expect(line.getByRole('columnheader', { name: 'Tremor' })).toHaveCount(0);
  await line.getByRole('button', { name: 'Refresh' }).focus();
  await page.keyboard.press('Enter');

  await chooseTab(page, 'Past Forms');
  await expect(page.getByText('Entered on Nov 18')).toBeVisible();
  const days = page.getByRole('grid', { name: 'November 2026' }).getByRole('button');
  await tabTo(page, days.last());
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: /^Nov 11, / })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  await expect(
    page.getByRole('list', { name: 'Past Forms' }).getByRole('heading').first(),
  ).toHaveText('Wed, Nov 11');
  // The list also contains doses, so only its forms are counted.
  const past = page
    .getByRole('list', { name: 'Past Forms' })
    .getByRole('listitem')
    .filter({ hasText: 'Form #' });
  const inWeek = await past.count();
  await press(page, button('Show older forms'));
  await expect.poll(() => past.count()).toBeGreaterThan(inWeek);
});

test('a form of three symptoms takes five presses', async ({ page }) => {
  await signUpWith(page, newPerson('Quinn'), ['Tremor', 'Stiffness', 'Balance']);
  await page.evaluate(() => {
    Object.assign(window, { presses: 0 });
    addEventListener('pointerdown', () => Object.assign(window, { presses: presses() + 1 }), true);
    const presses = () => Number(Reflect.get(window, 'presses'));
  });
  await page.getByRole('button', { name: 'Track Symptoms' }).click();
  await pressStops(page, [2, 5, 1]);
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(page.getByText('Form #1 is saved.')).toBeVisible();
  expect(await page.evaluate('window.presses')).toBe(5);
});
