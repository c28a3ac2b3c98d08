import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, chromium, type Page } from '@playwright/test';
import { type Person, pressStops, signIn } from './people.ts';
import { START } from './server.ts';
import { expect, test } from './test.ts';
import { begin as beginEmpty, expectStored } from './unfinished.ts';

/** One form, step by step: what someone does, and what must be there from then on. */
const STEPS: readonly {
  readonly enter: (page: Page) => Promise<void>;
  readonly expectEntered: (page: Page) => Promise<void>;
  /** What the device has stored then. */
  readonly stored: string;
}[] = [
  {
    enter: (page) => pressStops(page, [4]),
    expectEntered: (page) => expectSeverity(page, 0, 4),
    stored: '"severity":4',
  },
  {
    enter: async (page) => {
      await page.getByRole('slider').nth(1).press('3');
      await expectSeverity(page, 1, 3);
    },
    expectEntered: (page) => expectSeverity(page, 1, 3),
    stored: '"severity":3',
  },
  {
    enter: async (page) => {
      await page.getByRole('button', { name: 'Add a note for Stiffness' }).click();
      await page.getByLabel('Notes for Stiffness').pressSequentially('After sit');
    },
    expectEntered: (page) =>
      expect(page.getByLabel('Notes for Stiffness')).toHaveValue(/^After sit/),
    stored: '"After sit"',
  },
  {
    enter: (page) => page.getByLabel('Notes for Stiffness').fill('After sitting 震え\nfor long'),
    expectEntered: (page) =>
      expect(page.getByLabel('Notes for Stiffness')).toHaveValue('After sitting 震え\nfor long'),
    stored: 'After sitting 震え\\nfor long',
  },
  {
    enter: async (page) => {
      await page.getByRole('button', { name: 'When? Now' }).click();
      await page.getByLabel('Day', { exact: true }).fill('2026-11-17');
      await page.getByLabel('Time (EST)').fill('08:10');
    },
    expectEntered: (page) =>
      expect(
        page.getByRole('button', { name: 'When? November 17, 2026, 8:10 AM EST' }),
      ).toBeVisible(),
    stored: '2026-11-17T13:10:00.000Z',
  },
];

async function expectSeverity(page: Page, index: number, severity: number): Promise<void> {
  const slider = page.getByRole('slider').nth(index);
  await expect(slider).toHaveAttribute('aria-valuetext', `${severity} of 5`);
}

async function begin(page: Page): Promise<Person> {
  const person = await beginEmpty(page);
  await page.getByRole('button', { name: 'Track Symptoms' }).click();
  // The symptoms are there: a session that ends before they are asked for leads to the sign-in.
  await expect(page.getByRole('slider').first()).toBeVisible();
  return person;
}

/** All that was entered so far is there again. */
async function expectBack(page: Page, entered: number): Promise<void> {
  await expect(page.getByText('We kept your unfinished form.')).toBeVisible();
  for (const { expectEntered } of STEPS.slice(0, entered)) await expectEntered(page);
}

/** Submits what is there, which becomes the one form there is, with all that was entered. */
async function expectSavedOnce(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Submit' }).click();
  await expectTheOneForm(page);
}

async function expectTheOneForm(page: Page): Promise<void> {
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(page.getByText('Form #1', { exact: true })).toBeVisible();
  await expect(page.getByText('November 17, 2026, 8:10 AM EST')).toBeVisible();
  await expect(page.getByRole('tab', { name: 'Past Forms' })).toBeHidden();
  await page.getByRole('button', { name: 'Edit Form #1' }).click();
  for (const { expectEntered } of STEPS.slice(0, -1)) await expectEntered(page);
}

test('the browser is killed at every step', async ({ server, launchOptions }) => {
  const folder = await mkdtemp(join(tmpdir(), 'symptom-tracker-browser-'));
  async function start(): Promise<{ context: BrowserContext; page: Page }> {
    const context = await chromium.launchPersistentContext(folder, {
      ...launchOptions,
      baseURL: server.url,
    });
    const page = context.pages()[0] ?? (await context.newPage());
    await page.clock.setFixedTime(START);
    return { context, page };
  }
  async function killed(entered: number) {
    const session = await context.newCDPSession(page);
    const closed = context.waitForEvent('close');
    await session.send('Browser.crash').catch(() => {});
    await closed;
    ({ context, page } = await start());
    // Chromium writes cookies down now and then only: it may have forgotten who is signed in.
    await context.clearCookies();
    await signIn(page, person.email, person.password);
    await expectBack(page, entered);
  }

  let { context, page } = await start();
  const person = await begin(page);
  for (const [index, { enter, stored }] of STEPS.entries()) {
    await enter(page);
    await expectStored(page, stored);
    await killed(index + 1);
  }
  const submit = () => page.getByRole('button', { name: 'Submit' }).click();
  // Before the form has left, and once the server has it.
  for (const send of [false, true]) {
    const onItsWay = Promise.withResolvers<void>();
    await page.route('**/api/saveSymptomForm', async (route) => {
      if (send) await route.fetch();
      onItsWay.resolve();
    });
    await submit();
    await onItsWay.promise;
    await killed(STEPS.length);
  }
  await expectSavedOnce(page);
  await context.close();
  await rm(folder, { recursive: true, force: true });
});

test('the session ends at every step', async ({ page, expectConsoleError }) => {
  expectConsoleError(/status of 401/);
  const person = await begin(page);
  page.on('dialog', (dialog) => dialog.accept());
  for (const [index, { enter }] of STEPS.entries()) {
    await page.request.post('/api/auth/signOut', { data: {} });
    await enter(page);
    await page.goto('/dashboard');
    await expect(page).toHaveURL('/signin');
    await signIn(page, person.email, person.password);
    await expectBack(page, index + 1);
  }
  await page.request.post('/api/auth/signOut', { data: {} });
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(page.getByText('You are signed out.')).toBeVisible();
  const opened = page.waitForEvent('popup');
  await page.getByRole('link', { name: 'Please sign in' }).click();
  const elsewhere = await opened;
  await elsewhere.getByLabel('Email').fill(person.email);
  await elsewhere.getByLabel('Password', { exact: true }).fill(person.password);
  await elsewhere.getByRole('button', { name: 'Continue' }).click();
  await expect(elsewhere.getByRole('button', { name: 'Logout' })).toBeVisible();
  await elsewhere.close();
  await expectSavedOnce(page);
});

test('the network is cut at every step', async ({ page, context, expectConsoleError }) => {
  expectConsoleError(/ERR_INTERNET_DISCONNECTED|ERR_FAILED/);
  await begin(page);
  // From then on the app opens without a network.
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => {}));
  page.on('dialog', (dialog) => dialog.accept());
  for (const [index, { enter }] of STEPS.entries()) {
    await context.setOffline(true);
    await enter(page);
    await page.goto('/dashboard');
    await expect(page.getByText('What was kept on this device is safe.')).toBeVisible();
    // The page comes back by itself.
    await context.setOffline(false);
    await expectBack(page, index + 1);
  }
  // It reaches the server, and the answer is lost with the network.
  await page.route('**/api/saveSymptomForm', async (route) => {
    await route.fetch();
    await context.setOffline(true);
    await route.abort();
  });
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(page.getByText('It is kept on this device.')).toBeVisible();
  await page.unrouteAll({ behavior: 'wait' });
  await context.setOffline(false);
  await expect(page.getByText('Form #1 is saved.')).toBeVisible();
  await expectTheOneForm(page);
});
