import type { Page } from '@playwright/test';
import { calls } from '../src/contract/calls.ts';
import { send } from './doses-by-minute.ts';
import { fillSignUp, newPerson, signUpWith } from './people.ts';
import { expect, expectAccessible, holdAnswers, test } from './test.ts';

const FIRST = '**/assets/first-*.js';
const OTHERS = /\/assets\/(?!first-).*\.js$/;

/** Opens a screen and holds back its scripts. The returned functions deliver them. */
async function openWithoutScripts(page: Page, path: string) {
  const sendFirst = await holdAnswers(page, FIRST);
  const sendOthers = await holdAnswers(page, OTHERS);
  await page.goto(path, { waitUntil: 'commit' });
  await expect(page.getByRole('main')).toBeVisible();
  return { sendFirst, sendOthers };
}

/** Collects the requests of the page from now on, except those for the app's files. */
function requestsOf(page: Page): string[] {
  const requests: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (!pathname.startsWith('/assets/')) requests.push(`${request.method()} ${pathname}`);
  });
  return requests;
}

async function expectNothingSent(page: Page, path: string, requests: readonly string[]) {
  // Lets the browser start any request that the press has caused.
  await page.evaluate(() => new Promise((done) => setTimeout(done)));
  expect([page.url(), requests]).toEqual([new URL(path, page.url()).href, []]);
}

test('a sign-in before the script has run sends nothing, and then takes place once', async ({
  page,
  context,
}) => {
  const person = newPerson('Petra');
  await signUpWith(page, person, ['Tremor']);
  // Leaves the dashboard first, because its calls would be refused without the cookie.
  await page.goto('about:blank');
  await context.clearCookies();
  const { sendFirst, sendOthers } = await openWithoutScripts(page, '/signin');
  await expectAccessible(page);
  const requests = requestsOf(page);
  const email = page.getByLabel('Email');
  const password = page.getByLabel('Password', { exact: true });
  const submit = page.getByRole('button', { name: 'Continue' });
  const press = async () => {
    await password.press('Enter');
    // Without `force`, Playwright would wait until the button no longer looks busy.
    await submit.click({ force: true });
  };
  await email.fill(person.email);
  await password.pressSequentially(person.password);
  await press();
  await expectNothingSent(page, '/signin', requests);

  sendFirst();
  await expect(async () => {
    await press();
    await expect(submit).toHaveAttribute('aria-disabled', 'true', { timeout: 100 });
  }).toPass();
  await expectNothingSent(page, '/signin', requests);

  sendOthers();
  await expect(page.getByRole('button', { name: 'Track Symptoms' })).toBeVisible();
  expect(requests.filter((request) => request === `POST ${calls.signIn.path}`)).toHaveLength(1);
});

test('what was typed, the focus and the caret stay when the script takes over', async ({
  page,
}) => {
  const person = newPerson('Runa');
  const { sendFirst, sendOthers } = await openWithoutScripts(page, '/signup');
  await fillSignUp(page, person);
  const requests = requestsOf(page);
  await page.getByLabel('Last Name').press('Enter');
  await page.getByRole('button', { name: 'Sign Up', exact: true }).click();
  await expectNothingSent(page, '/signup', requests);

  const password = page.getByLabel('Password', { exact: true });
  sendFirst();
  await expect(async () => {
    await page.getByRole('button', { name: 'Show' }).first().click({ force: true });
    await expect(page.locator('[aria-disabled=true]')).toHaveCount(1, { timeout: 100 });
  }).toPass();
  const name = page.getByLabel('First Name');
  await name.evaluate((field: HTMLInputElement) => {
    field.focus();
    field.setSelectionRange(2, 2);
  });

  sendOthers();
  await expect(page.locator('[data-submit]')).toHaveAttribute('type', 'submit');
  // The press on Show, made before the script ran, now takes effect.
  await expect(password).toHaveAttribute('type', 'text');
  await expect(name).toBeFocused();
  await page.keyboard.type('-');
  await expect(name).toHaveValue('Ru-na');
  // The built HTML has no `max`, so the script has set it.
  await expect(page.getByLabel('Birthday')).toHaveAttribute('max', '2026-11-18');
  await page.getByRole('button', { name: 'Sign Up', exact: true }).click();
  await expect(page).toHaveURL('/dashboard?tab=profile');
  await page.getByRole('button', { name: 'Get Started' }).click();
  await expect(page.getByText('Ru-na Lovelace', { exact: true })).toBeVisible();
  await expect(page.getByText('Female')).toBeVisible();
});

test.describe('the overview before its script has run', () => {
  test('opens the form once after a press on Track Symptoms', async ({ page }) => {
    await signUpWith(page, newPerson('Tove'), ['Tremor']);
    const { sendFirst, sendOthers } = await openWithoutScripts(page, '/dashboard');
    const track = page.getByRole('button', { name: 'Track Symptoms' });
    await expect(track).toBeVisible();
    await expectAccessible(page);
    sendFirst();
    await expect(async () => {
      await track.click({ force: true });
      await expect(track).toHaveAttribute('aria-disabled', 'true', { timeout: 100 });
    }).toPass();
    sendOthers();
    await expect(page.getByRole('dialog')).toHaveCount(1);
    await expect(page.getByRole('slider', { name: 'Tremor' })).toBeVisible();
  });

  test('logs one dose after a press on Took it', async ({ page }) => {
    await signUpWith(page, newPerson('Uwe'), ['Tremor']);
    await send(page, 'saveMedication', {
      ...{ medicationId: crypto.randomUUID(), name: 'Rasagiline', strength: 1, unit: 'mg' },
      ...{ form: 'tablet', isLevodopa: false, asNeeded: true, times: [], from: '2026-11-01' },
    });
    const { sendFirst, sendOthers } = await openWithoutScripts(page, '/dashboard');
    const took = page.getByRole('button', { name: 'Took it' });
    await expect(took).toBeVisible();
    const requests = requestsOf(page);
    sendFirst();
    await expect(async () => {
      await took.click({ force: true });
      await expect(took).toHaveAttribute('aria-disabled', 'true', { timeout: 100 });
    }).toPass();
    sendOthers();
    await expect(page.getByText(/^Logged /)).toBeVisible();
    await expect
      .poll(() => requests.filter((request) => request === `POST ${calls.logDose.path}`).length)
      .toBe(1);
  });
});
