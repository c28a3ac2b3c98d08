import { defineConfig } from '@playwright/test';
import { launchOptions } from './scripts/browser.mjs';
import { TIME_ZONE } from './src/server/testing/time-zone.ts';

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
    // A phone. A test on a desktop sets `DESKTOP`.
    viewport: { width: 360, height: 740 },
    hasTouch: true,
    isMobile: true,
    timezoneId: TIME_ZONE,
    // The service worker fetches every file of the app for each new page, so only its own tests allow it.
    serviceWorkers: 'block',
    launchOptions: launchOptions(),
  },
});
