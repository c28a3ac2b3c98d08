import { signIn } from './people.ts';
import { expect, expectAccessible, test } from './test.ts';

/** The demonstration patient, whose 'Poor sleep' is a past symptom. */
test.beforeEach(async ({ page, demoPatient }) => {
  await signIn(page, demoPatient.email, demoPatient.password);
});

for (const { option, period, granularity, first, parts } of [
  {
    option: 'Last 7 days',
    period: 'Last 7 Days',
    granularity: 'Daily averages for the last 7 days',
    first: 'Nov 12',
    parts: 7,
  },
  {
    option: 'Last month',
    period: 'Last Month',
    granularity: '3-day averages for the last 30 days',
    first: 'Oct 20 – 22',
    parts: 10,
  },
  {
    option: 'Last 6 weeks',
    period: 'Last 6 Weeks',
    granularity: '3.5-day averages for the last 6 weeks',
    first: 'Oct 8 – 11',
    parts: 12,
  },
  {
    option: 'Last 3 months',
    period: 'Last 3 Months',
    granularity: 'Weekly averages for the last 90 days',
    first: 'Aug 21 – 27',
    parts: 14,
  },
]) {
  test(`${option}: titles, granularity and parts`, async ({ page }) => {
    for (const chart of [0, 1]) {
      await page.getByLabel('Timeframe').nth(chart).selectOption({ label: option });
    }
    await expect(
      page.getByRole('heading', { name: `Average Symptom Severity Over Time - ${period}` }),
    ).toBeVisible();
    await expect(
      page.getByRole('heading', { name: `Symptom Severity By Time of Day - ${period}` }),
    ).toBeVisible();
    await expect(page.getByText(granularity, { exact: true })).toBeVisible();
    await expect(page.getByText('Based on patient data for selected timeframe')).toHaveCount(2);
    await page.getByText('Show the numbers').first().click();
    const rows = page.getByRole('table').first().getByRole('rowheader');
    await expect(rows.filter({ hasText: first }).first()).toBeVisible();
    await expect(rows.filter({ hasNotText: /Tremor|Stiffness|Balance/ })).toHaveCount(3 * parts);
    await expectAccessible(page);
  });
}

test('custom dates: defaults, what is drawn, and every warning', async ({ page }) => {
  const line = page.getByRole('region', { name: 'Average Symptom Severity' });
  await line.getByLabel('Timeframe').selectOption({ label: 'Custom' });
  await expect(line.getByLabel('Start Date')).toHaveValue('2026-10-20');
  await expect(line.getByLabel('End Date')).toHaveValue('2026-11-18');
  await expect(line.getByText('Custom date range: Oct 20, 2026 to Nov 18, 2026')).toBeVisible();
  await expect(line.getByText('Custom period averages')).toBeVisible();
  await expect(line.getByRole('heading', { name: 'Over Time - Custom Period' })).toBeVisible();

  await line.getByLabel('End Date').fill('2026-12-01');
  await expect(
    line.getByText('⚠️ End date is in the future - limited data may be shown'),
  ).toBeVisible();
  await line.getByLabel('Start Date').fill('2026-11-20');
  await expect(
    line.getByText('⚠️ Start date is in the future - no data will be shown'),
  ).toBeVisible();
  await expectAccessible(page);
  await line.getByLabel('End Date').fill('2026-11-01');
  await expect(
    line.getByText('Start date is after end date - no data will be shown'),
  ).toBeVisible();
  await line.getByLabel('End Date').fill('');
  await expect(line.getByText('Custom date range:')).toBeHidden();
});

test('the checklist holds profile and past symptoms, the former checked', async ({ page }) => {
  const line = page.getByRole('region', { name: 'Average Symptom Severity' });
  await line.getByLabel('Timeframe').selectOption({ label: 'Last 3 months' });
  for (const name of ['Tremor', 'Stiffness', 'Balance']) {
    await expect(line.getByRole('checkbox', { name: `${name} Profile` })).toBeChecked();
  }
  const past = line.getByRole('checkbox', { name: 'Poor sleep Past' });
  await expect(past).not.toBeChecked();
  await past.check();
  await line.getByText('Show the numbers').click();
  await expect(line.getByRole('rowheader', { name: 'Poor sleep' })).toBeVisible();
  for (const box of await line.getByRole('checkbox').all()) await box.uncheck();
  await expect(line.getByText('Select symptoms to view the average severity trend')).toBeVisible();
  const bars = page.getByRole('region', { name: 'Symptom Time Analysis' });
  for (const box of await bars.getByRole('checkbox').all()) await box.uncheck();
  await expect(bars.getByText('Select symptoms to view the time analysis chart')).toBeVisible();
  await expectAccessible(page);
});

test('pointing at the chart tells the figures; Refresh asks for them anew', async ({ page }) => {
  const bars = page.getByRole('region', { name: 'Symptom Time Analysis' });
  await bars.getByRole('img').click({ position: { x: 110, y: 100 } });
  await expect(bars.getByText(/^Morning: \d\.\d, \d ratings?$/)).toBeVisible();
  const asked = page.waitForRequest('**/api/getUserForms*');
  await bars.getByRole('button', { name: 'Refresh' }).click();
  await asked;
});

test('the arrow keys go from point to point of the trend, and each is spoken', async ({ page }) => {
  const line = page.getByRole('region', { name: 'Average Symptom Severity' });
  const chart = line.getByRole('application', { name: 'Average Symptom Severity Over Time' });
  const spoken = chart.locator('[aria-live=polite]');
  await expect(chart).toHaveAccessibleDescription('Use the arrow keys to go from point to point.');
  await line.getByRole('checkbox').last().focus();
  await page.keyboard.press('Tab');
  await expect(chart).toBeFocused();
  await expect(chart).toHaveCSS('outline-width', '3px');
  await expect(chart.locator('.chart-tip')).toHaveText(
    'Use the arrow keys to go from point to point.',
  );
  await expect(spoken).toHaveText('');
  for (const [key, words] of [
    ['ArrowRight', /^Tremor, Nov 12, average \d\.\d, \d ratings?$/],
    ['ArrowLeft', /^Tremor, Nov 12, /],
    ['ArrowRight', /^Tremor, Nov 13, average \d\.\d, \d ratings?$/],
    ['ArrowUp', /^Tremor, Nov 13, /],
    ['ArrowDown', /^Stiffness, Nov 13, average \d\.\d, \d ratings?$/],
    ['ArrowDown', /^Balance, Nov 13, /],
    ['ArrowDown', /^Balance, Nov 13, /],
    ['End', /^Balance, Nov 18, /],
    ['ArrowRight', /^Balance, Nov 18, /],
    ['ArrowUp', /^Stiffness, Nov 18, /],
    ['Home', /^Stiffness, Nov 12, average \d\.\d, \d ratings?$/],
  ] as const) {
    await page.keyboard.press(key);
    await expect(spoken).toHaveText(words);
  }
  await expect(chart.locator('.chart-ring')).toBeVisible();
  await expect(chart.locator('.chart-tip')).toHaveText(/^Nov 12Tremor: .+Stiffness: .+Balance: /);
  await expect(chart.locator('.chart-tip-point')).toHaveText(/^Stiffness: \d/);
  const [, mean] = /average (\S+),/.exec((await spoken.textContent()) ?? '') ?? [];
  await expect(chart.locator('.chart-tip-point')).toContainText(`: ${mean}, `);
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(chart.locator('.chart-tip, .chart-ring')).toHaveCount(0);
  await expect(spoken).toHaveText('');
  await page.keyboard.press('ArrowLeft');
  await expect(spoken).toHaveText(/^Tremor, Nov 18, /);
  await page.keyboard.press('Tab');
  await expect(chart.locator('.chart-tip, .chart-ring')).toHaveCount(0);

  await line.getByLabel('Timeframe').selectOption({ label: 'Last 3 months' });
  await chart.focus();
  for (const key of ['End', 'ArrowDown', 'ArrowDown', 'Home']) await page.keyboard.press(key);
  await expect(spoken).toHaveText('Balance, Aug 21 to 27, no data');
  await expect(chart.locator('.chart-tip-point')).toHaveText('Balance: No data');
});

test('the arrow keys go from bar to bar, at 320 px too', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  const bars = page.getByRole('region', { name: 'Symptom Time Analysis' });
  const chart = bars.getByRole('application', { name: 'Symptom Severity By Time of Day' });
  const spoken = chart.locator('[aria-live=polite]');
  await bars.getByRole('checkbox').last().focus();
  await page.keyboard.press('Tab');
  await expect(chart).toBeFocused();
  for (const [key, words] of [
    ['ArrowDown', /^Tremor, Morning, average \d\.\d, \d ratings?$/],
    ['ArrowDown', /^Tremor, Afternoon, average \d\.\d, \d ratings?$/],
    ['ArrowRight', /^Stiffness, Afternoon, average \d\.\d, \d ratings?$/],
    ['End', /^Balance, Afternoon, average \d\.\d, \d ratings?$/],
    ['ArrowDown', /^Balance, Evening, average \d\.\d, \d ratings?$/],
  ] as const) {
    await page.keyboard.press(key);
    await expect(spoken).toHaveText(words);
  }
  await expect(chart.locator('.chart-ring')).toBeVisible();
  await expect(chart.locator('.chart-tip-point')).toHaveText(/^Evening: \d/);
  await expectAccessible(page);
  await page.keyboard.press('Tab');
  await expect(bars.getByText('Show the numbers')).toBeFocused();
});

test('older forms come a page at a time', async ({ page }) => {
  await page.getByRole('tab', { name: 'Past Forms' }).click();
  const list = page.getByRole('list', { name: 'Past Forms' });
  await expect(list.getByRole('listitem')).toHaveCount(9);
  await page.getByRole('button', { name: 'Show older forms' }).click();
  await expect(list.getByRole('listitem')).toHaveCount(19);
  const { height, scrolls } = await list.evaluate((element) => ({
    height: element.clientHeight,
    scrolls: element.scrollHeight > element.clientHeight,
  }));
  expect(height).toBeLessThanOrEqual(320);
  expect(scrolls).toBe(true);
});

test('two fingers make a chart larger, as they do the rest of the page', async ({ page }) => {
  const chart = page.getByRole('application').first();
  await expect(chart.locator('svg')).toHaveCSS('touch-action', 'pan-y pinch-zoom');
});
