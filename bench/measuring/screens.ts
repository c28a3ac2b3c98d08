import type { Browser, Page } from '@playwright/test';
import { startTestServer } from '../../e2e/server.ts';
import { addDemoPatient, DEMO_EMAIL, DEMO_PASSWORD } from '../../scripts/demo-patient.ts';
import { calls } from '../../src/contract/calls.ts';
import { readPdf } from '../../src/server/testing/pdf-reader.ts';
import { TIME_ZONE } from '../../src/server/testing/time-zone.ts';

/** 8:30 PM in New York. */
const EVENING = '2026-11-19T01:30:00Z';
const PHONE = { width: 360, height: 740 };
const DESKTOP = { width: 1280, height: 900 };

/** What the screens of the demonstration patient measure in the evening, two days before a visit. Heights are in px. */
export interface ScreenFigures {
  /** The overview of a phone, with two medications and a visit. */
  readonly phone: number;
  /** The same without medication, visit and 'After a dose'. */
  readonly phoneAlone: number;
  /** Where the row of the latest form begins on a phone. */
  readonly latestForm: number;
  /** The same without medication and visit. */
  readonly latestFormAlone: number;
  /** The controls on the phone's overview that have the most frequent pale fill. */
  readonly paleControls: number;
  readonly desktop: number;
  /** The largest hole between or below the cards of a column, on a wide window. */
  readonly hole: number;
  readonly settingsPhone: number;
  readonly settingsDesktop: number;
  readonly visitPhone: number;
  readonly visitDesktop: number;
  /** The sheets on which the page for a visit is printed. */
  readonly visitSheets: number;
}

const OVERVIEW = '/dashboard';
const SETTINGS = '/dashboard?tab=settings';
const VISIT = '/dashboard?visit';

/** Measures the screens with the real server, whose clock stands still. */
export async function measureScreens(browser: Browser): Promise<ScreenFigures> {
  const figures = await withDemo(browser, { visitIn: 2 }, async (page) => {
    const overview = {
      phone: await heightOf(page, OVERVIEW),
      latestForm: await topOfLatestForm(page),
      paleControls: await countPaleControls(page),
    };
    const settingsPhone = await heightOf(page, SETTINGS);
    const visitPhone = await heightOf(page, VISIT);
    await page.setViewportSize(DESKTOP);
    return {
      ...overview,
      desktop: await heightOf(page, OVERVIEW),
      hole: await largestHole(page),
      settingsPhone,
      settingsDesktop: await heightOf(page, SETTINGS),
      visitPhone,
      visitDesktop: await heightOf(page, VISIT),
      visitSheets: (await readPdf(await page.pdf({ format: 'Letter' }))).pages.length,
    };
  });
  const alone = await withDemo(browser, { hasMedication: false }, async (page) => ({
    phoneAlone: await heightOf(page, OVERVIEW),
    latestFormAlone: await topOfLatestForm(page),
  }));
  return { ...figures, ...alone };
}

/** Runs the work with a new server, and with a page of a phone on which the demonstration patient is signed in. */
async function withDemo<Value>(
  browser: Browser,
  patient: Parameters<typeof addDemoPatient>[3],
  work: (page: Page) => Promise<Value>,
): Promise<Value> {
  const now = Date.parse(EVENING);
  const server = await startTestServer({}, () => now);
  const context = await browser.newContext({
    baseURL: server.url,
    viewport: PHONE,
    timezoneId: TIME_ZONE,
    serviceWorkers: 'block',
  });
  try {
    const { db, config } = server.context;
    await addDemoPatient(db, config.timeZone, now, patient);
    const page = await context.newPage();
    await page.clock.setFixedTime(now);
    const data = { email: DEMO_EMAIL, password: DEMO_PASSWORD };
    await page.request.post(calls.signIn.path, { data });
    // It is offered once, and these are the screens of every day.
    await page.goto(OVERVIEW);
    await page.getByRole('button', { name: 'Hide this' }).click();
    return await work(page);
  } finally {
    await context.close();
    await server.stop();
  }
}

/** The height of a screen, once nothing on it loads. */
async function heightOf(page: Page, path: string): Promise<number> {
  await page.goto(path);
  await page.getByRole('button', { name: 'Logout' }).waitFor();
  await page.waitForLoadState('networkidle');
  await page
    .getByText(/^Loading/)
    .and(page.locator(':visible'))
    .first()
    .waitFor({ state: 'hidden' });
  // It is in the server's HTML, and on a slow machine the network is idle before the script has run.
  await page.locator('.after-dose-loading').waitFor({ state: 'hidden' });
  return await page.evaluate(() => document.documentElement.scrollHeight);
}

async function topOfLatestForm(page: Page): Promise<number> {
  const history = page.getByRole('tabpanel', { name: 'Most Recent Form' });
  const row = history.getByText(/^Form #\d+$/);
  return await row.evaluate((element) =>
    Math.round(element.getBoundingClientRect().top + window.scrollY),
  );
}

/** Counts buttons and links that are filled with one colour, other than those filled with the ink of buttons. */
async function countPaleControls(page: Page): Promise<number> {
  return await page.evaluate(() => {
    const counts = new Map<string, number>();
    for (const control of document.querySelectorAll('button, a[href], summary')) {
      if (!control.checkVisibility()) continue;
      const { backgroundColor, color } = getComputedStyle(control);
      const [, , , alpha = '1'] = backgroundColor.match(/[\d.]+/g) ?? [];
      const lightness = (text: string) =>
        (text.match(/\d+/g) ?? []).slice(0, 3).reduce((sum, part) => sum + Number(part), 0);
      // A loud button has light words on a dark fill, and a field the colour of its card.
      if (alpha === '0' || lightness(color) > lightness(backgroundColor)) continue;
      counts.set(backgroundColor, (counts.get(backgroundColor) ?? 0) + 1);
    }
    return Math.max(0, ...counts.values());
  });
}

/**
 * The largest hole in a vertical line through the left or the right column: between two cards, or between the last one
 * and the end of the tallest column above the cards that span both.
 */
async function largestHole(page: Page): Promise<number> {
  return await page.evaluate(() => {
    const cards = [...document.querySelectorAll('main .card, main .button-main')]
      .filter((each) => each.checkVisibility() && !each.parentElement?.closest('.card'))
      .map((each) => each.getBoundingClientRect());
    const main = document.querySelector('main')?.getBoundingClientRect();
    const end = Math.max(...cards.map(({ bottom }) => bottom));
    const holes = [0.2, 0.8].map((share) => {
      const at = (main?.left ?? 0) + share * (main?.width ?? 0);
      const column = cards
        .filter(({ left, right }) => left <= at && at <= right)
        .sort((a, b) => a.top - b.top);
      return column.map(({ bottom }, index) => (column[index + 1]?.top ?? end) - bottom);
    });
    return Math.round(Math.max(...holes.flat()));
  });
}
