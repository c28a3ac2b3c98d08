import react from '@vitejs/plugin-react';
import { defineBrowserCommand, playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { launchOptions } from './scripts/browser.mjs';

/** System settings of the person. */
interface Emulated {
  readonly colorScheme?: 'light' | 'dark';
  readonly forcedColors?: 'active' | 'none';
}

/** The web app in a real browser, without a server: `src/web/testing` answers its calls. */
export default defineConfig({
  plugins: [react()],
  optimizeDeps: {
    // Vite must find all packages before the first test: a package that it finds later reloads the page.
    entries: ['src/web/main.tsx', 'src/web/**/*.test.tsx', 'src/web/testing/*.{ts,tsx}'],
    include: ['react/jsx-dev-runtime', 'axe-core'],
  },
  test: {
    name: 'components',
    include: ['src/web/**/*.test.tsx'],
    includeTaskLocation: true,
    setupFiles: ['src/web/testing/set-up.ts'],
    // A page mostly waits for the next press, so two cores are enough for three.
    maxWorkers: 3,
    // Vitest requires a group of its own for a project with another number of workers.
    sequence: { groupOrder: 1 },
    testTimeout: 60_000,
    expect: { poll: { timeout: 15_000, interval: 20 } },
    browser: {
      enabled: true,
      headless: true,
      // Locators match a part of a text or name, as in Playwright.
      locators: { exact: false },
      screenshotFailures: false,
      viewport: { width: 360, height: 740 },
      provider: playwright({
        launchOptions: launchOptions(),
        contextOptions: { hasTouch: true, reducedMotion: 'reduce', timezoneId: 'America/New_York' },
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
