import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chromium } from '@playwright/test';

/**
 * Finds a Chromium for the browser tests: Playwright's own if it is downloaded, otherwise one in the PATH.
 * @returns {string | undefined} the path of its executable
 */
export function findBrowser() {
  const own = chromium.executablePath();
  if (own && existsSync(own)) return own;
  for (const name of ['chromium', 'chromium-browser', 'google-chrome']) {
    try {
      return execFileSync('which', [name], { encoding: 'utf8', stdio: 'pipe' }).trim();
    } catch {
      // `which` fails if there is no such command.
    }
  }
  return undefined;
}
