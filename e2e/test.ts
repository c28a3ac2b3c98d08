import { AxeBuilder } from '@axe-core/playwright';
import { test as base, expect, type Page } from '@playwright/test';
import { addDemoPatient, DEMO_EMAIL, DEMO_PASSWORD } from '../scripts/demo-patient.ts';
import { START, startTestServer, type TestServer } from './server.ts';

export { expect } from '@playwright/test';

interface Fixtures {
  /** Tells that a console error is wanted, because the test makes a call fail. */
  readonly expectConsoleError: (pattern: RegExp) => void;
  /** Sets the clocks of server and browser. */
  readonly setNow: (instant: string) => Promise<void>;
}

interface WorkerFixtures {
  readonly server: TestServer;
  /** How to sign in as the patient with months of forms, who is there once this is asked for. */
  readonly demoPatient: { readonly email: string; readonly password: string };
}

/** A test with a server of its worker's own. Whatever the console complains about fails it. */
export const test = base.extend<Fixtures, WorkerFixtures>({
  server: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from the pattern
    async ({}, use) => {
      const server = await startTestServer();
      await use(server);
      await server.stop();
    },
    { scope: 'worker' },
  ],
  demoPatient: [
    async ({ server }, use) => {
      const { db, config } = server.context;
      await addDemoPatient(db, config.timeZone, Date.parse(START));
      await use({ email: DEMO_EMAIL, password: DEMO_PASSWORD });
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ server }, use) => use(server.url),
  expectConsoleError: [
    async ({ context }, use) => {
      const wanted: RegExp[] = [];
      const heard: string[] = [];
      context.on('console', (message) => {
        if (!['error', 'warning'].includes(message.type())) return;
        // Chromium itself notes the 401 that tells the page that nobody is signed in (DECISIONS 2).
        if (message.location().url.endsWith('/api/auth/session')) return;
        heard.push(message.text());
      });
      context.on('weberror', (error) => heard.push(String(error.error())));
      await use((pattern) => wanted.push(pattern));
      expect(heard.filter((text) => !wanted.some((pattern) => pattern.test(text)))).toEqual([]);
    },
    { auto: true },
  ],
  setNow: async ({ server, page }, use) => {
    await use(async (instant) => {
      server.setNow(instant);
      await page.clock.setFixedTime(instant);
    });
  },
  page: async ({ page, server }, use) => {
    server.setNow(START);
    await page.clock.setFixedTime(START);
    await use(page);
  },
});

/** From this width on, as in `ui`, no phone. */
const WIDE = 640;

/**
 * axe finds nothing, and nothing is wider than the window. In both colour schemes on phones; the colours of
 * a wide window are the same.
 */
export async function expectAccessible(page: Page): Promise<void> {
  const isWide = (page.viewportSize()?.width ?? 0) > WIDE;
  for (const colorScheme of isWide ? (['light'] as const) : (['dark', 'light'] as const)) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    const { violations } = await new AxeBuilder({ page })
      .withTags([
        'wcag2a',
        'wcag2aa',
        'wcag2aaa',
        'wcag21a',
        'wcag21aa',
        'wcag22aa',
        'best-practice',
      ])
      .analyze();
    const found = violations.map(({ id, nodes }) => ({
      rule: id,
      colorScheme,
      where: nodes.map(({ html, failureSummary }) => `${html}\n${failureSummary}`),
    }));
    expect(found).toEqual([]);
  }
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(overflow, 'the page scrolls sideways').toBeLessThanOrEqual(0);
}

/** Lets requests wait for their answers until what this gives is called. */
export async function holdAnswers(page: Page, url: string): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(url, async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}
