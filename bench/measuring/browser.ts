import { type Browser, chromium } from '@playwright/test';
import { findBrowser } from '../../scripts/browser.mjs';

/** Runs the work with a new browser, and closes it afterwards. */
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
