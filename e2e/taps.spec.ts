import { nameSymptoms, newPerson, signUp } from './people.ts';
import { expect, test } from './test.ts';

/** Where a finger's press leaves the focus. One tap for each test: a second one soon after is the same press. */

test.beforeEach(async ({ page }) => {
  await signUp(page, newPerson('Tap'));
  await nameSymptoms(page, ['Tremor', 'Stiffness']);
  await page.getByRole('tab', { name: 'Symptom Overview' }).click();
});

test('a stop that was tapped hands the keyboard its slider', async ({ page }) => {
  await page.getByRole('button', { name: 'Track Symptoms' }).click();
  const slider = page.getByRole('slider', { name: 'Tremor' });
  await slider.locator('..').getByText('4', { exact: true }).tap();
  await expect(slider).toHaveAttribute('aria-valuetext', '4 of 5');
  await expect(slider).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect(slider).toHaveAttribute('aria-valuetext', '5 of 5');
});

test('after a tap on ‘Add a note’ it can be written', async ({ page }) => {
  await page.getByRole('button', { name: 'Track Symptoms' }).click();
  await page.getByRole('button', { name: 'Add a note for Tremor' }).tap();
  const note = page.getByLabel('Notes for Tremor');
  await expect(note).toBeFocused();
  await page.keyboard.type('After lunch');
  await expect(note).toHaveValue('After lunch');
});

test('a button that was tapped has the focus', async ({ page }) => {
  const refresh = page.getByRole('button', { name: 'Refresh' }).first();
  await refresh.tap();
  await expect(refresh).toBeFocused();
});

test('a switch that was tapped has the focus', async ({ page }) => {
  const large = page.getByRole('switch', { name: 'Large controls' });
  await large.locator('..').tap();
  await expect(large).toBeChecked();
  await expect(large).toBeFocused();
});
