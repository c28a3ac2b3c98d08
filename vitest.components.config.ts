import react from '@vitejs/plugin-react';
import { defineBrowserCommand, playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { findBrowser } from './scripts/browser.mjs';

/** What the person has set in the system. */
interface Emulated {
  readonly colorScheme?: 'light' | 'dark';
  readonly forcedColors?: 'active' | 'none';
}

const executablePath = findBrowser();

/** The web app in a real browser, without a server: `src/web/testing` answers its calls. */
export default defineConfig({
  plugins: [react()],
  optimizeDeps: {
    // Found before the first test, because a package that is found later reloads the page.
    entries: ['src/web/main.tsx', 'src/web/**/*.test.tsx', 'src/web/testing/*.{ts,tsx}'],
    include: ['react/jsx-dev-runtime', 'axe-core'],
  },
  test: {
    name: 'components',
    include: ['src/web/**/*.test.tsx'],
    includeTaskLocation: true,
    setupFiles: ['src/web/testing/set-up.ts'],
    // Most of the time a page waits for the next press, so two cores serve three of them.
    maxWorkers: 3,
    // Vitest wants projects with other numbers of workers to run apart.
    sequence: { groupOrder: 1 },
    testTimeout: 60_000,
    expect: { poll: { timeout: 15_000, interval: 20 } },
    browser: {
      enabled: true,
      headless: true,
      // Text and names are found by a part of them, as in Playwright.
      locators: { exact: false },
      screenshotFailures: false,
      viewport: { width: 360, height: 740 },
      provider: playwright({
        launchOptions: {
          ...(executablePath ? { executablePath } : {}),
          // Chromium refuses its own sandbox to root.
          args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
        },
        contextOptions: { hasTouch: true, reducedMotion: 'reduce', timezoneId: 'UTC' },
        actionTimeout: 15_000,
      }),
      instances: [{ browser: 'chromium' }],
      commands: {
        emulate: defineBrowserCommand<[Emulated]>(({ page }, emulated) =>
          page.emulateMedia({ reducedMotion: 'reduce', ...emulated }),
        ),
      },
    },
  },
});
