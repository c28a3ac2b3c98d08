import { newPerson, signUpWith } from './people.ts';
import { expect, expectTextInBoxes, test } from './test.ts';

test('a half-hour of the diary is entered, corrected and still there after a reload', async ({
  page,
  setNow,
}) => {
  await signUpWith(page, newPerson('Vera'), ['Tremor']);
  await page.getByRole('button', { name: 'Track Symptoms' }).waitFor();
  await page.goto('/dashboard?diary');
  const dialog = page.getByRole('dialog', { name: 'Motor diary' });
  await dialog.getByRole('button', { name: 'Start my diary' }).click();
  await expectTextInBoxes(page);
  await dialog.getByRole('button', { name: /^Off/ }).click();
  await expect(dialog.getByText('Entered: Off, 12:00 PM to 12:30 PM.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Enter as asleep' }).click();
  await expect(dialog.getByText('Entered: Asleep, 10:30 PM to 7:00 AM.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Undo' }).click();
  await expect(dialog.getByText('Removed: Asleep, 10:30 PM to 7:00 AM.')).toBeVisible();

  await setNow('2026-11-18T18:31:00Z');
  await page.reload();
  await page
    .getByRole('region', { name: 'Today' })
    .getByRole('button', { name: '1 of 48 half-hours' })
    .click();
  await dialog.getByRole('button', { name: 'Still Off? Fill in 12:30 PM to 2:00 PM' }).click();
  await expect(dialog.getByText('4 of 48 half-hours')).toBeVisible();
  await dialog.getByText('See or correct what was entered').click();
  await dialog.getByRole('button', { name: /^Delete Wednesday, 12:00 PM to 2:00 PM: Off/ }).click();
  await dialog.getByRole('button', { name: 'Delete all of it' }).click();
  await expect(dialog.getByText('was deleted. You can enter this time again.')).toBeVisible();
  await expect(dialog.getByText('0 of 48 half-hours').first()).toBeVisible();
});
