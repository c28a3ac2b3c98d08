import { expect, expectAccessible, test } from './test.ts';

test('the app opens without a network, and says what cannot be done', async ({
  page,
  context,
  expectConsoleError,
}) => {
  expectConsoleError(/ERR_INTERNET_DISCONNECTED/);
  await page.goto('/signin');
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
  });
  const files = await page.evaluate(async () => {
    const names = await caches.keys();
    const all = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
    return all.flat().map(({ url }) => new URL(url).pathname);
  });
  expect(files).toContain('/');
  // Nobody's data is kept.
  expect(files.filter((file) => file.startsWith('/api'))).toEqual([]);
  await context.setOffline(true);
  await page.goto('/dashboard');
  await expect(page.getByRole('alert')).toHaveText('The server cannot be reached right now.');
  await expect(page.getByText('What was kept on this device is safe.')).toBeVisible();
  await expectAccessible(page);
  await context.setOffline(false);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page).toHaveURL('/signin');
});

test('it can be installed', async ({ page }) => {
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
