import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { type Browser, chromium, type Page } from '@playwright/test';
import { launchOptions } from './browser.mjs';
import { DEMO_EMAIL, DEMO_PASSWORD } from './demo-patient.ts';

/** npm run pictures: takes the pictures of the documents and of the app's manifest from the demonstration. */

const PORT = 4380;
const ORIGIN = `http://localhost:${PORT}`;
const ZONE = 'America/New_York';
const PHONE = { viewport: { width: 360, height: 740 }, deviceScaleFactor: 2 };
const DESKTOP = { viewport: { width: 1280, height: 900 }, deviceScaleFactor: 1 };

const demo = spawn(process.execPath, ['scripts/demo.ts'], {
  env: { ...process.env, PORT: String(PORT), PUBLIC_URL: ORIGIN, TIME_ZONE: ZONE },
  stdio: ['ignore', 'pipe', 'inherit'],
});
try {
  await isReady(demo);
  const browser = await chromium.launch(launchOptions());
  try {
    await takePhone(browser);
    await takeDesktop(browser);
  } finally {
    await browser.close();
  }
} finally {
  demo.kill();
  await once(demo, 'exit');
}

async function isReady(started: ChildProcess): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    started.stdout?.on('data', (text) => String(text).includes('is ready at') && resolve());
    started.once('exit', () => reject(new Error('The demonstration did not start')));
  });
}

async function takePhone(browser: Browser): Promise<void> {
  const page = await signedIn(browser, PHONE);
  await page.screenshot({ path: 'docs/pictures/today.png' });
  await page.getByRole('button', { name: 'Track Symptoms' }).click();
  await page.getByRole('slider').first().waitFor();
  await page.getByRole('slider').first().locator('..').getByText('3', { exact: true }).click();
  await page.screenshot({ path: 'docs/pictures/form.png' });
  await page.screenshot({ path: 'src/web/public/screenshot-phone.png' });
}

async function takeDesktop(browser: Browser): Promise<void> {
  const page = await signedIn(browser, DESKTOP);
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

/** A page with the overview of the made-up patient, once its charts are drawn. */
async function signedIn(browser: Browser, size: typeof PHONE): Promise<Page> {
  const context = await browser.newContext({ ...size, baseURL: ORIGIN, timezoneId: ZONE });
  const page = await context.newPage();
  await page.goto('/signin');
  await page.getByLabel('Email').fill(DEMO_EMAIL);
  await page.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD);
  await page.getByRole('button', { name: 'Continue', exact: true }).click();
  await page.getByRole('application').first().waitFor();
  return page;
}
