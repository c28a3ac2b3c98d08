import { nameSymptoms, newPerson, signUp } from './people.ts';
import { expect, expectAccessible, holdAnswers, test } from './test.ts';

test.beforeEach(async ({ page }) => {
  await signUp(page, newPerson('Lou'));
});

test('the profile shows what was given at sign-up', async ({ page }) => {
  for (const [term, fact] of [
    ['Full Name', 'Lou Lovelace'],
    ['Birthday', 'December 10, 1951'],
    ['Age', '74'],
    ["Number of Years with Parkinson's Disease", '6 years'],
    ['Biological Sex', 'Female'],
  ] as const) {
    const entry = page.getByRole('term').filter({ hasText: term });
    await expect(entry.locator('xpath=following-sibling::dd')).toHaveText(fact);
  }
});

test('slots are added up to five, and only the fourth and fifth can be deleted', async ({
  page,
  expectConsoleError,
}) => {
  expectConsoleError(/status of 400/);
  await nameSymptoms(page, ['Tremor', 'Stiffness', 'Balance']);
  for (const slot of [4, 5]) {
    await page.getByRole('button', { name: 'Add Symptom' }).click();
    await expect(page.getByText(`Symptom${slot} created successfully!`)).toBeVisible();
  }
  await expect(page.getByRole('button', { name: 'Add Symptom' })).toBeHidden();
  await expect(page.getByPlaceholder('Enter your 5th symptom')).toBeVisible();
  await expect(page.getByRole('button', { name: /^Delete symptom/ })).toHaveCount(2);

  await page.getByRole('button', { name: 'Delete symptom 4' }).click();
  await expect(page.getByRole('alert')).toHaveText('Cannot delete empty symptom.');
  await expectAccessible(page);

  await page.getByLabel('Symptom 4', { exact: true }).fill('Sleep');
  await page.getByLabel('Symptom 5', { exact: true }).fill('Fatigue');
  await page.getByRole('button', { name: 'Save symptom 5' }).click();
  await expect(page.getByText('Symptom5 saved successfully!')).toBeVisible();
  await expect(page.getByLabel('Symptom 4', { exact: true })).toHaveValue('Sleep');
  await page.getByRole('button', { name: 'Save symptom 4' }).click();
  await expect(page.getByText('Symptom4 saved successfully!')).toBeVisible();

  await page.getByRole('button', { name: 'Delete symptom 4' }).click();
  await expect(page.getByText('Symptom 4 deleted successfully!')).toBeVisible();
  await expect(page.getByLabel('Symptom 4', { exact: true })).toHaveValue('Fatigue');
  await expect(page.getByLabel('Symptom 5', { exact: true })).toBeHidden();
  await expect(page.getByRole('listitem').filter({ hasText: 'Sleep' })).toBeVisible();
});

test('a second press of the same hand deletes no second symptom', async ({ page }) => {
  for (const slot of [4, 5]) {
    await page.getByRole('button', { name: 'Add Symptom' }).click();
    await page.getByLabel(`Symptom ${slot}`, { exact: true }).fill(`Symptom name ${slot}`);
    await page.getByRole('button', { name: `Save symptom ${slot}` }).click();
    await expect(page.getByText(`Symptom${slot} saved successfully!`)).toBeVisible();
  }
  await page.getByRole('button', { name: 'Delete symptom 4' }).dblclick();
  await expect(page.getByText('Symptom 4 deleted successfully!')).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('Symptom 4', { exact: true })).toHaveValue('Symptom name 5');
});

test('what was typed is still there after a look at another tab', async ({ page }) => {
  await page.getByLabel('Symptom 2', { exact: true }).fill('Stiff neck');
  await page.getByRole('tab', { name: 'Settings' }).click();
  await page.getByRole('tab', { name: 'Profile' }).first().click();
  await expect(page.getByLabel('Symptom 2', { exact: true })).toHaveValue('Stiff neck');
});

test('a renamed symptom becomes a past one, and comes back from there', async ({
  page,
  expectConsoleError,
}) => {
  expectConsoleError(/status of 400/);
  await nameSymptoms(page, ['Tremor', 'Stiffness']);
  await page.getByLabel('Symptom 2', { exact: true }).fill('tremor');
  await page.getByRole('button', { name: 'Save symptom 2' }).click();
  await expect(page.getByRole('alert')).toHaveText('You already track this symptom.');
  await expect(page.getByLabel('Symptom 2', { exact: true })).toHaveValue('tremor');

  await nameSymptoms(page, ['Shaking']);
  await expect(page.getByRole('heading', { name: 'Past symptoms' })).toBeVisible();
  await expect(page.getByRole('listitem').filter({ hasText: 'Tremor' })).toBeVisible();
  await nameSymptoms(page, ['Tremor']);
  await expect(page.getByRole('listitem').filter({ hasText: 'Shaking' })).toBeVisible();
  await expect(page.getByRole('listitem').filter({ hasText: 'Tremor' })).toHaveCount(0);
});

test('a save that cannot reach the server says so and keeps what was typed', async ({
  page,
  expectConsoleError,
}) => {
  expectConsoleError(/ERR_FAILED/);
  await page.route('**/api/updateSymptoms', (route) => route.abort());
  await page.getByLabel('Symptom 1', { exact: true }).fill('Tremor');
  await page.getByRole('button', { name: 'Save symptom 1' }).click();
  await expect(page.getByRole('alert')).toHaveText('Error saving symptom. Please try again.');
  await expect(page.getByLabel('Symptom 1', { exact: true })).toHaveValue('Tremor');
  await page.getByRole('button', { name: 'Add Symptom' }).click();
  await expect(page.getByRole('alert')).toHaveText('Error creating symptom4. Please try again.');
});

test('instructions and settings', async ({ page }) => {
  await page.getByRole('tab', { name: 'Instructions' }).click();
  await expect(page.getByText('Share your data with your healthcare provider.')).toBeVisible();
  await expectAccessible(page);

  await page.getByRole('tab', { name: 'Settings' }).click();
  await expect(page).toHaveURL('/dashboard?tab=settings');
  for (const [name, on] of [
    ['Daily Health Check-in', true],
    ['Medication Reminders', true],
    ['Exercise Reminders', false],
    ['Weekly Health Report', true],
    ['Share Data with Healthcare Providers', false],
    ['Analytics & Improvements', true],
  ] as const) {
    await expect(page.getByRole('switch', { name })).toBeChecked({ checked: on });
  }
  await page.getByRole('switch', { name: 'Exercise Reminders' }).check();
  await expect(page.getByText('Nothing is saved, and no reminder is sent.')).toBeVisible();
  await expect(page.getByText('Version 1.0.0')).toBeVisible();
  await expect(page.getByRole('link', { name: 'support@example.org' })).toBeVisible();
  await expectAccessible(page);
});

test('a symptom that was saved or deleted by mistake comes back with Undo', async ({ page }) => {
  await nameSymptoms(page, ['Tremor']);
  const first = page.getByLabel('Symptom 1', { exact: true });
  await nameSymptoms(page, ['Trevor']);
  await expect(page.getByRole('heading', { name: 'Past symptoms' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('Undone. Your symptoms are as they were before.')).toBeVisible();
  await expect(first).toHaveValue('Tremor');
  await expect(page.getByRole('heading', { name: 'Past symptoms' })).toBeHidden();
  await expect(page.getByRole('button', { name: 'Undo' })).toBeHidden();

  for (const slot of [4, 5]) {
    await page.getByRole('button', { name: 'Add Symptom' }).click();
    await expect(page.getByText(`Symptom${slot} created successfully!`)).toBeVisible();
  }
  await nameSymptoms(page, ['Tremor', 'Stiffness', 'Balance', 'Sleep', 'Pain']);
  await page.getByRole('button', { name: 'Delete symptom 4' }).click();
  await expect(page.getByText('Symptom 4 deleted successfully!')).toBeVisible();
  await expect(page.getByLabel('Symptom 4', { exact: true })).toHaveValue('Pain');
  await page.getByRole('button', { name: 'Undo' }).press('Enter');
  await expect(page.getByLabel('Symptom 5', { exact: true })).toHaveValue('Pain');
  await expect(page.getByLabel('Symptom 4', { exact: true })).toHaveValue('Sleep');
});

test('an Undo that fails says so, and can be pressed again', async ({
  page,
  expectConsoleError,
}) => {
  expectConsoleError(/ERR_FAILED/);
  await nameSymptoms(page, ['Tremor']);
  await nameSymptoms(page, ['Trevor']);
  await page.route('**/api/undoSymptomChange', (route) => route.abort());
  const undo = page.getByRole('button', { name: 'Undo' });
  await undo.press('Enter');
  await expect(page.getByRole('alert')).toContainText('This was not undone. Please try again.');
  await expect(undo).toBeFocused();
  await expectAccessible(page);
  await page.unroute('**/api/undoSymptomChange');
  await undo.press('Enter');
  await expect(page.getByText('Undone. Your symptoms are as they were before.')).toBeVisible();
  await expect(page.getByLabel('Symptom 1', { exact: true })).toHaveValue('Tremor');
  await expect(undo).toBeHidden();
});

test('changes are made one after the other, and Undo takes back the last alone', async ({
  page,
}) => {
  await nameSymptoms(page, ['Tremor', 'Stiffness']);
  const saves: unknown[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/api/updateSymptoms')) saves.push(request.postDataJSON());
  });
  const goOn = await holdAnswers(page, '**/api/updateSymptoms');
  for (const [slot, name] of [
    [1, 'Trevor'],
    [2, 'Stillness'],
  ] as const) {
    await page.getByLabel(`Symptom ${slot}`, { exact: true }).fill(name);
    await page.getByRole('button', { name: `Save symptom ${slot}` }).click();
  }
  await expect(page.getByRole('button', { name: 'Saving...' })).toHaveCount(2);
  expect(saves).toHaveLength(1);
  goOn();
  await expect(page.getByText('Symptom2 saved successfully!')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('Undone. Your symptoms are as they were before.')).toBeVisible();
  await expect(page.getByLabel('Symptom 1', { exact: true })).toHaveValue('Trevor');
  await expect(page.getByLabel('Symptom 2', { exact: true })).toHaveValue('Stiffness');
});

test('what there is to undo is still there after a look at another tab', async ({ page }) => {
  await nameSymptoms(page, ['Tremor']);
  const goOn = await holdAnswers(page, '**/api/updateSymptoms');
  await page.getByLabel('Symptom 1', { exact: true }).fill('Trevor');
  await page.getByRole('button', { name: 'Save symptom 1' }).click();
  await page.getByRole('tab', { name: 'Settings' }).click();
  const saved = page.waitForResponse('**/api/updateSymptoms');
  goOn();
  await saved;
  await page.getByRole('tab', { name: 'Profile' }).first().click();
  await expect(page.getByText('Symptom1 saved successfully!')).toBeVisible();
  await page.getByRole('tab', { name: 'Instructions' }).click();
  await page.getByRole('tab', { name: 'Profile' }).last().click();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('Undone. Your symptoms are as they were before.')).toBeVisible();
  await expect(page.getByLabel('Symptom 1', { exact: true })).toHaveValue('Tremor');
});

test('what was typed moves with its symptom, also where a deletion is undone', async ({ page }) => {
  for (const slot of [4, 5]) {
    await page.getByRole('button', { name: 'Add Symptom' }).click();
    await expect(page.getByText(`Symptom${slot} created successfully!`)).toBeVisible();
  }
  await nameSymptoms(page, ['Tremor', 'Stiffness', 'Balance', 'Sleep', 'Pain']);
  const fourth = page.getByLabel('Symptom 4', { exact: true });
  const fifth = page.getByLabel('Symptom 5', { exact: true });
  await fifth.fill('Pain at night');
  await page.getByRole('button', { name: 'Delete symptom 4' }).click();
  await expect(fourth).toHaveValue('Pain at night');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(fifth).toHaveValue('Pain at night');
  await expect(fourth).toHaveValue('Sleep');
});

test('Undo changes nothing that was done on another device since', async ({
  page,
  expectConsoleError,
}) => {
  expectConsoleError(/status of 409/);
  await nameSymptoms(page, ['Tremor', 'Stiffness']);
  const { id } = await (await page.request.get('/api/auth/session')).json();
  const elsewhere = { userId: id, action: 'single', symptomKey: 'symptom1', symptomValue: 'Falls' };
  await page.request.post('/api/updateSymptoms', { data: elsewhere });
  await page.getByRole('tab', { name: 'Settings' }).click();
  await page.getByRole('tab', { name: 'Profile' }).first().click();
  await expect(page.getByLabel('Symptom 1', { exact: true })).toHaveValue('Falls');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('alert')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Undo' })).toBeHidden();
  await page.reload();
  await expect(page.getByLabel('Symptom 1', { exact: true })).toHaveValue('Falls');
  await expect(page.getByLabel('Symptom 2', { exact: true })).toHaveValue('Stiffness');
});
