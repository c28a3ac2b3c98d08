import lighthouse from 'lighthouse';
import { freePort } from '../../src/server/testing/free-port.ts';
import { startBareReact } from '../measuring/bare-react.ts';
import { inBrowser } from '../measuring/browser.ts';
import { addDoses, inDatabase, onePerson } from '../measuring/data.ts';
import { startDirectus } from '../measuring/directus.ts';
import type { Figure, Measurement } from '../measuring/figure.ts';
import { inFolder, OURS, withServer } from '../measuring/programs.ts';

const MONTH = 31;

/** The aims for each page: performance (of 100), largest paint and blocking time (ms). */
const AIMS = { signin: [98, 1300, 100], dashboard: [97, 1400, 120] } as const;

/** Lighthouse's scores with its settings for phones, which simulate a slow processor and a slow network. */
export const lighthouseScores: Figure = async ({ rounds: count }) =>
  await inFolder(async (dataDir) => {
    const store = { dataDir };
    const person = await onePerson(store, MONTH);
    await inDatabase(store, async (db) => void (await addDoses(db, person, MONTH)));
    const directus = await startDirectus(dataDir);
    try {
      return await withServer(OURS, store, async ({ url }) => {
        const bare = await inBrowser((browser) => startBareReact(browser, url, person));
        const judges: Readonly<Record<Page, () => Promise<Verdict>>> = {
          signin: () => judge(`${url}/signin`),
          dashboard: () => judge(`${url}/dashboard`, { cookie: person.cookie }),
          directus: () => judge(`${directus.url}/admin/login`),
          bare: () => judge(bare.url),
        };
        const pages = Object.keys(judges) as Page[];
        const rounds: Record<Page, Verdict>[] = [];
        try {
          for (let round = 0; round < count; round += 1) {
            const verdicts: Partial<Record<Page, Verdict>> = {};
            // Every second round is in reverse, because the machine may become slower or faster meanwhile.
            for (const page of round % 2 === 0 ? pages : pages.toReversed()) {
              verdicts[page] = await judges[page]();
            }
            rounds.push(verdicts as Record<Page, Verdict>);
          }
        } finally {
          bare.stop();
        }
        return (['signin', 'dashboard'] as const).flatMap((page) => rowsOf(page, rounds));
      });
    } finally {
      await directus.stop();
    }
  });

type Page = 'signin' | 'dashboard' | 'directus' | 'bare';
type Verdict = Awaited<ReturnType<typeof judge>>;

const REFERENCES = {
  directus: 'Directus, its sign-in page',
  bare: 'our overview drawn by React alone',
} as const;

function rowsOf(page: keyof typeof AIMS, all: readonly Record<Page, Verdict>[]): Measurement[] {
  const [performance, paint, blocking] = AIMS[page];
  const reference = page === 'dashboard' ? 'bare' : 'directus';
  const row = (
    name: string,
    key: keyof Verdict,
    unit: string,
    aim: Measurement['aim'],
    other: keyof typeof REFERENCES = reference,
  ): Measurement => ({
    figure: `Lighthouse, /${page}: ${name}`,
    reference: REFERENCES[other],
    unit,
    rounds: all.map((each) => ({ ours: each[page][key], reference: each[other][key] })),
    ...(aim && { aim }),
  });
  const beside = ['value', 'at least', performance] as const;
  return [
    row('performance', 'performance', 'of 100', beside, 'directus'),
    ...(page === 'dashboard'
      ? [row('performance beside React', 'performance', 'of 100', undefined)]
      : []),
    row('best practices', 'bestPractices', 'of 100', ['value', 'at least', 100]),
    row('largest paint', 'largestPaintMs', 'ms', ['value', 'at most', paint]),
    row('blocking time', 'blockingMs', 'ms', ['value', 'at most', blocking]),
    row('layout shift', 'shift', '', ['value', 'at most', 0]),
  ];
}

/** Runs Lighthouse once, in a new browser. */
async function judge(url: string, extraHeaders: Record<string, string> = {}) {
  const port = await freePort();
  return await inBrowser(async () => {
    const options = { port, onlyCategories: ['performance', 'best-practices'], extraHeaders };
    const run = await lighthouse(url, { ...options, logLevel: 'error' });
    if (!run || run.lhr.runtimeError) throw new Error(run?.lhr.runtimeError?.message);
    const { categories, audits } = run.lhr;
    const score = (category: string) => (categories[category]?.score ?? 0) * 100;
    const value = (audit: string) => audits[audit]?.numericValue ?? Number.NaN;
    return {
      performance: score('performance'),
      bestPractices: score('best-practices'),
      largestPaintMs: value('largest-contentful-paint'),
      blockingMs: value('total-blocking-time'),
      // Rounded to three decimals, as in Lighthouse's own reports.
      shift: Number(value('cumulative-layout-shift').toFixed(3)),
    };
  }, [`--remote-debugging-port=${port}`]);
}
