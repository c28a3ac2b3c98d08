import type { BrowserContext, Page } from '@playwright/test';
import { signIn } from './people.ts';
import { expect, test } from './test.ts';
import { begin, expectFilled, fillForm, submit, submitUnsent } from './unfinished.ts';

/** Makes the device slow, from another window. @returns how to end that */
async function slowDown(
  context: BrowserContext,
  before = async () => {},
): Promise<() => Promise<void>> {
  const other = await context.newPage();
  await other.goto('/forgot-password');
  await before();
  return await holdDevice(other);
}

/** Holds up every look at what is kept on the device, as a slow disk does. @returns how to end that */
async function holdDevice(page: Page): Promise<() => Promise<void>> {
  await page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        indexedDB.open('symptom-tracker').onsuccess = ({ target }) => {
          const { result: db } = target as IDBOpenDBRequest;
          const { signal } = Object.assign(window, { heldUp: new AbortController() }).heldUp;
          const forms = db.transaction('forms', 'readwrite').objectStore('forms');
          const goOn = () => {
            if (signal.aborted) db.close();
            else forms.count().onsuccess = goOn;
          };
          goOn();
          resolve();
        };
      }),
  );
  return () =>
    page.evaluate(() => (window as unknown as { heldUp: AbortController }).heldUp.abort());
}

test('who is faster than the device finds the unfinished form all the same', async ({
  page,
  context,
}) => {
  await begin(page);
  await fillForm(page);
  page.on('dialog', (dialog) => dialog.accept());
  const release = await slowDown(context);
  await page.reload();
  await page.getByRole('button', { name: 'Track Symptoms' }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
  await release();
  await expectFilled(page);
});

test('a form that was closed is gone on with, too', async ({ page, context }) => {
  await begin(page);
  await fillForm(page);
  await page.getByRole('button', { name: 'Close' }).click();
  const release = await slowDown(context);
  await page.reload();
  await page.getByRole('button', { name: 'Track Symptoms' }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
  await release();
  await expectFilled(page);
});

test('a form that the device does not tell of goes on as the page remembers it', async ({
  page,
  context,
}) => {
  await begin(page);
  await fillForm(page);
  await page.getByRole('button', { name: 'Close' }).click();
  const release = await slowDown(context);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByLabel('Notes for Stiffness')).toHaveValue('After sitting for long');
  await expect(page.getByText('open in another window')).toBeHidden();
  await release();
  await submit(page);
  await page.reload();
  await expect(page.getByText('Form #1', { exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Undo' })).toBeHidden();
});

test('what waits is not taken for sent while the device does not answer', async ({
  page,
  context,
  expectConsoleError,
}) => {
  expectConsoleError(/ERR_INTERNET_DISCONNECTED/);
  await begin(page);
  await fillForm(page);
  const release = await slowDown(context, async () => {
    await context.setOffline(true);
    await submitUnsent(page);
    await page.getByRole('button', { name: 'Close' }).click();
  });
  await page.getByRole('button', { name: 'Send now' }).click();
  await expect(page.getByRole('button', { name: 'Sending...' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Send now' })).toBeVisible();
  await expect(page.getByText('A form is kept on this device and not sent yet.')).toBeVisible();
  await release();
  await context.setOffline(false);
  await expect(page.getByText('Form #1 is saved.')).toBeVisible();
});

test('signing out by hand leaves nothing where the device is slow, either', async ({
  page,
  context,
}) => {
  const person = await begin(page);
  await fillForm(page);
  await page.getByRole('button', { name: 'Close' }).click();
  const release = await slowDown(context);
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL('/signin');
  await release();
  await signIn(page, person.email, person.password);
  await expect(page.getByText('No forms submitted yet.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Undo' })).toBeHidden();
});
