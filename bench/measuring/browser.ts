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

export interface Transfer {
  readonly url: string;
  /** Of `Network.ResourceType`: Script, Stylesheet, Fetch … */
  readonly type: string;
  readonly status: number;
  readonly fromCache: boolean;
  /** As they came over the network: compressed, without headers. */
  readonly bytes: number;
}

/** Listens to what a page downloads; what has come so far is in the list. */
export async function transfersOf(page: Page): Promise<Transfer[]> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  const answers = new Map<string, Omit<Transfer, 'bytes'>>();
  const transfers: Transfer[] = [];
  session.on('Network.responseReceived', ({ requestId, response, type }) => {
    const fromCache = Boolean(response.fromDiskCache || response.fromServiceWorker);
    answers.set(requestId, { url: response.url, type, status: response.status, fromCache });
  });
  session.on('Network.requestServedFromCache', ({ requestId }) => {
    const answer = answers.get(requestId);
    if (answer) answers.set(requestId, { ...answer, fromCache: true });
  });
  const received = new Map<string, number>();
  session.on('Network.dataReceived', ({ requestId, encodedDataLength }) => {
    received.set(requestId, (received.get(requestId) ?? 0) + encodedDataLength);
  });
  session.on('Network.loadingFinished', ({ requestId }) => {
    const answer = answers.get(requestId);
    if (answer) transfers.push({ ...answer, bytes: received.get(requestId) ?? 0 });
  });
  return transfers;
}
