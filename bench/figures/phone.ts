import type { Browser, Locator, Page } from '@playwright/test';
import { calls } from '../../src/contract/calls.ts';
import { countRequests, inBrowser, onPhone, slowDown } from '../measuring/browser.ts';
import { onePerson, type Person } from '../measuring/data.ts';
import { type Figure, inRounds, type Measurement, only, percentile } from '../measuring/figure.ts';
import { inFolder, OURS, withServer } from '../measuring/programs.ts';

/** Three months of forms, which both charts can show. */
const DAYS = 90;
export const SLOWER = 6;
const PAST_FORMS = 62;
const TEXT = 'Shaking more since the walk';
/** The time between two keys of a quick typist. */
const KEY_MS = 100;
const CHANGES_IN_CACHE = 3;
const THREE_MONTHS = '3months';

/** The heights of the overview and of the form, for a person with three symptoms (px). */
export const heights: Figure = async () =>
  await withPerson(async (browser, url, person) => {
    const page = await openDashboard(browser, url, person);
    const overview = await page.evaluate(() => document.documentElement.scrollHeight);
    await page.getByRole('button', { name: 'Track Symptoms' }).click();
    await page.getByRole('slider').nth(2).waitFor();
    // Measures the whole form, of which a phone shows only a part.
    const form = await page.getByRole('dialog').evaluate((dialog) => dialog.scrollHeight);
    const row = (figure: string, ours: number, limit: number): Measurement => ({
      figure,
      unit: 'px',
      rounds: [{ ours }],
      aim: ['value', 'at most', limit],
    });
    return [
      row('height of the overview, 360 px wide, both charts', overview, 2400),
      row('height of the form, 360 px wide, three symptoms', form, 800),
    ];
  });

/** How soon a slow phone shows a typed letter and another timeframe. */
export const reactions: Figure = async ({ rounds: count }) =>
  await withPerson(async (browser, url, person) => {
    const keys = await inRounds(
      count,
      () => typeNote(browser, url, person),
      () => typeInBareField(browser),
    );
    const changes = await inRounds(
      count,
      () => changeTimeframe(browser, url, person),
      () => oneFrame(browser),
    );
    const row = (
      [figure, reference]: [string, string],
      rounds: Measurement['rounds'],
      limit: number,
    ): Measurement => ({
      figure: `${figure}, CPU slowed ${SLOWER} times`,
      reference,
      unit: 'ms',
      rounds,
      aim: ['value', 'at most', limit],
    });
    const key = `a key in a note, 3 months of charts, ${PAST_FORMS} past forms`;
    return [
      row([`${key}, median`, 'a bare text area'], only(keys, 'median'), 30),
      row([`${key}, worst`, 'a bare text area'], only(keys, 'worst'), 60),
      row(['change of timeframe, data in cache', 'one frame'], only(changes, 'inCache'), 40),
      row(['change of timeframe for the first time', 'one frame'], only(changes, 'first'), 60),
    ];
  });

/** Runs the work with our server and a person who has three months of forms. */
async function withPerson(
  work: (browser: Browser, url: string, person: Person) => Promise<Measurement[]>,
): Promise<Measurement[]> {
  return await inFolder(async (dataDir) => {
    const person = await onePerson({ dataDir }, DAYS);
    return await withServer(OURS, { dataDir }, ({ url }) =>
      inBrowser((browser) => work(browser, url, person)),
    );
  });
}

/**
 * Opens the dashboard, and waits until all its requests are answered, also that for the forms of the last months, which
 * it makes a second later. Open requests would slow the measurement.
 */
export async function openDashboard(browser: Browser, url: string, person: Person): Promise<Page> {
  const page = await onPhone(browser, url, person);
  const allAnswered = countRequests(page);
  const lastMonths = page.waitForResponse((answer) =>
    answer.url().startsWith(url + calls.getUserForms.path),
  );
  await page.goto(`${url}/dashboard`);
  await page.getByRole('img').nth(1).waitFor();
  await lastMonths;
  await allAnswered();
  return page;
}

async function typeNote(browser: Browser, url: string, person: Person) {
  const page = await openDashboard(browser, url, person);
  await page.getByRole('tab', { name: 'Past Forms' }).click();
  const forms = page.getByRole('list', { name: 'Past Forms' }).getByRole('listitem');
  while ((await forms.count()) < PAST_FORMS) {
    const shown = await forms.count();
    await page.getByRole('button', { name: 'Show older forms' }).click();
    await forms.nth(shown).waitFor();
  }
  for (const chart of [0, 1]) {
    await page.getByLabel('Timeframe').nth(chart).selectOption(THREE_MONTHS);
    await page.getByRole('img', { name: 'Last 3 Months' }).nth(chart).waitFor();
  }
  await page.getByRole('button', { name: 'Track Symptoms' }).click();
  await page.getByRole('button', { name: /note.* Tremor/i }).click();
  return await timesOfKeys(page);
}

async function typeInBareField(browser: Browser) {
  const page = await onPhone(browser, '');
  await page.setContent('<textarea autofocus></textarea>');
  return await timesOfKeys(page);
}

/**
 * Types a text into the page's text area, and closes the page. @returns the time from each key to the frame that shows
 * it (ms)
 */
async function timesOfKeys(page: Page) {
  await page.locator('textarea').focus();
  await slowDown(page, SLOWER);
  await page.evaluate(() => {
    let begun = 0;
    const listen = (type: string, listener: (event: Event) => void) =>
      document.addEventListener(type, listener, { capture: true });
    listen('keydown', ({ timeStamp }) => {
      begun = timeStamp;
    });
    listen('input', () => {
      const { promise, resolve } = Promise.withResolvers<number>();
      Object.assign(window, { shown: promise });
      requestAnimationFrame(() => {
        // A message that is posted in an animation frame callback arrives after that frame is drawn.
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => resolve(performance.now() - begun);
        port2.postMessage(null);
      });
    });
  });
  const times: number[] = [];
  for (const key of TEXT) {
    await page.keyboard.press(key);
    times.push(await page.evaluate(() => (window as unknown as { shown: Promise<number> }).shown));
    await page.waitForTimeout(KEY_MS);
  }
  await page.context().close();
  return { median: percentile(times, 50), worst: Math.max(...times) };
}

async function changeTimeframe(browser: Browser, url: string, person: Person) {
  const page = await openDashboard(browser, url, person);
  await slowDown(page, SLOWER);
  const first = await timeOfChange(page, THREE_MONTHS, 'Last 3 Months');
  const cached: number[] = [];
  for (let change = 0; change < CHANGES_IN_CACHE; change += 1) {
    await timeOfChange(page, '7days', 'Last 7 Days');
    cached.push(await timeOfChange(page, THREE_MONTHS, 'Last 3 Months'));
  }
  await page.context().close();
  return { first, inCache: percentile(cached, 50) };
}

/** The time from the choice of a timeframe in the line chart until the chart is drawn (ms). */
async function timeOfChange(page: Page, timeframe: string, period: string): Promise<number> {
  const select = page.getByLabel('Timeframe').first();
  const drawn = `[role=img][aria-label*="Over Time - ${period}"]`;
  return await timeUntil(select, { value: timeframe, drawn });
}

/** The time from a choice or a button press until an element is drawn (ms). */
export async function timeUntil(
  control: Locator,
  wanted: { readonly value?: string; readonly drawn: string },
): Promise<number> {
  return await control.evaluate(async (element, { value, drawn }) => {
    const { promise, resolve } = Promise.withResolvers<number>();
    const begun = performance.now();
    if (value === undefined) (element as HTMLButtonElement).click();
    else {
      (element as HTMLSelectElement).value = value;
      element.dispatchEvent(new Event('change', { bubbles: true }));
    }
    const look = () => {
      if (!document.querySelector(drawn)) return requestAnimationFrame(look);
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => resolve(performance.now() - begun);
      return port2.postMessage(null);
    };
    requestAnimationFrame(look);
    return await promise;
  }, wanted);
}

/** The times of changes of the timeframe on a page that has no chart to draw (ms), for comparison. */
async function oneFrame(browser: Browser) {
  const page = await onPhone(browser, '');
  await page.setContent(
    '<label>Timeframe<select></select></label><p role="img" aria-label="Over Time - Last 7 Days">',
  );
  await slowDown(page, SLOWER);
  const frame = await timeOfChange(page, '7days', 'Last 7 Days');
  await page.context().close();
  return { first: frame, inCache: frame };
}
