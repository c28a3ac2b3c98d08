import type { BrowserContext } from '@playwright/test';
import { dashboardShown, inBrowser, transfersOf, windowOf } from '../measuring/browser.ts';
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
        return await inBrowser(async (browser) => {
          const url = `${server.url}/dashboard`;
          const first = async (person: Person) => {
            const context = await windowOf(browser, url, person);
            const visited = await visit(context, url);
            await context.close();
            return visited.data / KB;
          };
          const context = await windowOf(browser, url, veteran);
          await visit(context, url);
          const second = await visit(context, url);
          return [
            {
              figure: 'data to show the dashboard, ten years of forms',
              reference: 'one month of forms',
              unit: 'KB',
              rounds: [{ ours: await first(veteran), reference: await first(newcomer) }],
              ratioAim: { atMost: 1.1 },
            },
            {
              figure: 'downloaded on a second visit beside the data and the page’s revalidation',
              unit: 'KB',
              rounds: [{ ours: second.files / KB }],
              aim: { atMost: 0 },
            },
          ];
        });
      } finally {
        await server.stop();
      }
    });
  },
};

/** Bytes over the network, by what they are for. */
async function visit(context: BrowserContext, url: string) {
  const page = await context.newPage();
  const transfers = await transfersOf(page);
  await page.goto(url);
  await dashboardShown(page);
  await page.waitForLoadState('networkidle');
  const sum = (wanted: (transfer: (typeof transfers)[number]) => boolean) =>
    transfers.filter(wanted).reduce((bytes, transfer) => bytes + transfer.bytes, 0);
  const isData = (from: string) => new URL(from).pathname.startsWith('/api/');
  const visited = {
    data: sum(({ url: from }) => isData(from)),
    files: sum(
      ({ url: from, fromCache, type }) => !isData(from) && !fromCache && type !== 'Document',
    ),
  };
  await page.close();
  return visited;
}
