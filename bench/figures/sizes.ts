import type { Browser } from '@playwright/test';
import { builtScript } from '../measuring/bare-react.ts';
import { countRequests, inBrowser, onPhone } from '../measuring/browser.ts';
import { onePerson, type Person } from '../measuring/data.ts';
import type { Figure, Measurement } from '../measuring/figure.ts';
import { inFolder, OURS, withServer } from '../measuring/programs.ts';

const KB = 1000;
const MONTH = 31;

/** The script and style that a page downloads on a first visit. */
export const sizes: Figure = async () =>
  await inFolder(async (dataDir) => {
    const person = await onePerson({ dataDir }, MONTH);
    return await withServer(OURS, { dataDir }, ({ url }) =>
      inBrowser(async (browser) => {
        const signIn = await codeOf(browser, `${url}/signin`);
        const dashboard = await codeOf(browser, `${url}/dashboard`, person);
        const reference = await reactDomAlone();
        const figure = (page: string, ours: number, limit: number): Measurement => ({
          figure: `script and style for the ${page}, brotli`,
          unit: 'KB',
          reference: 'React DOM alone',
          rounds: [{ ours, reference }],
          aim: ['value', 'at most', limit],
        });
        return [
          figure('sign-in page', signIn, 80),
          figure('dashboard with both charts', dashboard, 130),
        ];
      }),
    );
  });

/**
 * The size of the script and style of a page (KB). With a person, the page is the overview with the last form and both
 * charts; otherwise the sign-in page. Files that the page fetches ahead in idle time, and after it has settled, are not counted.
 */
async function codeOf(browser: Browser, url: string, person?: Person): Promise<number> {
  const page = await onPhone(browser, url, person);
  const allAnswered = countRequests(page);
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  const code = new Set<string>();
  let bytes = 0;
  session.on('Network.responseReceived', ({ requestId, type }) => {
    if (type === 'Script' || type === 'Stylesheet') code.add(requestId);
  });
  session.on('Network.dataReceived', ({ requestId, encodedDataLength }) => {
    if (code.has(requestId)) bytes += encodedDataLength;
  });
  await page.addInitScript(() => {
    window.requestIdleCallback = () => 0;
  });
  await page.goto(url);
  if (person) {
    // Present until the app has taken over the page.
    await page.locator('.waiting-long').waitFor({ state: 'detached' });
  } else {
    // The sign-in page arrives as HTML. Its button becomes a submit button when React hydrates the page.
    await page.locator('button[type=submit]').waitFor();
  }
  await allAnswered();
  await page.context().close();
  return bytes / KB;
}

/** The script of a page that contains only React's root, built and compressed like ours (KB). */
async function reactDomAlone(): Promise<number> {
  const { size } = await builtScript(
    `import { createRoot } from 'react-dom/client'; createRoot(document.body).render('');`,
  );
  return size / KB;
}
