import type { Page } from '@playwright/test';
import { logForm, logOut, newPerson, signUpWith } from './people.ts';
import { START } from './server.ts';
import { expect, test } from './test.ts';
import { begin, expectKept, expectNothingHeld, fillForm, submitUnsent } from './unfinished.ts';

test.use({ serviceWorkers: 'allow' });

/** Waits until the service worker has cached the app's own files. */
async function keepShell(page: Page): Promise<void> {
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => {}));
}

/** What the service worker has cached, with the headers of each answer. */
async function cached(page: Page): Promise<{ path: string; text: string }[]> {
  return await page.evaluate(async () => {
    const names = await caches.keys();
    const answers = await Promise.all(
      names.map(async (name) => await (await caches.open(name)).matchAll()),
    );
    return await Promise.all(
      answers.flat().map(async (answer) => ({
        path: new URL(answer.url).pathname,
        text: JSON.stringify([...answer.headers]) + (await answer.text()),
      })),
    );
  });
}

test('no cache holds personal data, and after a log-out the app opens offline without a trace of the person', async ({
  page,
  context,
  expectConsoleError,
}) => {
  expectConsoleError(/ERR_INTERNET_DISCONNECTED/);
  const person = newPerson('Quinn');
  // The service worker is installed by a page that contains the name.
  await signUpWith(page, person, ['Tremor of Quinn']);
  expect(await (await page.request.get('/dashboard')).text()).toContain('Tremor of Quinn');
  await keepShell(page);
  await logForm(page, [4]);
  const expectNobody = async () => {
    const kept = await cached(page);
    const paths = kept.map(({ path }) => path);
    expect(paths).toContain('/shell');
    expect(paths.filter((path) => !/^\/(shell|assets\/|[\w-]+\.\w+$)/.test(path))).toEqual([]);
    const isTheirs = ({ text }: { text: string }) =>
      [person.email, 'Quinn'].some((word) => text.includes(word));
    expect(kept.filter(isTheirs).map(({ path }) => path)).toEqual([]);
  };
  await expectNobody();
  // From this reload on, the service worker handles the requests of the page.
  await page.reload();
  await expect(page.getByText('Form #1', { exact: true })).toBeVisible();
  expect(await (await page.request.get('/dashboard')).text()).toContain('"formNumber":1');
  await expectNobody();
  await expectKept(page, person.firstName);
  await logOut(page);
  await expectNobody();
  await page.reload();
  await expectNobody();
  await context.setOffline(true);
  await page.goto('/dashboard');
  await expect(page.getByRole('alert')).toHaveText('We can’t reach the server right now.');
  await expect(page.getByText('Anything saved on this device is safe.')).toBeVisible();
  expect(await page.content()).not.toContain(person.firstName);
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

test('the app opens if a proxy answers 502, or if the network never answers', async ({
  page,
  context,
  expectConsoleError,
}) => {
  // The page from the cache has no data block, so it asks who is signed in. Nobody is, so the answer is 401.
  expectConsoleError(/status of (502|401)/);
  await page.goto('/signin');
  await keepShell(page);
  await context.route('**/forgot-password', (route) =>
    route.fulfill({ status: 502, contentType: 'text/html', body: '<h1>Bad Gateway</h1>' }),
  );
  await page.goto('/forgot-password');
  await expect(page.getByRole('heading', { name: 'Reset your password' })).toBeVisible();

  const asked: string[] = [];
  // This route takes precedence over the earlier one.
  await context.route('**/forgot-password', (route) => {
    // Records the sender of the request, which must be the service worker. The request is never answered.
    asked.push(route.request().serviceWorker()?.url() ?? 'the page');
  });
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Reset your password' })).toBeVisible();
  expect(asked).toEqual([expect.stringContaining('/service-worker.js')]);
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

test('the app opens offline, and a form that was logged offline is sent once', async ({
  page,
  context,
  expectConsoleError,
}) => {
  expectConsoleError(/ERR_INTERNET_DISCONNECTED/);
  await begin(page);
  await logForm(page, [5, 3]);
  await expect(page.getByText('Form #1', { exact: true })).toBeVisible();
  await expectKept(page, '"formNumber":1');
  await keepShell(page);
  await context.setOffline(true);
  await page.close();

  const reopened = await context.newPage();
  await reopened.clock.setFixedTime(START);
  await reopened.goto('/dashboard');
  await expect(
    reopened.getByText('No connection. Entries from 12:00 PM. You can go on.'),
  ).toBeVisible();
  await expect(reopened.getByText('Form #1', { exact: true })).toBeVisible();
  await expect(
    reopened.getByRole('heading', { name: 'Average Symptom Severity Over Time' }),
  ).toBeVisible();
  await fillForm(reopened);
  await submitUnsent(reopened);
  await expect(reopened.getByText('Saved on this device. Tremor 4, Stiffness 2.')).toBeVisible();
  await reopened.reload();
  await expect(
    reopened.getByText('No connection. Entries from 12:00 PM. 1 form waits.'),
  ).toBeVisible();
  const today = reopened.getByRole('region', { name: 'Today' });
  await expect(today.getByRole('button', { name: /Open your form.*Waiting/ })).toBeVisible();
  await expect(reopened.getByText('As of 12:00 PM.')).toHaveCount(2);
  await expect(reopened.getByRole('alert')).toHaveCount(0);

  const sent = reopened.waitForResponse('**/api/saveSymptomForm');
  await context.setOffline(false);
  // The page recovers without a reload.
  expect((await sent).status()).toBe(200);
  await expect(reopened.getByText('Form #2 is saved. Tremor 4, Stiffness 2.')).toBeVisible();
  await expect(reopened.getByText('Form #2', { exact: true })).toBeVisible();
  await expect(reopened.getByText(/^(You’re online again|Everything is saved)\.$/)).toBeVisible();
  await expect(today.getByText('Waiting')).toHaveCount(0);
  await expect(reopened.getByRole('dialog')).toBeHidden();
  await expectNothingHeld(reopened);
});
