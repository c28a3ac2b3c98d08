import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import type { AccountFile } from '../src/contract/account-file.ts';
import { calls } from '../src/contract/calls.ts';
import { readPdf } from '../src/server/testing/pdf-reader.ts';
import { enterDoses, expected, formsEntered, formsOf, regimen, send } from './doses-by-minute.ts';
import { addForms, newPerson, signUpWith } from './people.ts';
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
async function totalsInFile(page: Page): Promise<string> {
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
    `Off ${hours('off')} h a day`,
    `on ${hours('on', 'onWithDyskinesia')} h`,
    `on with troublesome dyskinesia ${hours('onWithTroublesomeDyskinesia')} h`,
    `asleep ${hours('asleep')} h`,
  ].join(' · ');
}

/** The first two cells of each row. */
async function rowsOf(table: Locator): Promise<string[]> {
  // Leaves out the head of the table, which is hidden on a phone.
  return await table.locator('tbody tr').evaluateAll((rows) =>
    rows.map((row) => {
      const [title, all] = row.children;
      return `${title?.textContent.trim()} ${all?.textContent}`;
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
  await expect(dialog.getByText('Your visit on Fri, Nov 20 is saved.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await page.reload();
  await expect(page.getByRole('link', { name: 'Next visit: Fri, Nov 20' })).toBeVisible();
  const today = page.getByRole('region', { name: 'Today' });
  await expect(today).toContainText('Your visit is on Fri, Nov 20. Fill in the diary today.');

  await page.getByRole('link', { name: 'Page for your visit' }).click();
  const changes = page.getByRole('region', { name: 'The last 28 days' });
  await expect(changes.getByRole('listitem').filter({ hasText: 'Freezing' })).toBeVisible();
  await expect(changes).toContainText('Nov 13: Levodopa/carbidopa 100 mg, 3 → 4 times a day.');

  const figures = expected(formsOf(), regimen().logged);
  const card = page.getByRole('region', { name: 'After a levodopa dose' });
  await card.getByText('Show the numbers').click();
  const rows = figures.rows.map((row) =>
    row
      .replace(/too few \((\d) ratings?, 5 needed\)$/, 'fewer than 5 $1')
      .replace(/^(over 4|\S+) (.*) (\d+)$/, '$1 h $2, n $3'),
  );
  expect(rows.filter((row) => !row.includes('fewer')).length).toBeGreaterThan(2);
  await expect
    .poll(() => rowsOf(card.getByRole('table', { name: 'Tremor after a dose' })))
    .toEqual(rows);
  await expect(card).toContainText(
    `no dose within 8 hours (${figures.withoutDose}), a planned dose was not logged (${figures.notLogged})`,
  );

  const totals = await totalsInFile(page);
  const diary = page.getByRole('region', { name: 'Motor diary' });
  await expect(diary).toContainText(totals);
  await expect(diary).toContainText(
    '2 of 3 days are complete. 135 of 144 half-hours are filled in',
  );

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
  expect(first).toContain(totals);
  expect(first).toContain('1. Freezing in doorways 2. Sleep');

  await setNow('2026-11-21T17:00:00Z');
  await page.goto('/dashboard?visit');
  await expect(page.getByRole('heading', { name: 'Since the last visit (Nov 20)' })).toBeVisible();
});
