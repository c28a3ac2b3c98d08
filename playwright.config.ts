import { defineConfig } from '@playwright/test';
import { findBrowser } from './scripts/browser.mjs';

const executablePath = findBrowser();

const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };
const WITH_KEYBOARD = ['keyboard*.spec.ts', 'focus.spec.ts'];
/** Other tests block the service worker, because it fetches every file of the app for each new page. */
const WITH_SERVICE_WORKER = ['offline.spec.ts'];

export default defineConfig({
  testDir: 'e2e',
  testMatch: '*.spec.ts',
  outputDir: 'test-results/e2e',
  fullyParallel: true,
  workers: 2,
  timeout: 120_000,
  expect: { timeout: 15_000 },
  forbidOnly: true,
  reporter: [['list'], ['json', { outputFile: 'test-results/journeys.json' }]],
  use: {
    screenshot: 'only-on-failure',
    serviceWorkers: 'block',
    launchOptions: {
      ...(executablePath ? { executablePath } : {}),
      // Chromium's sandbox does not run as root.
      args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
    },
  },
  projects: [
    {
      name: 'phone',
      testIgnore: [...WITH_KEYBOARD, ...WITH_SERVICE_WORKER],
      use: PHONE,
    },
    {
      name: 'service worker',
      testMatch: WITH_SERVICE_WORKER,
      use: { ...PHONE, serviceWorkers: 'allow' },
    },
    {
      name: 'desktop',
      testMatch: WITH_KEYBOARD,
      use: { viewport: { width: 1280, height: 900 } },
    },
  ],
});
