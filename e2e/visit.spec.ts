import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import type { AccountFile } from '../src/contract/account-file.ts';
import { calls } from '../src/contract/calls.ts';
import { readPdf } from '../src/server/testing/pdf-reader.ts';
import { enterDoses, expected, formsEntered, formsOf, regimen, send } from './doses-by-minute.ts';
import { addForms, newPerson, signIn, signUpWith } from './people.ts';
import { expect, test } from './test.ts';

const STATES = ['asleep', 'off', 'on', 'onWithDyskinesia', 'onWithTroublesomeDyskinesia'] as const;

/** Enters three days of the diary. A complete day has at least 44 of its 48 half-hours: two days are, and one has 43. */
async function enterDiary(page: Page): Promise<void> {
  for (const [day, filled] of [
    ['2026-11-14', 48],
    ['2026-11-15', 44],
    ['2026-11-16', 43],
  ] as const) {
    const start = Date.parse(`${day}T00:00:00-05:00`);
    const entries = Array.from({ length: filled }, (_, half) => ({
      slot: new Date(start + half * 1_800_000).toISOString(),
      state: half < 13 ? 'asleep' : STATES[(half * 7 + Number(day.slice(-2))) % 5],
      enteredAt: '2026-11-17T12:00:00Z',
    }));
    await send(page, 'saveDiary', { entries });
  }
}

/** The averages of the days with at least 44 half-hours, from the JSON file, without the app's code for days. */
async function totalsInFile(page: Page): Promise<string[]> {
  const { id: userId } = await (await page.request.get(calls.getSession.path)).json();
  const params = { userId, format: 'json' };
  const answer = await page.request.get(calls.exportData.path, { params });
  const { diary = [] } = (await answer.json()) as AccountFile;
  const days = Map.groupBy(diary, ({ slot }) =>
    new Date(Date.parse(slot) - 5 * 3_600_000).toISOString().slice(0, 10),
  );
  const complete = [...days.values()].filter(({ length }) => length >= 44);
  const hours = (...states: string[]) => {
    const all = complete.flat().filter(({ state }) => states.includes(state)).length;
    return (all / 2 / complete.length).toFixed(1);
  };
  return [
    `${hours('off')} h off a day, mean of ${complete.length} complete days`,
    `${hours('onWithTroublesomeDyskinesia')} h troublesome dyskinesia, of ${complete.length} complete days`,
    `On ${hours('on', 'onWithDyskinesia')} h, asleep ${hours('asleep')} h a day.`,
  ];
}

/** The first two cells of each row. */
async function rowsOf(table: Locator): Promise<string[]> {
  // Leaves out the head of the table, which is hidden on a phone.
  return await table.locator('tbody tr').evaluateAll((rows) =>
    rows.map((row) => {
      const [title, all] = row.children;
      // A range has spaces at which no line breaks.
      return `${title?.textContent.trim()} ${all?.textContent}`.replaceAll('\u00a0', ' ');
    }),
  );
}

test('a visit is set, and its page has the figures of a second calculation, on screen and in the PDF', async ({
  page,
  setNow,
}) => {
  const person = newPerson('Nora');
  await signUpWith(page, person, ['Tremor']);
  await enterDoses(page);
  await addForms(person.email, formsEntered());
  await enterDiary(page);
  await page.reload();

  await page.getByRole('link', { name: 'Add your next visit' }).click();
  const dialog = page.getByRole('dialog', { name: 'Your visit' });
  await dialog.getByLabel('Day of the visit').fill('2026-11-20');
  await expect(dialog).toContainText('Tue, Wed and Thu, Nov 17 to Nov 19');
  await dialog.getByLabel('First topic').fill('Freezing in doorways');
  await dialog.getByLabel('Second topic').fill('Sleep');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Your visit on Fri, Nov 20 is saved.')).toBeVisible();
  await expect(dialog).toBeHidden();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Visit on Fri, Nov 20' })).toBeVisible();
  const today = page.getByRole('region', { name: 'Today' });
  await expect(today).toContainText('Fill it in today, for your visit');

  await page.getByRole('link', { name: 'Page for your visit' }).click();
  const topics = page.getByRole('region', { name: 'To talk about on Nov 20' });
  await expect(topics.getByRole('listitem').filter({ hasText: 'Freezing' })).toBeVisible();
  const changes = page.getByRole('region', { name: 'The last 28 days' });
  await expect(changes).toContainText('Nov 13: Levodopa/carbidopa 100 mg, 3 → 4 times a day.');

  const figures = expected(formsOf(), regimen().logged);
  const card = page.getByRole('region', { name: 'After a levodopa dose' });
  await page.getByText('Show the numbers').click();
  const rows = figures.rows.map((row) =>
    row
      .replace(/too few \((\d) ratings?, 5 needed\)$/, 'fewer than 5 $1')
      .replace(/^(over 4|\S+) (.*) (\d+)$/, '$1 h $2, n $3'),
  );
  expect(rows.filter((row) => !row.includes('fewer')).length).toBeGreaterThan(2);
  await expect
    .poll(() => rowsOf(page.getByRole('table', { name: 'Tremor after a dose' })))
    .toEqual(rows);
  await expect(card).toContainText(
    `no dose within 8 hours (${figures.withoutDose}), a planned dose was not logged (${figures.notLogged})`,
  );

  const totals = await totalsInFile(page);
  const diary = page.getByRole('region', { name: 'Motor diary' });
  for (const total of totals) await expect(diary).toContainText(total);
  await expect(diary).toContainText('2 of 3 days are complete.');
  await expect(page.getByText('135 of 144 half-hours are filled in.')).toBeVisible();

  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('button', { name: 'Logout' })).toBeHidden();
  await expect(page.getByLabel('Period')).toBeHidden();
  await expect(diary).toBeVisible();
  await page.emulateMedia({ media: null });

  await page.getByRole('link', { name: 'Report as a PDF' }).click();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download PDF' }).click();
  const { pages } = await readPdf(await readFile(await (await download).path()));
  const first = pages.slice(0, 2).join(' ').replaceAll(/\s+/g, ' ');
  for (const total of totals) expect(first).toContain(total);
  expect(first).toContain('1. Freezing in doorways 2. Sleep');

  await setNow('2026-11-21T17:00:00Z');
  await page.goto('/dashboard?visit');
  await expect(page.getByRole('heading', { name: 'Since the last visit (Nov 20)' })).toBeVisible();
});

test('the demonstration patient’s page for a visit is short, and is printed on one sheet', async ({
  page,
  demoPatient,
}) => {
  await signIn(page, demoPatient.email, demoPatient.password);
  await page.goto('/dashboard?visit');
  for (const [width, most] of [
    [360, 3560],
    [1280, 2040],
  ] as const) {
    await page.setViewportSize({ width, height: 800 });
    await expect(page.getByRole('region', { name: 'Motor diary' })).toBeVisible();
    // A change of the width is drawn a moment later.
    await expect
      .poll(() => page.evaluate(() => document.documentElement.scrollHeight))
      .toBeLessThan(most);
  }
  const printed = async (format: string) => (await readPdf(await page.pdf({ format }))).pages;
  expect(await printed('Letter')).toHaveLength(1);
  expect(await printed('A4')).toHaveLength(1);
  await page.getByText('Notes', { exact: true }).click();
  const [first, notes] = await printed('A4');
  expect(first).toContain('Entries by');
  // At the foot of each sheet; and in the head and the authors of the first one, and the head of the notes.
  const named = (sheet = '') => sheet.split('Grace Hopper').length - 1;
  expect([named(first), named(notes)]).toEqual([3, 2]);
});
