import lighthouse from 'lighthouse';
import { freePort } from '../../src/server/testing/free-port.ts';
import { inBrowser } from '../measuring/browser.ts';
import { onePerson } from '../measuring/data.ts';
import { startDirectus } from '../measuring/directus.ts';
import { type Figure, inRounds, type Measurement, only } from '../measuring/figure.ts';
import { inFolder, OURS, withServer } from '../measuring/programs.ts';

/** Three months of forms, which both charts can show. */
const DAYS = 90;

/** Lighthouse's scores with its settings for phones, which simulate a slow processor and a slow network. */
export const lighthouseScores: Figure = async ({ rounds: count }) =>
  await inFolder(async (dataDir) => {
    const { cookie } = await onePerson({ dataDir }, DAYS);
    const directus = await startDirectus(dataDir);
    try {
      return await withServer(OURS, { dataDir }, async ({ url }) => {
        const measurements: Measurement[] = [];
        for (const page of ['signin', 'dashboard']) {
          const headers: Record<string, string> = page === 'dashboard' ? { cookie } : {};
          const rounds = await inRounds(
            count,
            () => judge(`${url}/${page}`, headers),
            () => judge(`${directus.url}/admin/login`, {}),
          );
          const row = (name: string, key: keyof Verdict, unit: string): Measurement => ({
            figure: `Lighthouse, /${page}: ${name}`,
            reference: 'Directus, its sign-in page',
            unit,
            rounds: only(rounds, key),
          });
          const best = ['value', 'at least', 100] as const;
          measurements.push(
            { ...row('performance', 'performance', 'of 100'), aim: best },
            { ...row('best practices', 'bestPractices', 'of 100'), aim: best },
            row('largest contentful paint', 'largestPaintMs', 'ms'),
            row('total blocking time', 'blockingMs', 'ms'),
            { ...row('layout shift', 'shift', ''), aim: ['value', 'at most', 0] },
          );
        }
        return measurements;
      });
    } finally {
      await directus.stop();
    }
  });

type Verdict = Awaited<ReturnType<typeof judge>>;

/** Runs Lighthouse once, in a new browser. */
async function judge(url: string, extraHeaders: Record<string, string>) {
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
