import type { BrowserContext } from '@playwright/test';
import { dashboardShown, inBrowser, windowOf } from '../measuring/browser.ts';
import { type CountingProxy, inCountingProxy } from '../measuring/counting-proxy.ts';
import type { Figure } from '../measuring/figure.ts';
import { addForms } from '../measuring/forms.ts';
import { addPeople, inDatabase, type Person } from '../measuring/people.ts';
import { inFolder, startOurs } from '../measuring/programs.ts';

const TEN_YEARS = 3653;
const MONTH = 31;
const KB = 1000;

/** What the dashboard downloads: after ten years and after a month, and on a second visit. */
export const visits: Figure = {
  name: 'visits',
  async measure() {
    return await inFolder(async (dataDir) => {
      const [newcomer, veteran] = await inDatabase({ dataDir }, async (db) => {
        const [ofTenYears] = (await addPeople(db, 1)) as [Person];
        await addForms(db, { days: TEN_YEARS - MONTH, daysAgo: MONTH });
        const [ofOneMonth] = (await addPeople(db, 1)) as [Person];
        await addForms(db, { days: MONTH });
        return [ofOneMonth, ofTenYears] as const;
      });
      const server = await startOurs({ dataDir });
      try {
        return await inCountingProxy(server.url, (proxy) =>
          inBrowser(async (browser) => {
            const first = async (person: Person) => {
              const context = await windowOf(browser, proxy.url, person);
              const visited = await visit(context, proxy);
              await context.close();
              return visited.data / KB;
            };
            const context = await windowOf(browser, proxy.url, veteran);
            const begun = await visit(context, proxy);
            const second = await visit(context, proxy);
            return [
              {
                figure: 'data to show the dashboard, ten years of forms',
                reference: 'one month of forms',
                unit: 'KB',
                rounds: [{ ours: await first(veteran), reference: await first(newcomer) }],
                ratioAim: { atMost: 1.1 },
              },
              {
                figure:
                  'files of a first visit in all: the service worker keeps every one of the build',
                unit: 'KB',
                rounds: [{ ours: (begun.page + begun.files) / KB }],
              },
              {
                figure: `the page itself on a second visit (answered with ${second.pageStatus}; 304: as it was)`,
                unit: 'KB',
                rounds: [{ ours: second.page / KB }],
                aim: { atMost: 0 },
              },
              {
                figure: 'downloaded on a second visit beside the page and the data',
                unit: 'KB',
                rounds: [{ ours: second.files / KB }],
                aim: { atMost: 0 },
              },
            ];
          }),
        );
      } finally {
        await server.stop();
      }
    });
  },
};

const PAGE = '/dashboard';

/** Bytes that left the server, by what they are for; what the service worker fetches counts as well. */
async function visit(context: BrowserContext, { url, take }: CountingProxy) {
  const page = await context.newPage();
  await page.goto(`${url}${PAGE}`);
  await dashboardShown(page);
  // What it installs comes on the first visit, and what it asks for anew on the second.
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => {}));
  await page.waitForLoadState('networkidle');
  await page.close();
  const transfers = take();
  const sum = (wanted: (path: string) => boolean) =>
    transfers.reduce((bytes, { path, bytes: more }) => (wanted(path) ? bytes + more : bytes), 0);
  const isData = (path: string) => path.startsWith('/api/');
  return {
    data: sum(isData),
    page: sum((path) => path === PAGE),
    pageStatus: transfers.find(({ path }) => path === PAGE)?.status,
    files: sum((path) => path !== PAGE && !isData(path)),
  };
}
