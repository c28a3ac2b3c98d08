import { expect, expectAccessible, test } from './test.ts';
import { begin, submit } from './unfinished.ts';

const HINT = 'Your device is set to another time zone.';

test('the time that is shown is the time that is saved', async ({ page, setNow }) => {
  await begin(page);
  await page.getByRole('button', { name: 'Track Symptoms' }).click();
  await page.getByRole('button', { name: 'When? Now' }).click();
  await setNow('2026-11-18T17:20:00Z');
  await expect(page.getByLabel('Time (EST)')).toHaveValue('12:00');
  await submit(page);
  await expect(page.getByText('November 18, 2026, 12:00 PM EST')).toBeVisible();
});

test.describe('on a device in the same zone', () => {
  test.use({ timezoneId: 'America/New_York' });

  test('there is nothing to add', async ({ page }) => {
    await begin(page);
    await page.getByRole('button', { name: 'Track Symptoms' }).click();
    await page.getByRole('button', { name: 'When? Now' }).click();
    await expect(page.getByLabel('Time (EST)')).toBeVisible();
    await expect(page.getByText(HINT)).toBeHidden();
  });
});

test.describe('on a device in another zone', () => {
  test.use({ timezoneId: 'Asia/Tokyo' });

  test('it is said what its own clock shows then', async ({ page }) => {
    await begin(page);
    await page.getByRole('button', { name: 'Track Symptoms' }).click();
    await page.getByRole('button', { name: 'When? Now' }).click();
    await page.getByLabel('Time (EST)').fill('11:30');
    await expect(page.getByRole('group', { name: 'When?' })).toHaveAccessibleDescription(
      `${HINT} On its clock this is Thursday, November 19, 1:30 AM.`,
    );
    await expectAccessible(page);
    await submit(page);
    await expect(page.getByText('November 18, 2026, 11:30 AM EST')).toBeVisible();
  });
});
