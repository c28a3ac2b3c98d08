import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { calls } from '../src/contract/calls.ts';
import { readPdf } from '../src/server/testing/pdf-reader.ts';
import { enterDoses, expected, formsEntered, formsOf, regimen } from './doses-by-minute.ts';
import { addForms, newPerson, signUpWith } from './people.ts';
import { expect, test } from './test.ts';

/** The rows of a CSV file without quotes, by the titles of its columns. */
async function rowsOf(page: Page, format: string): Promise<Map<string, string>[]> {
  const { id: userId } = await (await page.request.get(calls.getSession.path)).json();
  const answer = await page.request.get(calls.exportData.path, { params: { userId, format } });
  const [titles = [], ...lines] = (await answer.text())
    .replace('\u{feff}', '')
    .trim()
    .split('\r\n')
    .map((line) => line.split(','));
  return lines.map((line) => new Map(titles.map((title, index) => [title, line[index] ?? ''])));
}

/** '0–1 2 (1 to 2.5) 7' and '0–1 too few (1 rating, 5 needed)' as the table of the card has them. */
function asInTable(row: string): string {
  return row
    .replace(/ (\S+) \((\S+ to \S+)\) (\d+)$/, ' $1, $2 ($3)')
    .replace(/\((\d+) ratings?, \d+ needed\)/, '($1)');
}

test('the severity after a dose matches an independent calculation, on screen, in the CSV files and in the PDF', async ({
  page,
}) => {
  const person = newPerson('Dora');
  await signUpWith(page, person, ['Tremor']);
  await enterDoses(page);
  await addForms(person.email, formsEntered());

  const figures = expected(formsOf(), regimen().logged);
  const { rows, withoutDose, notLogged } = figures;
  // If fewer bins had enough ratings, the comparison would prove little.
  expect(rows.filter((row) => !row.includes('too few')).length).toBeGreaterThan(2);
  expect(Math.min(withoutDose, notLogged)).toBeGreaterThan(0);
  await page.reload();
  const card = page.getByRole('region', { name: 'After a dose' });
  await card.getByText('Show the chart').click();
  await card.getByText('Show the numbers').click();
  // The body of the first table: all doses.
  const cells = card.getByRole('rowgroup').nth(1).getByRole('row');
  await expect
    .poll(() =>
      cells.evaluateAll((all) =>
        all.map((row) => [...row.children].map((cell) => cell.textContent).join(' ')),
      ),
    )
    .toEqual(rows.map(asInTable));
  await expect(card).toContainText(
    `no dose within 8 hours (${withoutDose}), a planned dose was not logged (${notLogged})`,
  );

  const ratings = (await rowsOf(page, 'csv')).map((row) => {
    return {
      at: Date.parse(row.get('Logged at (UTC)') ?? ''),
      severity: Number(row.get('Severity')),
    };
  });
  const doses = (await rowsOf(page, 'doses')).map((row) => ({
    medicationId: row.get('Medication id') ?? '',
    planned: Date.parse(row.get('Planned for (UTC)') ?? ''),
    at: Date.parse(row.get('Taken at (UTC)') ?? ''),
    status: row.get('Status') ?? '',
  }));
  expect(ratings).toHaveLength(formsOf().length);
  expect(expected(ratings, doses)).toEqual(figures);

  await page.getByRole('tab', { name: 'Settings' }).click();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: /Letter \(US\)$/ }).click();
  await page.getByLabel('Pages').selectOption('With all entries');
  await page.getByRole('button', { name: 'Done' }).click();
  await page.getByRole('button', { name: 'Download PDF' }).click();
  const { pages } = await readPdf(await readFile(await (await download).path()));
  const text = pages.join(' ').replaceAll(/\s+/g, ' ');
  for (const row of rows.filter((row) => !row.includes('too few'))) {
    const [, name, median, low, high, n] =
      /^(.*) ([\d.]+) \(([\d.]+) to ([\d.]+)\) (\d+)$/.exec(row) ?? [];
    expect(text).toContain(
      `${name} hours: median ${median}, half from ${low} to ${high}, ${n} ratings.`,
    );
  }
  expect(text).toContain(
    `No dose within 8 hours: ${withoutDose}. A planned dose was not logged: ${notLogged}.`,
  );
  expect(text).toContain(
    'Levodopa/carbidopa 100 mg: 1 tablet at 8:00 AM, 1 tablet at 11:00 AM, 1 tablet at 2:00 PM, 1 tablet at 5:00 PM',
  );
});
