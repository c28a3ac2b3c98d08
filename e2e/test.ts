import { type Browser, test as base, chromium, expect, type Page } from '@playwright/test';
import { launchOptions } from '../scripts/browser.mjs';
import { addDemoPatient, DEMO_EMAIL, DEMO_PASSWORD } from '../scripts/demo-patient.ts';
import { calls } from '../src/contract/calls.ts';
import { freePort } from '../src/server/testing/free-port.ts';
import { addPeopleTo } from './people.ts';
import { START, startTestServer, type TestServer } from './server.ts';
import { type Services, startServices } from './services.ts';

export { expect } from '@playwright/test';
export { expectAccessible, expectTextInBoxes } from './accessible.ts';

interface Fixtures {
  /** Clears the rate limits and resets the server's clock, so that earlier tests do not change this one. */
  readonly freshServer: undefined;
  /** Allows the console errors that match, because the test causes them. */
  readonly expectConsoleError: (pattern: RegExp) => void;
  /** Sets the clocks of server and browser. */
  readonly setNow: (instant: string) => Promise<void>;
}

interface WorkerFixtures {
  readonly services: Services;
  readonly server: TestServer;
  /** Lets `people.ts` add people to the server's database. */
  readonly people: undefined;
  /** The credentials of the demonstration patient with months of forms, who is created on first use. */
  readonly demoPatient: { readonly email: string; readonly password: string };
  /** A second server, on which only invited people can create an account. It is started on first use. */
  readonly closedServer: TestServer;
  /** A whole Chromium, because a headless shell never allows notifications. It is started on first use. */
  readonly wholeBrowser: Browser;
}

/** For `test.use`: a window with a mouse and a keyboard. Other tests run on a phone. */
export const DESKTOP = {
  viewport: { width: 1280, height: 900 },
  hasTouch: false,
  isMobile: false,
};

/** Playwright logs this when it blocks the service worker. */
const BLOCKED = 'Service Worker registration blocked by Playwright';

/**
 * A test with a server per worker, and with the services that it uses. Any unexpected console error fails the test.
 * A file must not replace the fixtures of a worker, because Playwright starts another worker for such a file.
 */
export const test = base.extend<Fixtures, WorkerFixtures>({
  services: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from the pattern
    async ({}, use) => {
      const services = await startServices(await freePort());
      await use(services);
      await services.stop();
    },
    { scope: 'worker' },
  ],
  server: [
    async ({ services }, use) => {
      const server = await startTestServer(services.settings);
      await use(server);
      await server.stop();
    },
    { scope: 'worker' },
  ],
  people: [
    async ({ server }, use) => {
      addPeopleTo(server);
      await use(undefined);
    },
    { scope: 'worker', auto: true },
  ],
  demoPatient: [
    async ({ server }, use) => {
      const { db, config } = server.context;
      await addDemoPatient(db, config.timeZone, Date.parse(START));
      await use({ email: DEMO_EMAIL, password: DEMO_PASSWORD });
    },
    { scope: 'worker' },
  ],
  closedServer: [
    async ({ services }, use) => {
      const settings = { ...services.settings, PORT: String(await freePort()), SIGN_UP: 'closed' };
      const server = await startTestServer(settings);
      await use(server);
      await server.stop();
    },
    { scope: 'worker' },
  ],
  wholeBrowser: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from the pattern
    async ({}, use) => {
      const browser = await chromium.launch(launchOptions([], { isWhole: true }));
      await use(browser);
      await browser.close();
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ server }, use) => use(server.url),
  freshServer: [
    async ({ server }, use) => {
      server.setNow(START);
      // The server's clock does not advance, so a rate limit would never expire.
      await server.context.db.deleteFrom('attempts').execute();
      await use(undefined);
    },
    { auto: true },
  ],
  expectConsoleError: [
    async ({ context }, use) => {
      const wanted: RegExp[] = [];
      const messages: string[] = [];
      let hasSignedOut = false;
      context.on('request', (request) => {
        if (request.url().endsWith(calls.signOut.path)) hasSignedOut = true;
      });
      context.on('console', (message) => {
        if (!['error', 'warning'].includes(message.type())) return;
        // Requests still running during a log-out are answered with 401.
        if (hasSignedOut && /status of 401/.test(message.text())) return;
        if (message.text() === BLOCKED) return;
        messages.push(message.text());
      });
      context.on('weberror', (error) => messages.push(String(error.error())));
      await use((pattern) => wanted.push(pattern));
      expect(messages.filter((text) => !wanted.some((pattern) => pattern.test(text)))).toEqual([]);
    },
    { auto: true },
  ],
  setNow: async ({ server, page }, use) => {
    await use(async (instant) => {
      server.setNow(instant);
      await page.clock.setFixedTime(instant);
    });
  },
  page: async ({ page }, use, info) => {
    await page.clock.setFixedTime(START);
    await use(page);
    if (info.status === info.expectedStatus) return;
    // Prints the text of the screen, because a remote run may keep nothing but its output.
    const text = await page
      .locator('body')
      .ariaSnapshot({ timeout: 5000 })
      .catch(() => 'nothing that can be read');
    process.stdout.write(`On the screen at the end of ‘${info.title}’:\n${text}\n`);
  },
});

/** Holds requests to a URL, so that they are not answered. @returns a function that releases them */
export async function holdAnswers(page: Page, url: string | RegExp): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(url, async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}
