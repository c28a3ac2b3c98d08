import lighthouse from 'lighthouse';
import { freePort } from '../../src/server/testing/free-port.ts';
import { inBrowser } from '../measuring/browser.ts';
import { startDirectus } from '../measuring/directus.ts';
import type { Figure, Measurement } from '../measuring/figure.ts';
import { addPersonOfAYear } from '../measuring/forms.ts';
import { inFolder, startOurs } from '../measuring/programs.ts';

/** Lighthouse's judgement of a page, by its settings for phones: a slow processor and a slow network. */
export const lighthouseScores: Figure = {
  name: 'lighthouse',
  async measure({ rounds: count }) {
    return await inFolder(async (dataDir) => {
      const person = await addPersonOfAYear(dataDir);
      const server = await startOurs({ dataDir });
      const directus = await startDirectus(dataDir);
      const measurements: Measurement[] = [];
      try {
        const other = await judgements(count, `${directus.url}/admin/login`, '');
        for (const [page, cookie] of [
          ['signin', ''],
          ['dashboard', person.cookie],
        ] as const) {
          const judged = await judgements(count, `${server.url}/${page}`, cookie);
          measurements.push(
            {
              figure: `Lighthouse, /${page}: performance`,
              reference: 'Directus, its sign-in page',
              unit: 'of 100',
              rounds: judged.map(({ performance }, round) => ({
                ours: performance,
                reference: other[round]?.performance ?? Number.NaN,
              })),
              aim: { atLeast: 100 },
            },
            {
              figure: `Lighthouse, /${page}: layout shift`,
              unit: '',
              rounds: judged.map(({ shift }) => ({ ours: shift })),
              aim: { atMost: 0 },
            },
            {
              figure: `Lighthouse, /${page}: largest content shown`,
              unit: 'ms',
              rounds: judged.map(({ shown }) => ({ ours: shown })),
            },
          );
        }
      } finally {
        await Promise.all([server.stop(), directus.stop()]);
      }
      return measurements;
    });
  },
};

async function judgements(count: number, url: string, cookie: string) {
  const judged = [];
  for (let round = 0; round < count; round += 1) judged.push(await judge(url, cookie));
  return judged;
}

/** One run, in a browser of its own. */
async function judge(url: string, cookie: string) {
  const port = await freePort();
  return await inBrowser(
    async () => {
      const run = await lighthouse(url, {
        port,
        onlyCategories: ['performance'],
        extraHeaders: cookie ? { Cookie: cookie } : {},
        logLevel: 'error',
      });
      if (!run) throw new Error('Lighthouse said nothing');
      const { categories, audits, runtimeError } = run.lhr;
      if (runtimeError) throw new Error(runtimeError.message);
      return {
        performance: (categories.performance?.score ?? 0) * 100,
        // To a thousandth, as Lighthouse itself tells it.
        shift: Number(audits['cumulative-layout-shift']?.numericValue?.toFixed(3)),
        shown: audits['largest-contentful-paint']?.numericValue ?? Number.NaN,
      };
    },
    { args: [`--remote-debugging-port=${port}`] },
  );
}
