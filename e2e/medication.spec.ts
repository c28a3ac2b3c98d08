import { newPerson, signUp } from './people.ts';
import { expect, test } from './test.ts';

const SENTENCE = 'Levodopa/carbidopa: 1 × 100 mg at 8:00 AM, 1½ × 100 mg at noon';

test('a medication is added, changed from a later day, and stopped', async ({ page }) => {
  const amount = (number: number) =>
    page.getByRole('group', { name: `Dose ${number}` }).getByLabel('How many of 100 mg');
  await signUp(page, newPerson('Minna'));
  await page.getByRole('button', { name: 'Add a medication' }).click();
  await page.getByLabel('Name', { exact: true }).fill('sinemet');
  await page.getByRole('button', { name: 'Sinemet (levodopa/carbidopa)' }).click();
  await page.getByRole('button', { name: '100 mg', exact: true }).click();
  await page.getByLabel('Time 1', { exact: true }).fill('08:00');
  await amount(1).fill('1');
  await page.getByRole('button', { name: 'Add a time' }).click();
  await page.getByLabel('Time 2', { exact: true }).fill('12:00');
  await amount(2).fill('1 1/2');
  await page.getByLabel('Taken since').fill('2026-11-01');
  await expect(page.getByRole('status').getByText(SENTENCE)).toBeVisible();
  await page.getByRole('button', { name: 'Save medication' }).click();
  const list = page.getByRole('list', { name: 'Medications' });
  const row = list.getByRole('button');
  await expect(row).toHaveText('Levodopa/carbidopa 100 mg 1 at 8:00 AM, 1½ at noon');

  await page.reload();
  await row.click();
  await expect(page.getByText(SENTENCE)).toBeVisible();
  await page.getByRole('button', { name: 'Change Levodopa/carbidopa 100 mg' }).click();
  await amount(1).fill('½');
  await page.getByRole('button', { name: 'Save changes' }).click();
  const changed = '½ at 8:00 AM, 1½ at noon';
  await expect(list.getByText(changed)).toBeVisible();

  const stop = page.getByRole('button', { name: 'Stop Levodopa/carbidopa 100 mg' });
  await row.click();
  await stop.click();
  await stop.click();
  await expect(list.getByText('Last day: ')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('Your change was undone.')).toBeVisible();
  await page.reload();
  await expect(list.getByText(changed)).toBeVisible();
  await expect(list.getByText('Last day: ')).toBeHidden();
  await page.getByRole('button', { name: 'Earlier plans' }).click();
  const earlier = page.getByRole('list', { name: 'Earlier plans' });
  await expect(earlier.getByText('1 at 8:00 AM, 1½ at noon')).toBeVisible();
});
