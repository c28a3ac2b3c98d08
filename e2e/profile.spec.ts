import { nameSymptoms, newPerson, signUp } from './people.ts';
import { expect, test } from './test.ts';

test.beforeEach(async ({ page }) => {
  await signUp(page, newPerson('Lou'));
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

test('a symptom that was saved or deleted by mistake comes back with Undo', async ({ page }) => {
  await nameSymptoms(page, ['Tremor']);
  const first = page.getByLabel('Symptom 1', { exact: true });
  await nameSymptoms(page, ['Trevor']);
  await expect(page.getByRole('heading', { name: 'Past symptoms' })).toBeVisible();
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
