import { defineConfig } from '@playwright/test';
import { findBrowser } from './scripts/browser.mjs';

const executablePath = findBrowser();

export default defineConfig({
  testDir: 'e2e',
  testMatch: '*.spec.ts',
  outputDir: 'test-results/e2e',
  fullyParallel: true,
  workers: 2,
  timeout: 120_000,
  expect: { timeout: 15_000 },
  forbidOnly: true,
  reporter: [['list'], ['json', { outputFile: 'test-results/e2e.json' }]],
  use: {
    screenshot: 'only-on-failure',
    launchOptions: {
      ...(executablePath ? { executablePath } : {}),
      // Chromium refuses its own sandbox to root.
      args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
    },
  },
  projects: [
    {
      name: 'phone',
      testIgnore: 'keyboard*.spec.ts',
      use: { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true },
    },
    {
      name: 'desktop',
      // Where a mouse, a keyboard or a wide window makes a difference. What the others show is looked at in a
      // wide window by `expectAccessible`.
      testMatch: ['keyboard*', 'charts*', 'focus*', 'stops*', 'story*'].map(
        (name) => `${name}.spec.ts`,
      ),
      use: { viewport: { width: 1280, height: 900 } },
    },
  ],
});
