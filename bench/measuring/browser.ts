import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test';
import { findBrowser } from '../../scripts/browser.mjs';
import type { Person } from './people.ts';

/** A phone's window. */
const VIEWPORT = { width: 360, height: 740 };

/** Gives a browser, and closes it afterwards. */
export async function inBrowser<Value>(
  work: (browser: Browser) => Promise<Value>,
  { args = [] }: { args?: readonly string[] } = {},
): Promise<Value> {
  const executablePath = findBrowser();
  const browser = await chromium.launch({
    ...(executablePath ? { executablePath } : {}),
    args: [...args, ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])],
  });
  try {
    return await work(browser);
  } finally {
    await browser.close();
  }
}

/** A fresh browser window, of someone who is signed in where a person is given. */
export async function windowOf(
  browser: Browser,
  url: string,
  person?: Person,
): Promise<BrowserContext> {
  const context = await browser.newContext({
    viewport: VIEWPORT,
    isMobile: true,
    hasTouch: true,
  });
  if (person) {
    const [name = '', value = ''] = person.cookie.split('=');
    await context.addCookies([{ name, value, url }]);
  }
  return context;
}

/** Waits until the dashboard shows the latest form and both charts. */
export async function dashboardShown(page: Page): Promise<void> {
  await page.getByText('Form #').first().waitFor();
  await page.getByRole('img').nth(1).waitFor();
}

/** What a page itself downloads; what its service worker does is not told here. */
export interface Download {
  readonly url: string;
  /** Of `Network.ResourceType`: Script, Stylesheet, Fetch … */
  readonly type: string;
  /** As they came over the network: compressed, without headers. */
  readonly bytes: number;
}

/** Listens to what a page downloads; what has come so far is in the list. */
export async function downloadsOf(page: Page): Promise<Download[]> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  const answers = new Map<string, Omit<Download, 'bytes'>>();
  const downloads: Download[] = [];
  session.on('Network.responseReceived', ({ requestId, response, type }) => {
    answers.set(requestId, { url: response.url, type });
  });
  const received = new Map<string, number>();
  session.on('Network.dataReceived', ({ requestId, encodedDataLength }) => {
    received.set(requestId, (received.get(requestId) ?? 0) + encodedDataLength);
  });
  session.on('Network.loadingFinished', ({ requestId }) => {
    const answer = answers.get(requestId);
    if (answer) downloads.push({ ...answer, bytes: received.get(requestId) ?? 0 });
  });
  return downloads;
}
