import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { addForms, newPerson, signUpWith } from './people.ts';
import { expect, test } from './test.ts';

const SNIFFER = readFileSync(
  fileURLToPath(import.meta.resolve('@pa11y/html_codesniffer/build/HTMLCS.js')),
  'utf8',
);

/** Checks the production build with a second tool besides axe. */
test('HTML CodeSniffer finds no error of WCAG 2 AAA', async ({ page }) => {
  await page.goto('/signin');
  // Waits until the script has run. Until then, the button is not a submit button, so that Enter does not send a
  // password.
  await expect(page.getByRole('button', { name: 'Continue' })).toHaveAttribute('type', 'submit');
  expect.soft(await errorsOf(page), 'sign-in').toEqual([]);

  await page.getByRole('link', { name: 'Sign up' }).click();
  await page.getByLabel('Confirm Password').waitFor();
  expect.soft(await errorsOf(page), 'sign-up').toEqual([]);

  const ada = newPerson('Ada');
  await signUpWith(page, ada, ['Tremor', 'Stiffness', 'Balance']);
  await addForms(ada.email, [
    {
      at: '2026-11-17T13:00:00Z',
      ratings: { Tremor: 4, Stiffness: 2, Balance: 1 },
      notes: 'Tired',
    },
    { at: '2026-11-18T13:00:00Z', ratings: { Tremor: 3, Stiffness: 2 } },
  ]);
  await page.reload();
  await expect(page.getByRole('tab', { name: 'Past Forms' })).toBeVisible();
  await expect(page.getByRole('application')).toHaveCount(2);
  expect.soft(await errorsOf(page), 'overview').toEqual([]);

  await page.getByRole('tab', { name: 'Past Forms' }).click();
  await page.getByRole('button', { name: /^Nov 17, / }).waitFor();
  expect.soft(await errorsOf(page), 'past forms').toEqual([]);

  await page.getByRole('button', { name: 'Track Symptoms' }).click();
  await page.getByRole('slider', { name: 'Balance' }).waitFor();
  expect.soft(await errorsOf(page), 'form').toEqual([]);
  await page.getByRole('button', { name: 'Close' }).click();

  await page.getByRole('tab', { name: 'Profile' }).click();
  await page.getByLabel('Symptom 3', { exact: true }).waitFor();
  expect.soft(await errorsOf(page), 'profile').toEqual([]);

  await page.getByRole('tab', { name: 'Settings' }).click();
  await expect(page.getByRole('button', { name: 'Delete Account' })).toBeEnabled();
  expect.soft(await errorsOf(page), 'settings').toEqual([]);
});

/** The errors that the tool reports, without its warnings and notices. */
async function errorsOf(page: Page): Promise<string[]> {
  // Runs the tool's code with `evaluate`, because its script tag would violate the page's security policy.
  if (!(await page.evaluate(() => 'HTMLCS' in window))) await page.evaluate(SNIFFER);
  return await page.evaluate(async () => {
    const { HTMLCS } = window as unknown as { HTMLCS: Sniffer };
    await new Promise<void>((resolve) => HTMLCS.process('WCAG2AAA', document, resolve));
    return HTMLCS.getMessages()
      .filter(({ type }) => type === HTMLCS.ERROR)
      .map(({ code, msg, element }) => `${code}: ${msg} ${element.outerHTML.slice(0, 120)}`);
  });
}

interface Sniffer {
  readonly ERROR: number;
  process(standard: string, page: Document, onEnd: () => void): void;
  getMessages(): { type: number; code: string; msg: string; element: Element }[];
}
