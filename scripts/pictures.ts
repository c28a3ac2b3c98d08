import { type Browser, type BrowserContextOptions, chromium, type Page } from '@playwright/test';
import { startTestServer } from '../e2e/server.ts';
import { calls } from '../src/contract/calls.ts';
import { launchOptions } from './browser.mjs';
import { addDemoPatient, DEMO_EMAIL, DEMO_PASSWORD } from './demo-patient.ts';

/**
 * npm run pictures: takes the pictures of the documents, of the guide and of the app's manifest. They show the
 * demonstration patient at a fixed time, so that they change only with the screens.
 */

/** 11 AM in New York: a dose is near, and a visit is tomorrow. */
const NOW = Date.parse('2026-11-18T16:00:00Z');
const ZONE = 'America/New_York';
const PHONE = { viewport: { width: 360, height: 740 }, deviceScaleFactor: 2 };
/** Smaller files, because each phone keeps the guide's pictures for 'Help'. */
const GUIDE = { ...PHONE, deviceScaleFactor: 1.5 };
const DESKTOP = { viewport: { width: 1280, height: 900 }, deviceScaleFactor: 1 };

const server = await startTestServer({ TIME_ZONE: ZONE }, () => NOW);
try {
  await addDemoPatient(server.context.db, ZONE, NOW);
  const browser = await chromium.launch(launchOptions());
  try {
    await takePhone(await signedIn(browser, PHONE));
    await takeDesktop(await signedIn(browser, DESKTOP));
    await takeGuide(await signedIn(browser, GUIDE));
  } finally {
    await browser.close();
  }
} finally {
  await server.stop();
}

async function takePhone(page: Page): Promise<void> {
  await page.screenshot({ path: 'docs/pictures/today.png' });
  await openForm(page);
  await page.screenshot({ path: 'docs/pictures/form.png' });
  await page.screenshot({ path: 'src/web/public/screenshot-phone.png' });
}

async function takeDesktop(page: Page): Promise<void> {
  await page.screenshot({ path: 'src/web/public/screenshot-desktop.png' });
  const card = page.locator('section', {
    has: page.getByRole('heading', { name: 'After a dose' }),
  });
  await card.scrollIntoViewIfNeeded();
  await card.locator('svg').first().waitFor();
  await card.screenshot({ path: 'docs/pictures/after-dose.png' });
  await page.goto('/dashboard?visit');
  await page.locator('.visit').waitFor();
  await page.screenshot({ path: 'docs/pictures/visit.png' });
}

/** The guide's pictures show the top of the phone, down to what the text is about. */
async function takeGuide(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog');
  async function take(name: string, height: number): Promise<void> {
    await page.screenshot({
      path: `docs/guide/pictures/${name}.png`,
      clip: { x: 0, y: 0, width: GUIDE.viewport.width, height },
    });
  }
  await take('dose', 440);
  await page.goto('/dashboard?checkin');
  await dialog.getByText('Exercise').waitFor();
  await dialog.getByRole('button', { name: 'Yes', exact: true }).first().click();
  await take('check-in', 480);
  await page.goto('/dashboard?diary');
  await dialog.getByText('Not entered yet').waitFor();
  await take('diary', 700);
  await page.goto('/dashboard?nextvisit');
  await dialog.getByLabel('Day of the visit').waitFor();
  await take('visit', 640);
  await page.goto('/dashboard?tab=settings&open=helpers');
  await dialog.getByRole('button', { name: 'Invite someone' }).click();
  await dialog.getByLabel('Their email').fill('ada@example.org');
  await dialog.getByText('Their email').click();
  await take('helper', 560);
  await page.goto('/dashboard?tab=profile');
  await page.getByRole('heading', { name: 'Symptoms', exact: true }).evaluate((heading) => {
    heading.scrollIntoView();
    window.scrollBy(0, -16);
  });
  await take('symptoms', 445);
  await page.goto('/dashboard');
  await openForm(page);
  await take('form', 460);
  await page.context().setOffline(true);
  for (const slider of await page.getByRole('slider').all()) {
    await slider.locator('..').getByText('2', { exact: true }).click();
  }
  await dialog.getByRole('button', { name: 'Submit' }).click();
  await page.getByText('No connection.').waitFor();
  await page.evaluate(() => window.scrollTo(0, 0));
  await take('offline', 400);
}

async function openForm(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Track Symptoms' }).click();
  const slider = page.getByRole('slider').first();
  await slider.waitFor();
  await slider.locator('..').getByText('3', { exact: true }).click();
}

/** A page with the overview of the made-up patient, once its charts are drawn. */
async function signedIn(browser: Browser, size: BrowserContextOptions): Promise<Page> {
  const context = await browser.newContext({
    ...size,
    baseURL: server.url,
    timezoneId: ZONE,
    serviceWorkers: 'block',
  });
  const page = await context.newPage();
  await page.clock.setFixedTime(NOW);
  await page.request.post(calls.signIn.path, {
    data: { email: DEMO_EMAIL, password: DEMO_PASSWORD },
  });
  await page.goto('/dashboard');
  await page.getByRole('application').first().waitFor();
  return page;
}
