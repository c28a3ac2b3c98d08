import { chooseTab, leaveDialog, press, tabTo } from './keyboard.ts';
import { newPerson, signUp } from './people.ts';
import { DESKTOP, expect, test } from './test.ts';

test.use(DESKTOP);

test('the keyboard alone can use the report, the downloads and the import', async ({ page }) => {
  await signUp(page, newPerson('Kaya'));
  await chooseTab(page, 'Settings');
  const period = page.getByLabel('Period');
  await tabTo(page, period);
  await page.keyboard.type('Cust');
  await expect(period).toHaveValue('custom');
  const start = page.getByLabel('Start Date');
  await tabTo(page, start);
  await page.keyboard.type('10012026');
  await expect(start).toHaveValue('2026-10-01');
  const report = page.waitForEvent('download');
  await press(page, page.getByRole('button', { name: 'Download PDF' }));
  expect((await report).suggestedFilename()).toMatch(/\.pdf$/);
  await expect(page.getByText('PDF downloaded successfully!')).toBeVisible();
  const files = page.getByRole('button', { name: 'Download your data' });
  await press(page, files);
  const csv = page.waitForEvent('download');
  await press(page, page.getByRole('button', { name: 'Ratings, for Excel' }), 'Space');
  expect((await csv).suggestedFilename()).toMatch(/\.csv$/);
  await leaveDialog(page);

  const bringIn = page.getByRole('button', { name: 'Import data' });
  const dialog = page.getByRole('dialog');
  await press(page, bringIn);
  await leaveDialog(page);
  await expect(bringIn).toBeFocused();
  await page.keyboard.press('Enter');
  const choosing = page.waitForEvent('filechooser');
  await press(page, page.getByLabel('Choose a file'), 'Space');
  const content = 'u1,2026-11-16T13:00:00Z,Tremor,3,';
  await (await choosing).setFiles({
    name: 'table.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(content),
  });
  await press(page, page.getByRole('button', { name: 'Add to my data' }));
  await expect(dialog).toBeHidden();
  await expect(page.getByText('1 form was added.')).toBeVisible();
  await expect(bringIn).toBeFocused();

  await page.route('**/api/exportData*', () => {});
  // Focused directly, because the row precedes the focused element, and the Tab key moves only forward.
  await files.focus();
  await page.keyboard.press('Enter');
  const json = page.getByRole('button', { name: 'Everything, to import later (JSON)' });
  await press(page, json);
  await press(page, page.getByRole('button', { name: 'Cancel' }));
  await expect(json).toBeFocused();
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});
