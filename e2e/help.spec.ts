import { readFile } from 'node:fs/promises';
import { readPdf } from '../src/server/testing/pdf-reader.ts';
import { expect, test } from './test.ts';

test.use({ serviceWorkers: 'allow' });

test('the help opens without an account, as a PDF, and without a network with its pictures', async ({
  page,
  context,
  expectConsoleError,
}) => {
  expectConsoleError(/ERR_INTERNET_DISCONNECTED/);
  await page.goto('/signin');
  await page.getByRole('link', { name: 'Help', exact: true }).click();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: /^All pages to print/ }).click();
  const file = await download;
  expect(file.suggestedFilename()).toBe('Symptom Tracker Help.pdf');
  expect((await readPdf(await readFile(await file.path()))).pages.length).toBeGreaterThan(6);

  await page.evaluate(() => navigator.serviceWorker.ready.then(() => {}));
  await context.setOffline(true);
  await page.goto('/help?page=form-and-dose');
  await expect(page.getByRole('heading', { level: 1, name: 'A form and a dose' })).toBeVisible();
  for (const picture of await page.getByRole('img', { name: /./ }).all()) {
    await expect
      .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBeGreaterThan(300);
  }
  await page.getByRole('link', { name: 'Help', exact: true }).click();
  await page.getByRole('button', { name: /^All pages to print/ }).click();
  await expect(page.getByRole('alert')).toContainText(/connection|try again/i);
});
