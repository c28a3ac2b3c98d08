import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chromium } from '@playwright/test';

/**
 * The Chromium for the browser tests: Playwright's own where it was downloaded, else one on the path.
 * @returns {string | undefined} its path
 */
export function findBrowser() {
  const own = chromium.executablePath();
  if (own && existsSync(own)) return own;
  for (const name of ['chromium', 'chromium-browser', 'google-chrome']) {
    try {
      return execFileSync('which', [name], { encoding: 'utf8', stdio: 'pipe' }).trim();
    } catch {
      // Not this one.
    }
  }
  return undefined;
}
