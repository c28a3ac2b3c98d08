import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test';
import { findBrowser } from '../../scripts/browser.mjs';
import type { Person } from './data.ts';

/** Gives a browser, and closes it afterwards. */
export async function inBrowser<Value>(
  work: (browser: Browser) => Promise<Value>,
  args: readonly string[] = [],
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

/** A fresh window of a phone, signed in where a person is given. */
export async function windowOf(
  browser: Browser,
  url: string,
  person?: Person,
): Promise<BrowserContext> {
  const viewport = { width: 360, height: 740 };
  const context = await browser.newContext({ viewport, isMobile: true, hasTouch: true });
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
