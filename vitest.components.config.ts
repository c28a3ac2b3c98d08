import react from '@vitejs/plugin-react';
import { defineBrowserCommand, playwright } from '@vitest/browser-playwright';
import { defineProject } from 'vitest/config';
import { launchOptions } from './scripts/browser.mjs';

/** System settings of the person. */
interface Emulated {
  readonly colorScheme?: 'light' | 'dark';
  readonly forcedColors?: 'active' | 'none';
  /** By default 'reduce', so that tests need not wait. */
  readonly reducedMotion?: 'reduce' | 'no-preference';
}

/**
 * One file of each room that runs with React's development build, which reports wrong use of React in the console and
 * runs effects twice. All others run with the production build, which takes a tenth less time.
 */
const IN_DEVELOPMENT = [
  'caregivers/caregivers-card',
  'charts/charts',
  'check-ins/check-in',
  'data/data-card',
  'diary/diary',
  'entries/every-kind',
  'forms/correction',
  'helped-tracker',
  'identity/what-stays',
  'medication/medication-card',
  'overview/today',
  'platform/navigation',
  'profile/own-facts',
  'reminders/reminders-card',
  'report/report-download',
  'settings/settings',
  'sharing/sharing-card',
  'spreadsheet/spreadsheet-card',
  'ui/kept-focus',
  'visits/visit',
].map((name) => `src/web/${name}.test.tsx`);

/** The web app in a real browser, without a server: `src/web/testing` answers its calls. */
const components = (build: 'development' | 'production') => {
  const isDevelopment = build === 'development';
  return defineProject({
    plugins: [react()],
    optimizeDeps: {
      // Vite must find all packages before the first test: a package that it finds later reloads the page.
      entries: ['src/web/main.tsx', 'src/web/**/*.test.tsx', 'src/web/testing/*.{ts,tsx}'],
      include: [isDevelopment ? 'react/jsx-dev-runtime' : 'react/jsx-runtime', 'axe-core'],
      rolldownOptions: { transform: { define: { 'process.env.NODE_ENV': JSON.stringify(build) } } },
    },
    // The production build has no `jsx-dev-runtime`.
    oxc: { jsx: { development: isDevelopment, refresh: false } },
    test: {
      name: isDevelopment ? 'components-development' : 'components',
      include: isDevelopment ? IN_DEVELOPMENT : ['src/web/**/*.test.tsx'],
      exclude: isDevelopment ? [] : IN_DEVELOPMENT,
      // Each file has its own page. Otherwise the app that an earlier file has opened would still be there.
      isolate: true,
      includeTaskLocation: true,
      setupFiles: ['src/web/testing/set-up.ts'],
      // A page mostly waits for the next press, so two cores are enough for three.
      maxWorkers: 3,
      // One after the other, because each project starts its own browser with `maxWorkers` pages.
      sequence: { groupOrder: isDevelopment ? 1 : 2 },
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
          contextOptions: {
            hasTouch: true,
            reducedMotion: 'reduce',
            timezoneId: 'America/New_York',
          },
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
};

export const inProduction = components('production');
export const inDevelopment = components('development');
