import { expectAccessibleHere } from './accessible.ts';
import { fillSignUp, logForm, nameSymptoms, newPerson } from './people.ts';
import { expect, test } from './test.ts';

/**
 * The narrowest phone, and a desktop window at 200 % zoom, with the longest names there can be. Everything
 * is measured on the page, not read from the style sheet.
 */
for (const { name, width, height } of [
  { name: '320 px wide', width: 320, height: 640 },
  { name: '1280 px at 200 % zoom', width: 640, height: 450 },
]) {
  test(`every screen fits, is large enough and keeps its distance: ${name}`, async ({ page }) => {
    await page.setViewportSize({ width, height });
    await page.goto('/signin');
    await page.getByRole('button', { name: 'Sign in with Google' }).click();
    await expectAccessibleHere(page);
    await page.goto('/signup');
    await expect(page.getByLabel('First Name')).toBeVisible();
    await expectAccessibleHere(page);

    const person = { ...newPerson('Wil'), firstName: 'Wolfeschlegelsteinhausenbergerdorff' };
    await fillSignUp(page, person);
    await page.getByRole('button', { name: 'Sign Up', exact: true }).click();
    await expect(page.getByRole('button', { name: 'Get Started' })).toBeVisible();
    await expectAccessibleHere(page);
    await page.getByRole('button', { name: 'Get Started' }).click();
    await nameSymptoms(page, ['W'.repeat(100), 'Difficulty getting out of a low chair', 'Balance']);
    for (const slot of [4, 5]) {
      await page.getByRole('button', { name: 'Add Symptom' }).click();
      await expect(page.getByText(`Symptom${slot} created successfully!`)).toBeVisible();
    }
    await nameSymptoms(page, ['M'.repeat(100), 'Stiffness', 'Balance', 'Sleep', 'Fatigue']);
    await expectAccessibleHere(page);
    await page.getByRole('tab', { name: 'Instructions' }).click();
    await expectAccessibleHere(page);
    await page.getByRole('tab', { name: 'Settings' }).click();
    await expect(page.getByText('Support:')).toBeVisible();
    await expectAccessibleHere(page);

    await page.getByRole('tab', { name: 'Symptom Overview' }).click();
    await page.getByRole('button', { name: 'Track Symptoms' }).click();
    await page.getByRole('button', { name: 'Add a note for Sleep' }).click();
    await expectAccessibleHere(page);
    await page.getByRole('button', { name: 'Submit' }).click();
    await expect(page.getByRole('dialog')).toBeHidden();
    await logForm(page, [2, 3, 4]);
    await page.getByLabel('Timeframe').first().selectOption({ label: 'Custom' });
    await page.getByText('Show the numbers').first().click();
    await page.getByRole('tab', { name: 'Past Forms' }).click();
    await expectAccessibleHere(page);
  });
}

test('larger text, high contrast and large controls are kept, on every page, and fit', async ({
  page,
}) => {
  await page.goto('/signin');
  for (const name of ['Larger text', 'High contrast', 'Large controls']) {
    await page.getByRole('switch', { name }).check();
  }
  await expectAccessibleHere(page);
  const textSize = () => page.evaluate(() => getComputedStyle(document.body).fontSize);
  expect(await textSize()).toBe('25px');
  await page.reload();
  await expect(page.getByRole('switch', { name: 'Larger text' })).toBeChecked();
  expect(await textSize()).toBe('25px');
  await page.goto('/signup');
  await fillSignUp(page, newPerson('Lara'));
  await page.getByRole('button', { name: 'Sign Up', exact: true }).click();
  await page.getByRole('button', { name: 'Get Started' }).click();
  await nameSymptoms(page, ['Tremor', 'Stiffness', 'Balance']);
  await expectAccessibleHere(page);
  await page.getByRole('tab', { name: 'Symptom Overview' }).click();
  await page.getByRole('button', { name: 'Track Symptoms' }).click();
  await page.getByRole('button', { name: 'When? Now' }).click();
  await expectAccessibleHere(page);
  // One under the other, and 88 px tall.
  const stops = page.getByRole('slider').first().locator('..').locator('button');
  const boxes = await stops.evaluateAll((all) =>
    all.map((stop) => {
      const { left, height } = stop.getBoundingClientRect();
      return { left, height };
    }),
  );
  expect(boxes).toHaveLength(5);
  for (const { left, height } of boxes) {
    expect(left).toBe(boxes[0]?.left);
    expect(height).toBeGreaterThanOrEqual(88);
  }
});
