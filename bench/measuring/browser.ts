import { type Browser, chromium, type Page } from '@playwright/test';
import { launchOptions } from '../../scripts/browser.mjs';
import { type Person, ZONE } from './data.ts';

/** Runs the work with a new browser, and closes it afterwards. */
export async function inBrowser<Value>(
  work: (browser: Browser) => Promise<Value>,
  args: readonly string[] = [],
): Promise<Value> {
  // The browser has the person's time zone. Otherwise the app would ask whether to change the zone.
  const env = { ...process.env, TZ: ZONE };
  const browser = await chromium.launch({ ...launchOptions(args), env });
  try {
    return await work(browser);
  } finally {
    await browser.close();
  }
}

/**
 * A new page on a phone, which is signed in if a person is given. It has no service worker, which would fetch
 * every file of the app during the measurement.
 */
export async function onPhone(browser: Browser, url: string, person?: Person): Promise<Page> {
  const device = { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true };
  const context = await browser.newContext({ ...device, serviceWorkers: 'block' });
  if (person) {
    const [name = '', value = ''] = person.cookie.split('=');
    await context.addCookies([{ name, value, url }]);
  }
  return await context.newPage();
}

/** Counts the open requests of a page. @returns a function that waits until all are answered */
export function countRequests(page: Page): () => Promise<void> {
  let open = 0;
  let resolve = () => {};
  page.on('request', () => {
    open += 1;
  });
  for (const end of ['requestfinished', 'requestfailed'] as const) {
    // The overloads of `on` take no union.
    page.on(end as 'requestfinished', () => {
      open -= 1;
      if (open === 0) resolve();
    });
  }
  return async () => {
    if (open > 0) await new Promise<void>((done) => (resolve = done));
  };
}

/** Gives the page a slow network: 1.6 Mbit/s, and 150 ms to each answer. */
export async function slowNetwork(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  const throughput = (1.6 * 1_000_000) / 8;
  await session.send('Network.emulateNetworkConditions', {
    ...{ offline: false, latency: 150 },
    ...{ downloadThroughput: throughput, uploadThroughput: throughput },
  });
}

/** Slows the page's processor by this factor. */
export async function slowDown(page: Page, rate: number): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate });
}
