import { type Browser, chromium } from '@playwright/test';
import { launchOptions } from '../../scripts/browser.mjs';

/** Runs the work with a new browser, and closes it afterwards. */
export async function inBrowser<Value>(
  work: (browser: Browser) => Promise<Value>,
  args: readonly string[] = [],
): Promise<Value> {
  const browser = await chromium.launch(launchOptions(args));
  try {
    return await work(browser);
  } finally {
    await browser.close();
  }
}
