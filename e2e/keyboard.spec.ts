import type { Locator, Page } from '@playwright/test';
import { nameSymptoms, newPerson, pressStops, signUp } from './people.ts';
import { expect, test } from './test.ts';

/** Presses Tab until something has the focus, as someone without a mouse does. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible();
  for (let presses = 0; presses < 80; presses += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) {
      // What has the focus shows it, and is in view.
      await expect(target).toBeInViewport();
      return;
    }
    await page.keyboard.press('Tab');
  }
  throw new Error(`The keyboard does not reach ${target}`);
}

async function type(page: Page, target: Locator, text: string): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type(text);
}

async function press(page: Page, target: Locator): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press('Enter');
}

test('everything from signing up to signing out is done by keyboard alone', async ({ page }) => {
  const person = newPerson('Kim');
  const button = (name: string, exact = true) => page.getByRole('button', { name, exact });
  await page.goto('/signup');
  await type(page, page.getByLabel('First Name'), 'Kim');
  await type(page, page.getByLabel('Last Name'), 'Keyes');
  await tabTo(page, page.getByLabel('Birthday'));
  await page.keyboard.type('12101951');
  await tabTo(page, page.getByLabel('Biological Sex'));
  await page.keyboard.type('fem');
  await type(page, page.getByLabel("Number of Years with Parkinson's"), '6');
  await type(page, page.getByLabel('Email'), person.email);
  await type(page, page.getByLabel('Password', { exact: true }), person.password);
  await type(page, page.getByLabel('Confirm Password'), person.password);
  await page.keyboard.press('Enter');
  await press(page, button('Get Started'));

  for (const [index, name] of ['Tremor', 'Stiffness', 'Balance'].entries()) {
    await type(page, page.getByLabel(`Symptom ${index + 1}`, { exact: true }), name);
    await press(page, button(`Save symptom ${index + 1}`));
    await expect(page.getByText(`Symptom${index + 1} saved successfully!`)).toBeVisible();
  }
  await page.getByRole('tab', { name: 'Profile' }).first().focus();
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Enter');
  await press(page, button('Track Symptoms'));
  const slider = page.getByRole('slider', { name: 'Stiffness' });
  await tabTo(page, slider);
  await page.keyboard.press('4');
  await expect(slider).toHaveAttribute('aria-valuetext', '4 of 5');
  await press(page, button('Add a note for Stiffness'));
  await page.keyboard.type('After sitting');
  await press(page, button('Submit'));
  await expect(page.getByText('Form #1 is saved.')).toBeVisible();

  await press(page, button('Edit Form #1'));
  await tabTo(page, page.getByRole('slider', { name: 'Tremor' }));
  await page.keyboard.press('End');
  await page.keyboard.press('Escape');
  await press(page, button('Undo'));
  await expect(page.getByRole('slider', { name: 'Tremor' })).toHaveAttribute(
    'aria-valuetext',
    '5 of 5',
  );
  await press(page, button('Submit'));
  await expect(page.getByText('Form #1 is saved.')).toBeVisible();
  await press(page, page.getByText('Show the numbers').first());
  await expect(page.getByRole('table').first()).toBeVisible();
  await press(page, button('Logout'));
  await expect(page).toHaveURL('/signin');
});

test('a form of three symptoms takes five presses', async ({ page }) => {
  await signUp(page, newPerson('Quinn'));
  await nameSymptoms(page, ['Tremor', 'Stiffness', 'Balance']);
  await page.getByRole('tab', { name: 'Symptom Overview' }).click();
  await page.evaluate(() => {
    Object.assign(window, { presses: 0 });
    addEventListener('pointerdown', () => Object.assign(window, { presses: presses() + 1 }), true);
    const presses = () => Number(Reflect.get(window, 'presses'));
  });
  await page.getByRole('button', { name: 'Track Symptoms' }).click();
  await pressStops(page, [2, 5, 1]);
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(page.getByText('Form #1 is saved.')).toBeVisible();
  expect(await page.evaluate('window.presses')).toBe(5);
});
