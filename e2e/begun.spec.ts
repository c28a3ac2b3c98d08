import type { Page } from '@playwright/test';
import { expect, expectAccessible, test } from './test.ts';
import { begin, expectFilled, expectStored, fillForm, submit } from './unfinished.ts';

const MONDAY = '2026-11-16T13:10:30Z';
const WEDNESDAY = '2026-11-18T17:00:00Z';
const BEGUN = 'You began it on Monday, November 16, 8:10 AM EST.';

test.beforeEach(async ({ page, setNow }) => {
  await setNow(MONDAY);
  await begin(page);
  await fillForm(page);
  page.on('dialog', (dialog) => dialog.accept());
});

function useThatTime(page: Page) {
  return page.getByRole('button', { name: 'Use that time' });
}

test('a form that was begun long ago says when, and can be saved for then', async ({
  page,
  setNow,
}) => {
  await setNow('2026-11-16T14:00:00Z');
  await page.reload();
  await expectFilled(page);
  await expect(page.getByText('You began it on')).toBeHidden();
  await expect(useThatTime(page)).toBeHidden();
  await setNow(WEDNESDAY);
  await page.reload();
  await expectFilled(page);
  await expect(page.getByText(`We kept your unfinished form. ${BEGUN}`)).toBeVisible();
  await expectAccessible(page);
  await expect(useThatTime(page)).toHaveAccessibleDescription(
    'You began this form on Monday, November 16, 8:10 AM EST.',
  );
  await useThatTime(page).press('Enter');
  const when = page.getByRole('button', { name: 'When? November 16, 2026, 8:10 AM EST' });
  await expect(when).toBeFocused();
  await expect(useThatTime(page)).toBeHidden();
  await when.click();
  await page.getByRole('button', { name: 'Set to now' }).click();
  await expect(useThatTime(page)).toBeVisible();
  await useThatTime(page).click();
  await submit(page);
  await expect(page.getByText('November 16, 2026, 8:10 AM EST')).toBeVisible();
});

test('it is for now where nobody says otherwise, also where it was closed', async ({
  page,
  setNow,
}) => {
  await page.getByRole('button', { name: 'Close' }).click();
  await setNow(WEDNESDAY);
  await page.reload();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText(BEGUN)).toBeVisible();
  await submit(page);
  await expect(page.getByText('November 18, 2026, 12:00 PM EST')).toBeVisible();
});

test('a phone that slept with the form open says it too', async ({ page, setNow }) => {
  await setNow(WEDNESDAY);
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await expect(page.getByText(BEGUN)).toBeVisible();
});

test('what an earlier version kept opens as well', async ({ page, setNow }) => {
  await expectStored(page, 'After sitting for long');
  await page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        indexedDB.open('symptom-tracker').onsuccess = ({ target }) => {
          const { result: db } = target as IDBOpenDBRequest;
          const forms = db.transaction('forms', 'readwrite').objectStore('forms');
          forms.openCursor().onsuccess = (found) => {
            const { result: cursor } = found.target as IDBRequest<IDBCursorWithValue>;
            const { begunAt: _, ...form } = cursor.value.form;
            const changes = [
              { name: 'Tremor', severity: 4, notes: '' },
              { name: 'Stiffness', severity: 2, notes: 'After sitting for long' },
            ];
            const kept = { ...cursor.value, form: { ...form, changes } };
            cursor.update(kept).onsuccess = () => {
              db.close();
              resolve();
            };
          };
        };
      }),
  );
  await setNow(WEDNESDAY);
  await page.reload();
  await expectFilled(page);
  await expect(page.getByText('You began it on')).toBeHidden();
  await submit(page);
});
