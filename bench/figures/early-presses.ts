import type { Browser, Locator, Page } from '@playwright/test';
import { inBrowser, onPhone, slowDown, slowNetwork } from '../measuring/browser.ts';
import { addDoses, addForms, addPeople, inDatabase, type Person } from '../measuring/data.ts';
import type { Figure, Measurement } from '../measuring/figure.ts';
import { inFolder, OURS_ROOMY, withServer } from '../measuring/programs.ts';

const MONTH = 31;
const SLOWER = 6;
const TRIES_IN_A_ROUND = 20;
/** How long after the effect of a press a second one would show (ms). */
const AFTERWARDS_MS = 1000;

/** Whether a press in the moment in which the overview is painted takes effect, once. Five rounds are 100 tries each. */
export const earlyPresses: Figure = async ({ rounds }) =>
  await inFolder(async (dataDir) => {
    const tries = rounds * TRIES_IN_A_ROUND;
    const people = await inDatabase({ dataDir }, async (db) => {
      const added = await addPeople(db, tries);
      await addForms(db, MONTH);
      for (const person of added) await addDoses(db, person, MONTH);
      return added;
    });
    return await withServer(OURS_ROOMY, { dataDir }, ({ url }) =>
      inBrowser(async (browser) => {
        const counts = { form: 0, dose: 0 };
        for (const person of people) {
          if (await opensForm(browser, url, person)) counts.form += 1;
          if (await logsDose(browser, url, person)) counts.dose += 1;
        }
        const row = (figure: string, ours: number): Measurement => ({
          figure: `${figure}, pressed as soon as it is painted, slowed ${SLOWER} times`,
          unit: `of ${tries}`,
          rounds: [{ ours }],
          aim: ['value', 'at least', tries],
        });
        return [
          row('Track Symptoms opens the form once', counts.form),
          row('Took it logs one dose', counts.dose),
        ];
      }),
    );
  });

async function opensForm(browser: Browser, url: string, person: Person): Promise<boolean> {
  const page = await pressEarly(browser, url, person, '.button-main');
  const isOpen = await appears(page.getByRole('slider').first());
  await page.waitForTimeout(AFTERWARDS_MS);
  const dialogs = await page.getByRole('dialog').count();
  await page.context().close();
  return isOpen && dialogs === 1;
}

async function logsDose(browser: Browser, url: string, person: Person): Promise<boolean> {
  const page = await pressEarly(browser, url, person, '.dose-press');
  const isLogged = await appears(page.getByText(/^Logged /).first());
  await page.waitForTimeout(AFTERWARDS_MS);
  const sent = posted.get(page) ?? 0;
  await page.context().close();
  return isLogged && sent === 1;
}

/** Whether an element appears before the page's time-out. */
async function appears(wanted: Locator): Promise<boolean> {
  return await wanted.waitFor().then(
    () => true,
    () => false,
  );
}

/** How many doses each page has sent. */
const posted = new WeakMap<Page, number>();

/** Opens the overview, and presses an element in the first frame that shows it. */
async function pressEarly(browser: Browser, url: string, person: Person, selector: string) {
  const page = await onPhone(browser, url, person);
  page.setDefaultTimeout(20_000);
  page.on('request', (request) => {
    if (request.url().endsWith('/api/logDose')) posted.set(page, (posted.get(page) ?? 0) + 1);
  });
  await slowNetwork(page);
  await slowDown(page, SLOWER);
  await page.goto(`${url}/dashboard`, { waitUntil: 'commit' });
  const place = await page.waitForFunction((wanted) => {
    if (performance.getEntriesByName('first-contentful-paint').length === 0) return null;
    const box = document.querySelector(wanted)?.getBoundingClientRect();
    return box && { x: box.left + box.width / 2, y: box.top + box.height / 2 };
  }, selector);
  const { x, y } = (await place.jsonValue()) ?? { x: 0, y: 0 };
  await page.touchscreen.tap(x, y);
  return page;
}
