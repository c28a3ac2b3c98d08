import { calls } from '../src/contract/calls.ts';
import {
  fillSignUp,
  logForm,
  logOut,
  nameSymptoms,
  newPerson,
  pressStops,
  signIn,
  signUpWith,
} from './people.ts';
import { expect, expectAccessible, test } from './test.ts';

/** The main user journey. All times are New York times. */
test('sign up, name symptoms, log three forms, correct one, see the right values in both charts', async ({
  page,
  setNow,
}) => {
  const ada = newPerson('Ada');

  await test.step('a visitor is redirected to the sign-in screen', async () => {
    await page.goto('/');
    await expect(page).toHaveURL('/signin');
    await expect(page.getByRole('heading', { name: 'Sign in to your account' })).toBeVisible();
    await expect(
      page.getByText("Welcome to your Parkinson's Disease Management App"),
    ).toBeVisible();
    await expect(page.getByText('This is not medical advice.')).toBeVisible();
  });

  await test.step('sign-up shows what is wrong, then creates the account', async () => {
    await page.getByRole('link', { name: 'Sign up' }).click();
    await fillSignUp(page, ada);
    await page.getByLabel('Confirm Password').fill('something else');
    await page.getByRole('button', { name: 'Sign Up', exact: true }).click();
    await expect(page.getByRole('link', { name: 'Passwords do not match' })).toBeVisible();
    await page.getByLabel('Password', { exact: true }).fill('short');
    await page.getByLabel('Confirm Password').fill('short');
    await page.getByRole('button', { name: 'Sign Up', exact: true }).click();
    await expect(
      page.getByRole('link', { name: 'Password must be at least 6 characters long' }),
    ).toBeVisible();
    await page.getByLabel('Password', { exact: true }).fill(ada.password);
    await page.getByLabel('Confirm Password').fill(ada.password);
    await page.getByRole('button', { name: 'Sign Up', exact: true }).click();
    await expect(page).toHaveURL('/dashboard?tab=profile');
  });

  await test.step('the welcome greets a new user once', async () => {
    const welcome = page.getByRole('dialog', {
      name: "Welcome to Your Parkinson's Disease Management App!",
    });
    await expect(welcome).toBeVisible();
    // The dialog closes before the server has answered, and a reload would end the call.
    const cleared = page.waitForResponse(`**${calls.clearNewUser.path}`);
    await page.getByRole('button', { name: 'Get Started' }).click();
    await expect(welcome).toBeHidden();
    await cleared;
    await page.reload();
    await expect(page.getByText('Full Name')).toBeVisible();
    await expect(welcome).toBeHidden();
  });

  await test.step('without symptoms the form says where to add them', async () => {
    await page.getByRole('tab', { name: 'Symptom Overview' }).click();
    await expect(page).toHaveURL('/dashboard');
    await expect(
      page.getByText('No forms submitted yet. Track your symptoms to create your first form!'),
    ).toBeVisible();
    await expect(page.getByText('No symptoms found').first()).toBeVisible();
    await page.getByRole('button', { name: 'Track Symptoms' }).click();
    await expect(
      page.getByText(
        'No symptoms have been added to your profile yet. Please add symptoms in your Profile section first',
      ),
    ).toBeVisible();
    await page.getByRole('button', { name: 'Close' }).click();
    await expect(page.getByRole('dialog')).toBeHidden();
  });

  await test.step('three symptoms are named', async () => {
    await page.getByRole('tab', { name: 'Profile' }).click();
    await nameSymptoms(page, ['Tremor', 'Stiffness', 'Balance']);
  });

  await test.step('a form is logged in the morning, afternoon and evening', async () => {
    await page.getByRole('tab', { name: 'Symptom Overview' }).click();
    await setNow('2026-11-18T13:10:00Z');
    await page.getByRole('button', { name: 'Track Symptoms' }).click();
    await expect(page.getByRole('heading', { name: 'Track Your Symptoms' })).toBeVisible();
    for (const slider of await page.getByRole('slider').all()) {
      await expect(slider).toHaveAttribute('aria-valuetext', 'not rated');
    }
    await pressStops(page, [4, 2, 1]);
    await page.getByRole('button', { name: 'Add a note for Tremor' }).click();
    await page.getByLabel('Notes for Tremor').fill('Before coffee');
    // Other tests check the accessibility of each state of a screen. This checks one state in the production build.
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Submit' }).click();
    await expect(page.getByText('Form #1', { exact: true })).toBeVisible();
    await expect(page.getByText('Nov 18, 8:10 AM EST')).toBeVisible();
    await expect(page.getByText('Tremor 4, Stiffness 2, Balance 1', { exact: true })).toBeVisible();
    await expect(page.getByRole('tab', { name: 'Past Forms' })).toBeHidden();

    await setNow('2026-11-18T18:30:00Z');
    await logForm(page, [3, 3, 2]);
    await setNow('2026-11-19T00:00:00Z');
    await logForm(page, [2, 5, 3]);
    await expect(page.getByText('Form #3', { exact: true })).toBeVisible();
    await expect(page.getByText('Nov 18, 7:00 PM EST')).toBeVisible();
  });

  await test.step('the charts show the logged severities', async () => {
    await expect(
      page.getByText('Average Symptom Severity Over Time - Last 7 Days').first(),
    ).toBeVisible();
    await page.getByText('Show the numbers').first().click();
    await page.getByText('Show the numbers').last().click();
    const [line, bars] = [page.getByRole('table').first(), page.getByRole('table').last()];
    const today = 'Nov 18 3.0 (3) 3.3 (3) 2.0 (3)';
    await expect(line.getByRole('row', { name: today })).toHaveCount(1);
    const empty = /^Nov 1[2-7] No data No data No data$/;
    await expect(line.getByRole('row', { name: empty })).toHaveCount(6);
    await expect(bars.getByRole('row', { name: 'Morning 4.0 (1) 2.0 (1) 1.0 (1)' })).toHaveCount(1);
    await expect(bars.getByRole('row', { name: 'Evening 2.0 (1) 5.0 (1) 3.0 (1)' })).toHaveCount(1);
  });

  await test.step('the afternoon form is corrected, and the charts follow', async () => {
    await page.getByRole('tab', { name: 'Past Forms' }).click();
    await page.getByRole('button', { name: 'Edit Form #2' }).click();
    await expect(page.getByRole('heading', { name: 'Edit Symptom Form' })).toBeVisible();
    await expect(page.getByRole('slider').first()).toHaveAttribute(
      'aria-valuetext',
      '3 of 5, Medium',
    );
    await pressStops(page, [5]);
    await page.getByRole('button', { name: 'Submit' }).click();
    await expect(page.getByRole('dialog')).toBeHidden();
    await expect(
      page.getByRole('table').first().getByRole('row', { name: 'Nov 18 3.7 (3) 3.3 (3)' }),
    ).toHaveCount(1);
    await expect(
      page.getByRole('table').last().getByRole('row', { name: 'Afternoon 5.0 (1) 3.0 (1)' }),
    ).toHaveCount(1);
  });

  await test.step('everything is unchanged after signing out and in again', async () => {
    await logOut(page);
    await expect(page).toHaveURL('/signin');
    await page.goto('/dashboard');
    await expect(page).toHaveURL('/signin');
    await signIn(page, ada.email, ada.password);
    await expect(page).toHaveURL('/dashboard');
    await expect(page.getByText('Form #3', { exact: true })).toBeVisible();
    await page.getByRole('tab', { name: 'Past Forms' }).click();
    await page.getByRole('button', { name: 'Edit Form #1' }).click();
    await expect(page.getByLabel('Notes for Tremor')).toHaveValue('Before coffee');
  });
});

test('two people at once never see each other’s data', async ({ browser, page, server }) => {
  const grace = newPerson('Grace');
  const alan = newPerson('Alan');
  const otherContext = await browser.newContext({ baseURL: server.url });
  const other = await otherContext.newPage();
  for (const [each, person, symptom] of [
    [page, grace, 'Freezing of gait'],
    [other, alan, 'Soft voice'],
  ] as const) {
    await signUpWith(each, person, [symptom]);
    await logForm(each, [person === grace ? 5 : 2]);
    await expect(each.getByText('Form #1', { exact: true })).toBeVisible();
  }
  await other.reload();
  await page.reload();
  await expect(page.getByText('Welcome, Grace')).toHaveCount(2);
  await expect(page.getByText('Freezing of gait').first()).toBeVisible();
  await expect(page.getByText('Soft voice')).toHaveCount(0);
  await expect(other.getByText('Soft voice').first()).toBeVisible();
  await expect(other.getByText('Freezing of gait')).toHaveCount(0);

  const graceId = (await (await page.request.get('/api/auth/session')).json()).id;
  const stolen = await other.request.get(`/api/getUserForms?userId=${graceId}`);
  expect(stolen.status()).toBe(404);
  expect(await stolen.json()).toEqual({ error: 'User not found' });
  await otherContext.close();
});
