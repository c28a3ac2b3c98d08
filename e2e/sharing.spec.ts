import { readFile } from 'node:fs/promises';
import type { Browser, BrowserContext, Page } from '@playwright/test';
import { readPdf } from '../src/server/testing/pdf-reader.ts';
import { addForms, newPerson, type Person, signUpWith } from './people.ts';
import { START } from './server.ts';
import { DESKTOP, expect, test } from './test.ts';

const PASSCODE = 'Sunflower 7';
const ENDED = 'This link no longer works. Please ask for a new one.';

/** A doctor's browser. It allows service workers, so that the test would notice if the page registered one. */
async function doctorsBrowser(browser: Browser, baseURL = ''): Promise<BrowserContext> {
  return await browser.newContext({ ...DESKTOP, baseURL, serviceWorkers: 'allow' });
}

async function openFor(context: BrowserContext, link: string): Promise<Page> {
  const page = await context.newPage();
  await page.clock.setFixedTime(START);
  await page.goto(link);
  return page;
}

async function shareWith(page: Page, label: string, passcode: string): Promise<string> {
  await page.goto('/dashboard?tab=settings&open=links');
  const card = page.getByRole('dialog', { name: 'Links for doctors' });
  await card.getByRole('button', { name: 'Make a link' }).click();
  await card.getByLabel('Who is it for?').fill(label);
  await card.getByLabel('Passcode, if you want one').fill(passcode);
  await card.getByRole('button', { name: 'Make the link' }).click();
  return (await card.locator('.share-url').textContent()) ?? '';
}

async function personWithForms(page: Page): Promise<Person> {
  const person = newPerson('Ada');
  await signUpWith(page, person, ['Tremor', 'Stiffness']);
  await addForms(person.email, [
    { at: '2026-11-16T13:00:00Z', ratings: { Tremor: 4, Stiffness: 2 } },
    { at: '2026-11-17T13:00:00Z', ratings: { Tremor: 3, Stiffness: 2 } },
  ]);
  return person;
}

test('a doctor opens a link in another browser, reads, saves and prints it, and is cut off at once', async ({
  page,
  browser,
  baseURL,
}) => {
  await personWithForms(page);
  const link = await shareWith(page, 'Dr. Gordon', PASSCODE);
  const [id = '', secret = ''] = new URL(link).hash.slice(1).split('.');
  expect(secret).toMatch(/^[\w-]{43}$/);

  const context = await doctorsBrowser(browser, baseURL);
  const requests: string[] = [];
  context.on('request', (request) => {
    requests.push(`${request.url()} ${JSON.stringify(request.headers())}`);
  });
  const doctor = await openFor(context, link);
  await doctor.getByLabel('Passcode').fill('Tulip 1');
  await doctor.getByRole('button', { name: 'Open' }).click();
  await expect(doctor.getByText('That passcode is wrong.')).toBeVisible();
  await doctor.getByLabel('Passcode').fill(PASSCODE);
  await doctor.getByRole('button', { name: 'Open' }).click();
  const bar = doctor.getByText('Shared by Ada Lovelace · read only · until Dec 18');
  await expect(bar).toBeVisible();
  await expect(doctor.getByRole('heading', { name: 'Ada Lovelace, 74' })).toBeVisible();
  await expect(doctor.getByText('2 forms on 2 days.')).toBeVisible();

  const download = doctor.waitForEvent('download');
  await doctor.getByRole('button', { name: 'Download PDF' }).click();
  const file = await readPdf(await readFile(await (await download).path()));
  expect(file.pages.join(' ')).toContain('Tremor');
  const printed = await readPdf(await doctor.pdf({ format: 'A4' }));
  expect(printed.pages.join(' ')).toContain('Ada Lovelace');
  expect(printed.pages.join(' ')).not.toContain('Download PDF');

  await doctor.reload();
  await expect(bar).toBeVisible();

  // The secret is neither in the address, the tab's history, the browser's measurements, the page nor a request.
  const known = await doctor.evaluate(() => {
    const { navigation } = window as unknown as {
      navigation: { entries: () => { url: string; getState: () => unknown }[] };
    };
    return JSON.stringify([
      location.href,
      document.referrer,
      history.state,
      navigation.entries().map((entry) => [entry.url, entry.getState()]),
      performance.getEntries().map((entry) => entry.name),
      document.documentElement.outerHTML,
    ]);
  });
  expect(known).toContain(id);
  expect(known).not.toContain(secret);
  expect(requests.filter((text) => text.includes(secret))).toEqual([]);

  await page.getByRole('button', { name: 'Done', exact: true }).click();
  const card = page.getByRole('dialog', { name: 'Links for doctors' });
  await page.reload();
  await card.getByRole('button', { name: 'When it was opened' }).click();
  await expect(card.getByRole('list', { name: /^When it was opened/ })).toContainText(
    'Nov 18, 12:00 PM',
  );
  await card.getByRole('button', { name: 'Stop this link' }).click();
  await expect(card.getByText('This link does not work any more.')).toBeVisible();
  // The next press on the open page shows that the link has ended.
  await bar.click();
  await expect(doctor.getByText(ENDED)).toBeVisible();
  await expect(doctor.getByText('Ada')).toBeHidden();
  const again = await openFor(context, link);
  await expect(again.getByText(ENDED)).toBeVisible();

  await card.getByRole('button', { name: 'Undo' }).click();
  await expect(card.getByText('This link works again.')).toBeVisible();
  await doctor.reload();
  await expect(bar).toBeVisible();
  await context.close();
});

test('the page of a link leaves nothing in a browser, passes through no service worker, and ends with the account', async ({
  page,
  browser,
  baseURL,
  expectConsoleError,
}) => {
  // There is no page at the address below that of a link.
  expectConsoleError(/status of 404/);
  const { password } = await personWithForms(page);
  const link = await shareWith(page, 'Dr. Gordon', '');
  const secret = new URL(link).hash.slice(1);
  const context = await doctorsBrowser(browser, baseURL);
  const bar = 'Shared by Ada Lovelace';

  const doctor = await test.step('it leaves nothing in a browser', async () => {
    const doctor = await openFor(context, link);
    await expect(doctor.getByText(bar)).toBeVisible();
    const kept = await doctor.evaluate(async () => ({
      local: localStorage.length,
      session: sessionStorage.length,
      databases: (await indexedDB.databases()).length,
      caches: await caches.keys(),
      workers: (await navigator.serviceWorker.getRegistrations()).length,
      cookie: document.cookie,
    }));
    expect(kept).toEqual({
      ...{ local: 0, session: 0, databases: 0, caches: [], workers: 0, cookie: '' },
    });
    const { cookies, origins } = await context.storageState({ indexedDB: true });
    expect(origins).toEqual([]);
    expect(cookies).toMatchObject([
      { name: expect.stringMatching(/^reader-/), httpOnly: true, sameSite: 'Strict', expires: -1 },
    ]);
    expect(cookies).toHaveLength(1);
    return doctor;
  });

  await test.step('the app’s service worker neither answers it nor stores it', async () => {
    const own = await doctorsBrowser(browser, baseURL);
    const app = await own.newPage();
    await app.goto('/signin');
    await app.evaluate(() => navigator.serviceWorker.ready.then(() => {}));
    const asked: string[] = [];
    await own.route(/\/(shared|forgot-password)/, (route) => {
      const request = route.request();
      const sender = request.serviceWorker() ? 'worker' : 'page';
      asked.push(`${new URL(request.url()).pathname} ${sender}`);
      return route.continue();
    });
    // Shows that the service worker handles the requests of this browser.
    await app.goto('/forgot-password');
    await app.goto('/shared/secret');
    const reader = await openFor(own, link);
    await expect(reader.getByText(bar)).toBeVisible();
    expect(asked).toEqual(['/forgot-password worker', '/shared/secret page', '/shared page']);
    const stored = await reader.evaluate(async () => {
      const texts: string[] = [];
      for (const name of await caches.keys()) {
        const cache = await caches.open(name);
        for (const request of await cache.keys()) {
          const answer = await cache.match(request);
          texts.push(request.url, (await answer?.text()) ?? '');
        }
      }
      return texts;
    });
    expect(stored.length).toBeGreaterThan(0);
    expect(stored.filter((text) => text.includes('Lovelace'))).toEqual([]);
    expect(stored.filter((text) => text.includes(secret))).toEqual([]);
    expect(stored.filter((text) => /^https?:\/\/[^/]+\/shared/.test(text))).toEqual([]);
    await own.close();
  });

  await test.step('nothing opens after the account is deleted', async () => {
    // The dialog with the link is open.
    await page.goto('/dashboard?tab=settings');
    await page.getByRole('button', { name: 'Delete Account' }).click();
    await page.getByLabel('Your password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Delete my account permanently' }).click();
    await expect(page).toHaveURL('/signin');

    await doctor.getByText(bar).click();
    await expect(doctor.getByText('Please open the link again.')).toBeVisible();
    await expect(doctor.getByText('Ada')).toBeHidden();
    const again = await openFor(context, link);
    await expect(again.getByText(ENDED)).toBeVisible();
  });
  await context.close();
});

test('if no clinic can reach the server, a person saves the report as a file for its system', async ({
  page,
}) => {
  await personWithForms(page);
  await page.goto('/dashboard?tab=settings');
  const name = 'Share with a clinic’s system';
  await page.getByRole('button', { name }).click();
  const card = page.getByRole('dialog', { name });
  await expect(card.getByText('Clinics can’t reach this server')).toBeVisible();
  const download = page.waitForEvent('download');
  await card.getByRole('button', { name: 'Save the file' }).click();
  expect((await download).suggestedFilename()).toBe(
    'Symptom Report Ada Lovelace 2026-11-18.fhir.json',
  );
  await expect(card.getByText('Saved.')).toBeVisible();
  const { entry } = JSON.parse(await readFile(await (await download).path(), 'utf8'));
  const [{ attachment }] = entry[1].resource.content;
  const report = await readPdf(Buffer.from(attachment.data, 'base64'));
  expect(report.pages.join(' ')).toContain('Tremor');
});
