import { expectAccessibleHere } from './accessible.ts';
import { fillSignUp, logForm, nameSymptoms, newPerson, signUp } from './people.ts';
import { expect, test } from './test.ts';

/**
 * A desktop window at 200 and at 400 % zoom, with the longest names there can be. Everything
 * is measured on the page, not read from the style sheet.
 */
for (const { name, width, height } of [
  { name: '1280 px at 400 % zoom', width: 320, height: 256 },
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

test('wider letters, words and lines cut nothing off; so do colours of the person’s own', async ({
  page,
}) => {
  // Text spacing as WCAG 2.2 wants it borne (1.4.12).
  const spread = () =>
    page.evaluate(() => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(`* {
        line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important;
      }
      p { margin-bottom: 2em !important; }`);
      document.adoptedStyleSheets = [sheet];
    });
  const cutOff = () =>
    page.evaluate(() =>
      [...document.querySelectorAll('main *, [role=dialog] *')]
        .filter((element) => {
          const { overflowX, overflowY } = getComputedStyle(element);
          const isCut =
            (overflowX === 'hidden' && element.scrollWidth > element.clientWidth + 1) ||
            (overflowY === 'hidden' && element.scrollHeight > element.clientHeight + 1);
          return isCut && !element.closest('.visually-hidden') && element.checkVisibility();
        })
        .map(({ outerHTML }) => outerHTML.slice(0, 100)),
    );
  await page.setViewportSize({ width: 320, height: 640 });
  await signUp(page, newPerson('Wide'));
  await nameSymptoms(page, ['Tremor', 'Difficulty getting out of a low chair']);
  await page.emulateMedia({ forcedColors: 'active' });
  for (const tab of ['Profile', 'Settings', 'Symptom Overview']) {
    await page.getByRole('tab', { name: tab }).first().click();
    await spread();
    await expectAccessibleHere(page);
    expect(await cutOff(), tab).toEqual([]);
  }
  await page.getByRole('button', { name: 'Track Symptoms' }).click();
  await page.getByRole('button', { name: 'When? Now' }).click();
  await expectAccessibleHere(page);
  expect(await cutOff()).toEqual([]);
});

test('where the browser keeps nothing, the switches say how the page looks', async ({ page }) => {
  await page.addInitScript(() => {
    Storage.prototype.getItem = () => {
      throw new DOMException('Refused', 'SecurityError');
    };
  });
  await page.goto('/signin');
  await page.getByRole('switch', { name: 'Larger text' }).check();
  await page.getByRole('link', { name: 'Sign up' }).click();
  await expect(page.getByLabel('First Name')).toBeVisible();
  await expect(page.getByRole('switch', { name: 'Larger text' })).toBeChecked();
  await page.getByRole('switch', { name: 'High contrast' }).check();
  await expect(page.locator('html')).toHaveAttribute('data-largetext');
});
