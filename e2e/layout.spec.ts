import type { Page } from '@playwright/test';
import { fillSignUp, logForm, nameSymptoms, newPerson } from './people.ts';
import { expect, expectAccessible, test } from './test.ts';

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
    await expectComfortable(page);
    await page.goto('/signup');
    await expect(page.getByLabel('First Name')).toBeVisible();
    await expectComfortable(page);

    const person = { ...newPerson('Wil'), firstName: 'Wolfeschlegelsteinhausenbergerdorff' };
    await fillSignUp(page, person);
    await page.getByRole('button', { name: 'Sign Up', exact: true }).click();
    await expect(page.getByRole('button', { name: 'Get Started' })).toBeVisible();
    await expectComfortable(page);
    await page.getByRole('button', { name: 'Get Started' }).click();
    await nameSymptoms(page, ['W'.repeat(100), 'Difficulty getting out of a low chair', 'Balance']);
    for (const slot of [4, 5]) {
      await page.getByRole('button', { name: 'Add Symptom' }).click();
      await expect(page.getByText(`Symptom${slot} created successfully!`)).toBeVisible();
    }
    await nameSymptoms(page, ['M'.repeat(100), 'Stiffness', 'Balance', 'Sleep', 'Fatigue']);
    await expectComfortable(page);
    await page.getByRole('tab', { name: 'Instructions' }).click();
    await expectComfortable(page);
    await page.getByRole('tab', { name: 'Settings' }).click();
    await expect(page.getByText('Support:')).toBeVisible();
    await expectComfortable(page);

    await page.getByRole('tab', { name: 'Symptom Overview' }).click();
    await page.getByRole('button', { name: 'Track Symptoms' }).click();
    await page.getByRole('button', { name: 'Add a note for Sleep' }).click();
    await expectComfortable(page);
    await page.getByRole('button', { name: 'Submit' }).click();
    await expect(page.getByRole('dialog')).toBeHidden();
    await logForm(page, [2, 3, 4]);
    await page.getByLabel('Timeframe').first().selectOption({ label: 'Custom' });
    await page.getByText('Show the numbers').first().click();
    await page.getByRole('tab', { name: 'Past Forms' }).click();
    await expectComfortable(page);
  });
}

/** Fits the window, has type of 18 px or more, controls of 48 px or more, and 8 px between them. */
async function expectComfortable(page: Page): Promise<void> {
  await expectAccessible(page);
  const found = await page.evaluate(() => {
    const complaints: string[] = [];
    const isShown = (element: Element) =>
      element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
      !element.closest('.visually-hidden, [inert]');
    const scope = document.querySelector('[role=dialog]') ?? document.body;

    const texts = document.createTreeWalker(scope, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const parent = texts.currentNode.parentElement;
      if (!parent || !texts.currentNode.textContent?.trim() || !isShown(parent)) continue;
      const size = Number.parseFloat(getComputedStyle(parent).fontSize);
      if (size < 18) complaints.push(`${size} px: ${texts.currentNode.textContent}`);
    }

    const controls = [
      ...scope.querySelectorAll('button, a[href], input, select, textarea, [role=tab], summary'),
    ]
      .map((element) => element.closest('label.check, label.switch') ?? element)
      .filter((element) => isShown(element))
      .map((element) => ({ element, box: element.getBoundingClientRect() }));
    for (const { element, box } of controls) {
      if (box.height < 48 || box.width < 48) {
        complaints.push(`${box.width} x ${box.height} px: ${element.outerHTML.slice(0, 80)}`);
      }
    }
    for (const [index, one] of controls.entries()) {
      for (const other of controls.slice(index + 1)) {
        // The stops are one control; a button inside a field is part of it.
        if (one.element.className === 'stop' && other.element.className === 'stop') continue;
        if (
          one.element.parentElement === other.element.parentElement?.closest('.field-with-button')
        )
          continue;
        const across = Math.max(one.box.left - other.box.right, other.box.left - one.box.right);
        const down = Math.max(one.box.top - other.box.bottom, other.box.top - one.box.bottom);
        if (Math.max(across, down) < 7.9) {
          complaints.push(
            `${Math.max(across, down)} px between ${one.element.outerHTML.slice(0, 60)} and ${other.element.outerHTML.slice(0, 60)}`,
          );
        }
      }
    }
    return complaints;
  });
  expect(found).toEqual([]);
}
