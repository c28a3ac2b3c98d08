import { logForm, newPerson, type Person, pressStops, signUpWith } from './people.ts';
import { expect, expectAccessible, holdAnswers, test } from './test.ts';

let person: Person;

test.beforeEach(async ({ page }) => {
  person = newPerson('Sam');
  await signUpWith(page, person, ['Tremor', 'Stiffness']);
});

test('the severity is one slider to keyboard and screen reader', async ({ page }) => {
  await page.getByRole('button', { name: 'Track Symptoms' }).click();
  const slider = page.getByRole('slider', { name: 'Tremor' });
  await slider.focus();
  for (const [key, spoken] of [
    ['ArrowRight', '2 of 5'],
    ['ArrowUp', '3 of 5'],
    ['End', '5 of 5'],
    ['ArrowRight', '5 of 5'],
    ['ArrowLeft', '4 of 5'],
    ['Home', '1 of 5'],
  ] as const) {
    await page.keyboard.press(key);
    await expect(slider).toHaveAttribute('aria-valuetext', spoken);
  }
});

test('while symptoms load the form says so', async ({ page }) => {
  const answer = await holdAnswers(page, '**/api/getUserProfile*');
  await page.getByRole('button', { name: 'Track Symptoms' }).click();
  await expect(page.getByText('Loading your symptoms...')).toBeVisible();
  await expectAccessible(page);
  answer();
  await expect(page.getByRole('slider')).toHaveCount(2);
});

test('a save that fails says so, keeps everything, and saves once in the end', async ({
  page,
  expectConsoleError,
}) => {
  expectConsoleError(/ERR_FAILED|status of 500/);
  await page.getByRole('button', { name: 'Track Symptoms' }).click();
  await pressStops(page, [4, 3]);
  await page.getByRole('button', { name: 'Add a note for Stiffness' }).click();
  await page.getByLabel('Notes for Stiffness').fill('After sitting');
  // The form arrives, and its answer is lost.
  await page.route('**/api/saveSymptomForm', async (route) => {
    await route.fetch();
    await route.fulfill({ status: 500, json: { error: 'Something went wrong on our side.' } });
  });
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(page.getByRole('alert')).toHaveText(
    'Failed to save symptom data. Please try again.',
  );
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(page.getByText('Your form was closed and is not saved.')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByLabel('Notes for Stiffness')).toHaveValue('After sitting');
  await expect(page.getByRole('slider').first()).toHaveAttribute('aria-valuetext', '4 of 5');
  await page.unroute('**/api/saveSymptomForm');
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(page.getByText('Form #1', { exact: true })).toBeVisible();
  await expect(page.getByRole('tab', { name: 'Past Forms' })).toBeHidden();
});

test('Submit shows that it is under way, and pressing again does nothing', async ({ page }) => {
  await page.getByRole('button', { name: 'Track Symptoms' }).click();
  let answer = () => {};
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  let saves = 0;
  await page.route('**/api/*', async (route) => {
    if (route.request().method() === 'POST') {
      saves += 1;
      await held;
    }
    await route.continue();
  });
  await page.getByRole('button', { name: 'Submit' }).click();
  await page.getByRole('button', { name: 'Saving...' }).click({ force: true });
  // What is entered now would not be in the form that is saved.
  await page.locator('.stop').nth(4).click({ force: true });
  await expect(page.locator('.stop-slider-value').first()).toHaveText('1 of 5');
  answer();
  await expect(page.getByRole('dialog')).toBeHidden();
  expect(saves).toBe(1);
  await page.getByRole('button', { name: 'Edit Form #1' }).click();
  await pressStops(page, [2]);
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
  expect(saves).toBe(2);
});

test('an edit of a form that was changed elsewhere is refused and keeps what was typed', async ({
  page,
  expectConsoleError,
}) => {
  expectConsoleError(/status of 409|ERR_FAILED/);
  await logForm(page, [2, 2]);
  await page.getByRole('button', { name: 'Edit Form #1' }).click();
  const { id: userId } = await (await page.request.get('/api/auth/session')).json();
  const elsewhere = await page.request.post('/api/updateSymptoms', {
    data: {
      userId,
      action: 'form',
      formData: {
        formNumber: 1,
        symptom1: { name: 'Tremor', severity: 5, notes: 'Since the new dose' },
        symptom2: { name: 'Stiffness', severity: 4 },
      },
    },
  });
  expect(elsewhere.status()).toBe(200);
  await pressStops(page, [3]);
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(page.getByRole('alert')).toHaveText(
    'This form was changed somewhere else. Please reload and try again.',
  );
  const notLoaded = page.getByText('The form could not be loaded. Please try again.');
  await page.route('**/api/getUserForms*', (route) => route.abort(), { times: 1 });
  await page.getByRole('button', { name: 'Reload' }).click();
  await expect(notLoaded).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Reload' }).click();
  await expect(page.getByRole('alert')).toHaveCount(0);
  await expect(page.getByText('This is the newest form, with your changes in it.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Submit' })).toBeFocused();
  await expectAccessible(page);
  await expect(page.getByRole('slider').first()).toHaveAttribute('aria-valuetext', '3 of 5');
  await expect(page.getByRole('slider').nth(1)).toHaveAttribute('aria-valuetext', '4 of 5');
  await expect(page.getByLabel('Notes for Tremor')).toHaveValue('Since the new dose');
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(page.getByText('Form #1 is saved.')).toBeVisible();
});

test('a form that is gone is not taken for the one before it', async ({
  page,
  expectConsoleError,
}) => {
  expectConsoleError(/status of 409/);
  await logForm(page, [2, 2]);
  await logForm(page, [4, 4]);
  await page.getByRole('button', { name: 'Edit Form #2' }).click();
  await pressStops(page, [3]);
  await page.route('**/api/updateSymptoms', (route) =>
    route.fulfill({ status: 409, json: { error: 'This form was changed somewhere else.' } }),
  );
  await page.getByRole('button', { name: 'Submit' }).click();
  await page.route('**/api/getUserForms*', async (route) => {
    const response = await route.fetch();
    const forms: { formNumber: number }[] = await response.json();
    await route.fulfill({ response, json: forms.filter(({ formNumber }) => formNumber !== 2) });
  });
  await page.route('**/api/getUserForms?*limit=1', async (route) => {
    const url = route.request().url().replace('before=3', 'before=2');
    await route.fulfill({ response: await route.fetch({ url }) });
  });
  await page.getByRole('button', { name: 'Reload' }).click();
  await expect(page.getByText('The form could not be loaded. Please try again.')).toBeVisible();
  await expect(page.getByText('Form #2, November 18')).toBeVisible();
});

test('a note that is emptied stays open, with the focus', async ({ page }) => {
  await logForm(page, [2, 2]);
  await page.getByRole('button', { name: 'Track Symptoms' }).click();
  await page.getByRole('button', { name: 'Add a note for Tremor' }).click();
  const note = page.getByLabel('Notes for Tremor');
  await note.pressSequentially('Ab');
  await page.getByRole('button', { name: 'Submit' }).click();
  await page.getByRole('button', { name: 'Edit Form #2' }).click();
  await expect(note).not.toBeFocused();
  await note.press('End');
  await note.press('Backspace');
  await note.press('Backspace');
  await expect(note).toHaveValue('');
  await expect(note).toBeFocused();
  await note.pressSequentially('Better');
  await expect(note).toHaveValue('Better');
});

test('a network that swallows the profile does not keep the form from opening', async ({
  page,
}) => {
  await expect(page.getByRole('checkbox', { name: 'Tremor' }).first()).toBeVisible();
  const answer = await holdAnswers(page, '**/api/getUserProfile*');
  await page.getByRole('button', { name: 'Track Symptoms' }).click();
  await expect(page.getByText('Loading your symptoms...')).toBeVisible();
  await pressStops(page, [4]);
  await page.getByRole('button', { name: 'Add a note for Tremor' }).click();
  const note = page.getByLabel('Notes for Tremor');
  await note.pressSequentially('After');
  const { id: userId } = await (await page.request.get('/api/auth/session')).json();
  const symptoms = { symptom1: 'Falls', symptom2: 'Stiffness', symptom3: 'Tremor' };
  const data = { userId, action: 'update', ...symptoms };
  expect((await page.request.post('/api/updateSymptoms', { data })).status()).toBe(200);
  answer();
  await expect(page.getByRole('slider', { name: 'Falls' })).toBeVisible();
  await expect(note).toBeFocused();
  await note.pressSequentially(' lunch');
  await expect(note).toHaveValue('After lunch');
  await expect(page.getByRole('slider', { name: 'Tremor' })).toHaveValue('4');
  await page.getByRole('button', { name: 'Close' }).click();
  // What was entered needs no newest profile to be seen again.
  const never = await holdAnswers(page, '**/api/getUserProfile*');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(note).toHaveValue('After lunch');
  never();
});

test('who closes an edit that is being saved is told why it stays', async ({ page }) => {
  await logForm(page, [2, 2]);
  await page.getByRole('button', { name: 'Edit Form #1' }).click();
  await pressStops(page, [3]);
  const answer = await holdAnswers(page, '**/api/updateSymptoms');
  await page.getByRole('button', { name: 'Submit' }).click();
  const told = page.getByText('We are still saving. Please wait.');
  await expect(page.getByRole('button', { name: 'Updating...' })).toBeVisible();
  await expect(told).toBeHidden();
  await page.keyboard.press('Escape');
  await expect(told).toBeInViewport();
  await expectAccessible(page);
  answer();
  await expect(page.getByText('Form #1 is saved.')).toBeVisible();
});

test('the browser’s Back closes the form and keeps it', async ({ page }) => {
  await page.getByRole('button', { name: 'Logout' }).click();
  await page.getByRole('link', { name: 'Sign up' }).click();
  await page.getByRole('link', { name: 'Sign in' }).click();
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('button', { name: 'Track Symptoms' }).click();
  await pressStops(page, [5]);
  await page.goBack();
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(page).toHaveURL('/dashboard');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('slider').first()).toHaveAttribute('aria-valuetext', '5 of 5');
});

test('Enter on a slider sends nothing', async ({ page }) => {
  await page.getByRole('button', { name: 'Track Symptoms' }).click();
  await pressStops(page, [5]);
  await page.getByRole('slider').first().press('Enter');
  await page.getByRole('slider').first().press('ArrowLeft');
  await expect(page.getByRole('slider').first()).toHaveAttribute('aria-valuetext', '4 of 5');
});

test('a session that ends: pages lead to sign in, and an open form waits for it', async ({
  page,
  expectConsoleError,
}) => {
  expectConsoleError(/status of 401/);
  const endSession = () => page.request.post('/api/auth/signOut', { data: {} });
  await page.getByRole('button', { name: 'Track Symptoms' }).click();
  await pressStops(page, [4]);
  const cookies = await page.context().cookies();
  await page.context().clearCookies();
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(page.getByRole('alert')).toContainText('You are signed out. Please sign in');
  await expectAccessible(page);
  await page.context().addCookies(cookies);
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(page.getByText('Form #1 is saved.')).toBeVisible();

  await endSession();
  await page.getByRole('button', { name: 'Refresh' }).first().click();
  await expect(page).toHaveURL('/signin');
});

test('a form that is saved while the network is away fails in words', async ({
  page,
  context,
  expectConsoleError,
}) => {
  expectConsoleError(/ERR_INTERNET_DISCONNECTED/);
  await page.getByRole('button', { name: 'Track Symptoms' }).click();
  await pressStops(page, [4]);
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(page.getByRole('alert')).toHaveText(
    'Failed to save symptom data. Please try again.',
  );
  await context.setOffline(false);
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(page.getByText('Form #1 is saved.')).toBeVisible();
});

test('a history that cannot be loaded says so', async ({ page, expectConsoleError }) => {
  expectConsoleError(/ERR_FAILED|status of 500/);
  await page.route('**/api/getUserForms*', (route) =>
    route.fulfill({ status: 500, json: { error: 'Something went wrong on our side.' } }),
  );
  await page.reload();
  await expect(page.getByText('Failed to load form history')).toBeVisible();
  await expect(
    page.getByText('Your data could not be loaded. Please press Refresh.').first(),
  ).toBeVisible();
  await expectAccessible(page);
  await page.unroute('**/api/getUserForms*');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('No forms submitted yet.')).toBeVisible();
});
