import type { Page } from '@playwright/test';
import { logForm, newPerson, signUpWith } from './people.ts';
import { expect, expectAccessible, test } from './test.ts';
import { begin, expectNothingHeld, fillForm, submitUnsent } from './unfinished.ts';

test.use({ serviceWorkers: 'allow' });

/** Waits until the service worker has cached the app's own files. */
async function keepShell(page: Page): Promise<void> {
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => {}));
}

test('the cache holds the app’s own files and no personal data', async ({ page }) => {
  await page.goto('/signin');
  await keepShell(page);
  const person = newPerson('Quinn');
  await signUpWith(page, person, ['Tremor of Quinn']);
  await logForm(page, [4]);
  await page.reload();
  await expect(page.getByText('Form #1', { exact: true })).toBeVisible();
  const kept = await page.evaluate(async () => {
    const names = await caches.keys();
    const answers = await Promise.all(
      names.map(async (name) => await (await caches.open(name)).matchAll()),
    );
    return await Promise.all(
      answers.flat().map(async (answer) => ({
        path: new URL(answer.url).pathname,
        text: await answer.text(),
      })),
    );
  });
  expect(kept.map(({ path }) => path)).toContain('/');
  const isTheirs = ({ path, text }: { path: string; text: string }) =>
    path.startsWith('/api') || [person.email, 'Quinn'].some((word) => text.includes(word));
  expect(kept.filter(isTheirs).map(({ path }) => path)).toEqual([]);
});

test('the app opens even if the network never answers', async ({ page, context }) => {
  await page.goto('/signin');
  await keepShell(page);
  const asked: string[] = [];
  await context.route('**/forgot-password', (route) => {
    // Records the sender of the request, which must be the service worker. The request is never answered.
    asked.push(route.request().serviceWorker()?.url() ?? 'the page');
  });
  await page.goto('/forgot-password');
  await expect(page.getByRole('heading', { name: 'Reset your password' })).toBeVisible();
  expect(asked).toEqual([expect.stringContaining('/service-worker.js')]);
});

test('the app can be installed', async ({ page }) => {
  await page.goto('/signin');
  const href = await page.locator('link[rel=manifest]').getAttribute('href');
  const manifest = await (await page.request.get(href ?? '')).json();
  expect(manifest).toMatchObject({ name: 'Symptom Tracker', display: 'standalone' });
  for (const { src, sizes } of manifest.icons) {
    const icon = await page.request.get(src);
    expect(icon.headers()['content-type']).toBe('image/png');
    const size = await page.evaluate(async (url) => {
      const { width, height } = await createImageBitmap(await (await fetch(url)).blob());
      return `${width}x${height}`;
    }, src);
    expect(size).toBe(sizes);
  }
});

test('the app opens if a proxy answers 502 because the server is down', async ({
  page,
  context,
  expectConsoleError,
}) => {
  expectConsoleError(/status of 502/);
  await page.goto('/signin');
  await keepShell(page);
  await context.route('**/forgot-password', (route) =>
    route.fulfill({ status: 502, contentType: 'text/html', body: '<h1>Bad Gateway</h1>' }),
  );
  await page.goto('/forgot-password');
  await expect(page.getByRole('heading', { name: 'Reset your password' })).toBeVisible();
});

test('a file with the same name in two builds is served from the newest build', async ({
  page,
  expectConsoleError,
}) => {
  // If the browser opens the manifest directly, it requests a default favicon, which does not exist.
  expectConsoleError(/status of 404/);
  const manifest = '/manifest.webmanifest';
  await page.goto(manifest);
  await page.evaluate(async (path) => {
    const cache = await caches.open('files of the build before');
    await cache.put(path, new Response('{ "name": "The build before" }'));
  }, manifest);
  await page.goto('/signin');
  await keepShell(page);
  await page.reload();
  const name = await page.evaluate(
    async (path) => (await (await fetch(path)).json()).name,
    manifest,
  );
  expect(name).toBe('Symptom Tracker');
  expect(await page.evaluate(() => caches.keys())).toContain('files of the build before');
});

test('a form submitted offline survives a reload offline, and is sent once from any tab', async ({
  page,
  context,
  expectConsoleError,
}) => {
  expectConsoleError(/ERR_INTERNET_DISCONNECTED/);
  await begin(page);
  await keepShell(page);
  await fillForm(page);
  await context.setOffline(true);
  await submitUnsent(page);
  await page.goto('/dashboard?tab=settings');
  await expect(page.getByRole('alert')).toHaveText('The server cannot be reached right now.');
  await expect(page.getByText('Anything saved on this device is safe.')).toBeVisible();
  await expectAccessible(page);
  const sent = page.waitForResponse('**/api/saveSymptomForm');
  await context.setOffline(false);
  // The page recovers without a reload.
  expect((await sent).status()).toBe(200);
  await page.getByRole('tab', { name: 'Symptom Overview' }).click();
  await expect(page.getByText('Form #1 is saved.')).toBeVisible();
  await expect(page.getByText('Form #1', { exact: true })).toBeVisible();
  await expect(page.getByRole('tab', { name: 'Past Forms' })).toBeHidden();
  await expect(page.getByRole('dialog')).toBeHidden();
  await expectNothingHeld(page);
});
