import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';
import type { Browser } from '@playwright/test';
import { build } from 'vite';
import { dashboardShown, downloadsOf, inBrowser, windowOf } from '../measuring/browser.ts';
import type { Figure } from '../measuring/figure.ts';
import { addForms } from '../measuring/forms.ts';
import { addPeople, inDatabase, type Person } from '../measuring/people.ts';
import { inFolder, startOurs } from '../measuring/programs.ts';

const KB = 1000;
const REFERENCE = 'React DOM alone';

/**
 * Script and style that a page is sent on a first visit until it is shown, over the network and compressed. What the
 * service worker fetches beside it, in the end every file of the build, is not the page's.
 */
export const sizes: Figure = {
  name: 'sizes',
  async measure() {
    return await inFolder(async (dataDir) => {
      const [person] = (await inDatabase({ dataDir }, async (db) => {
        const people = await addPeople(db, 1);
        await addForms(db, { days: 31 });
        return people;
      })) as [Person];
      const server = await startOurs({ dataDir });
      try {
        return await inBrowser(async (browser) => {
          const reference = await reactDomAlone();
          const signIn = await sent(browser, `${server.url}/signin`);
          const dashboard = await sent(browser, `${server.url}/dashboard`, person);
          const common = { reference: REFERENCE, unit: 'KB' };
          return [
            {
              figure: 'script and style for the sign-in page, brotli',
              rounds: [{ ours: signIn, reference }],
              aim: { atMost: 120 },
              ...common,
            },
            {
              figure: 'script and style for the dashboard with both charts, brotli',
              rounds: [{ ours: dashboard, reference }],
              aim: { atMost: 190 },
              ...common,
            },
          ];
        });
      } finally {
        await server.stop();
      }
    });
  },
};

/** What comes until the page is shown; what is fetched in quiet moments after that is not the page's. */
async function sent(browser: Browser, url: string, person?: Person): Promise<number> {
  const context = await windowOf(browser, url, person);
  const page = await context.newPage();
  const downloads = await downloadsOf(page);
  // Quiet moments come after what is measured.
  await page.addInitScript(() => {
    window.requestIdleCallback = () => 0;
  });
  await page.goto(url);
  if (person) await dashboardShown(page);
  else await page.getByRole('button', { name: 'Sign In' }).first().waitFor();
  const bytes = downloads
    .filter(({ url: from, type }) => isCode(type) && !from.endsWith('/service-worker.js'))
    .reduce((sum, download) => sum + download.bytes, 0);
  await context.close();
  return bytes / KB;
}

function isCode(type: string): boolean {
  return type === 'Script' || type === 'Stylesheet';
}

/** A page with nothing but React's root, built the same way. */
async function reactDomAlone(): Promise<number> {
  const id = 'react-dom-alone';
  const built = await build({
    configFile: false,
    logLevel: 'silent',
    build: { write: false, rolldownOptions: { input: id } },
    plugins: [
      {
        name: id,
        resolveId: (source) => (source === id ? import.meta.filename : undefined),
        load: (source) =>
          source === import.meta.filename
            ? `import { createRoot } from 'react-dom/client'; createRoot(document.body).render('');`
            : undefined,
      },
    ],
  });
  const outputs = [built].flat().flatMap((each) => ('output' in each ? each.output : []));
  const code = outputs.flatMap((chunk) => (chunk.type === 'chunk' ? [chunk.code] : []));
  return (await promisify(brotliCompress)(code.join('\n'))).length / KB;
}
