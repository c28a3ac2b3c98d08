import { pressStops } from './people.ts';
import { DESKTOP, expect, test } from './test.ts';
import { begin } from './unfinished.ts';

test.use(DESKTOP);

test('the focus moves to opened fields, and returns to the button that opened the form', async ({
  page,
}) => {
  await begin(page);
  const track = page.getByRole('button', { name: 'Track Symptoms' });
  const goOn = page.getByRole('button', { name: 'Continue this form' });
  const close = page.getByRole('button', { name: 'Close' });
  await track.press('Enter');
  const when = page.getByRole('button', { name: 'Change the time' });
  await when.press('Enter');
  await expect(page.getByRole('group', { name: 'When?' })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.getByLabel('Day', { exact: true })).toBeFocused();
  await page.getByRole('button', { name: 'Use the current time' }).press('Enter');
  await expect(when).toBeFocused();
  await page.getByRole('button', { name: 'Add a note for Tremor' }).press('Enter');
  await expect(page.getByLabel('Notes for Tremor')).toBeFocused();
  await pressStops(page, [3]);
  await close.press('Enter');
  await expect(track).toBeFocused();
  await goOn.press('Enter');
  await close.press('Enter');
  await expect(track).toBeFocused();
  await goOn.press('Enter');
  await page.getByRole('button', { name: 'Submit' }).press('Enter');
  await expect(page.getByRole('region', { name: 'Stiffness is not rated.' })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Leave it out' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByText('Form #1 is saved.')).toBeVisible();
  await expect(track).toBeFocused();
  const edit = page.getByRole('button', { name: 'Edit Form #1' });
  await edit.press('Enter');
  await close.press('Enter');
  await expect(edit).toBeFocused();
});

test('discarding a form restored from an earlier page load moves the focus to Track Symptoms', async ({
  page,
}) => {
  await begin(page);
  page.on('dialog', (dialog) => dialog.accept());
  await page.getByRole('button', { name: 'Track Symptoms' }).click();
  await pressStops(page, [3]);
  await page.reload();
  await page.getByRole('button', { name: 'Delete unfinished form' }).press('Enter');
  await expect(page.getByRole('button', { name: 'Track Symptoms' })).toBeFocused();
});
