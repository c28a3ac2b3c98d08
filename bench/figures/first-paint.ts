import { inBrowser, onPhone, slowDown, slowNetwork } from '../measuring/browser.ts';
import { addDoses, inDatabase, onePerson, type Person } from '../measuring/data.ts';
import { type Figure, type Measurement, percentile } from '../measuring/figure.ts';
import { inFolder, OURS, withServer } from '../measuring/programs.ts';

const MONTH = 31;
const SLOWER = 4;
/** The page has settled when no task has been long for this time (ms). */
const QUIET_MS = 3000;
/** A task is long above this time (ms). What is above counts as blocking, as in Lighthouse. */
const LONG_MS = 50;

/** When a slow phone on a slow network shows a page, and how long tasks then block it: measured, not simulated. */
export const firstPaint: Figure = async ({ rounds: count }) =>
  await inFolder(async (dataDir) => {
    const store = { dataDir };
    const person = await onePerson(store, MONTH);
    await inDatabase(store, async (db) => void (await addDoses(db, person, MONTH)));
    return await withServer(OURS, store, async ({ url }) => {
      const measurements: Measurement[] = [];
      for (const page of ['dashboard', 'signin'] as const) {
        const rounds: Painted[] = [];
        for (let round = 0; round < count; round += 1) {
          rounds.push(await open(`${url}/${page}`, page === 'dashboard' ? person : undefined));
        }
        const row = (what: string, key: keyof Painted, limit?: number): Measurement => ({
          figure: `/${page}, slowed ${SLOWER} times, 1.6 Mbit/s, 150 ms: ${what}`,
          unit: 'ms',
          rounds: rounds.map((each) => ({ ours: each[key] })),
          ...(limit !== undefined && { aim: ['value', 'at most', limit] as const }),
        });
        const [paint, blocking] = page === 'dashboard' ? [900, 120] : [550, 50];
        measurements.push(
          row('largest paint', 'largestPaint', paint),
          row('blocking time', 'blocking', blocking),
          row('longest task', 'longest'),
        );
      }
      return measurements;
    });
  });

type Painted = Awaited<ReturnType<typeof open>>;

/** Opens a page in a new browser, and waits until it has settled. */
async function open(url: string, person?: Person) {
  return await inBrowser(async (browser) => {
    const page = await onPhone(browser, new URL(url).origin, person);
    await slowNetwork(page);
    await slowDown(page, SLOWER);
    await page.addInitScript(() => {
      const seen = { largest: 0, last: 0, tasks: [] as [number, number][] };
      Object.assign(window, { seen });
      new PerformanceObserver((list) => {
        for (const { startTime } of list.getEntries()) seen.largest = startTime;
      }).observe({ type: 'largest-contentful-paint', buffered: true });
      new PerformanceObserver((list) => {
        for (const { startTime, duration } of list.getEntries()) {
          seen.tasks.push([startTime, duration]);
          seen.last = startTime + duration;
        }
      }).observe({ type: 'longtask', buffered: true });
    });
    await page.goto(url);
    if (person) await page.getByRole('img').nth(1).waitFor();
    else await page.locator('button[type=submit]').waitFor();
    await page.waitForFunction(
      (quiet) => performance.now() > (window as unknown as Seen).seen.last + quiet,
      QUIET_MS,
      { polling: 500 },
    );
    const { seen, first } = await page.evaluate(() => ({
      seen: (window as unknown as Seen).seen,
      first: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0,
    }));
    const long = seen.tasks.filter(([start]) => start >= first).map(([, duration]) => duration);
    return {
      largestPaint: seen.largest,
      blocking: long.reduce((sum, duration) => sum + duration - LONG_MS, 0),
      longest: percentile([0, ...long], 100),
    };
  });
}

interface Seen {
  readonly seen: {
    readonly largest: number;
    readonly last: number;
    readonly tasks: readonly (readonly [start: number, duration: number])[];
  };
}
