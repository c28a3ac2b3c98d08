import { newPerson, signUpWith } from './people.ts';
import { expect, expectAccessible, test } from './test.ts';

/** The severity control, apart from the form around it. */

test.beforeEach(async ({ page }) => {
  await signUpWith(page, newPerson('Sten'), ['Tremor', 'Stiffness']);
  await page.getByRole('button', { name: 'Track Symptoms' }).click();
  await expect(page.getByRole('slider').first()).toBeVisible();
});

test('a digit chooses its stop; with a key held down beside it, it is the browser’s', async ({
  page,
}) => {
  const slider = page.getByRole('slider', { name: 'Tremor' });
  await slider.press('3');
  await expect(slider).toHaveAttribute('aria-valuetext', '3 of 5');
  for (const held of ['Control', 'Alt', 'Meta']) {
    await slider.press(`${held}+5`);
    await expect(slider, held).toHaveAttribute('aria-valuetext', '3 of 5');
  }
});

test('it keeps its distance from what stands beside it', async ({ page }) => {
  await expectAccessible(page);
});
