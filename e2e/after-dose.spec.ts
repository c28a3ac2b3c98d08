import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { type CallName, calls } from '../src/contract/calls.ts';
import { readPdf } from '../src/server/testing/pdf-reader.ts';
import { addForms, newPerson, signUpWith } from './people.ts';
import { expect, test } from './test.ts';

/** Ten days in a New York November, five hours behind UTC. The plan changes on the sixth. */
const DAYS = [8, 9, 10, 11, 12, 13, 14, 15, 16, 17].map((day) => `2026-11-${`0${day}`.slice(-2)}`);
const CHANGED_ON = '2026-11-13';
const LEVODOPA = '0f9d6f0e-3b0c-4f0e-9d5b-1f4f4f4f4f01';
const RETARD = '0f9d6f0e-3b0c-4f0e-9d5b-1f4f4f4f4f02';
const RASAGILINE = '0f9d6f0e-3b0c-4f0e-9d5b-1f4f4f4f4f03';

const plainTimes = (day: string) =>
  day < CHANGED_ON ? ['08:00', '12:00', '16:00'] : ['08:00', '11:00', '14:00', '17:00'];

interface Logged {
  readonly medicationId: string;
  readonly planned: number;
  readonly at: number;
  readonly status: string;
}

interface Rated {
  readonly at: number;
  readonly severity: number;
}

function instant(day: string, time: string): number {
  return Date.parse(`${day}T${time}:00-05:00`);
}

/** The planned doses, most of them logged up to 20 minutes before or after their time. */
function regimen() {
  const planned: Omit<Logged, 'status'>[] = DAYS.flatMap((day, index) => [
    ...plainTimes(day).map((time, nth) => {
      const at = instant(day, time);
      return {
        medicationId: LEVODOPA,
        planned: at,
        at: at + (((index * 7 + nth * 11) % 41) - 20) * 60_000,
      };
    }),
    ...[RETARD, RASAGILINE].map((medicationId) => {
      const at = instant(day, medicationId === RETARD ? '22:00' : '08:00');
      return { medicationId, planned: at, at: at + 5 * 60_000 };
    }),
  ]);
  const logged = planned
    .filter((_, index) => index % 13 !== 4)
    .map((dose, index): Logged => ({ ...dose, status: index % 17 === 9 ? 'skipped' : 'taken' }));
  return { planned, logged };
}

const FORM_TIMES = ['07:30', '09:20', '11:50', '13:15', '18:00', '20:40'];

function formsOf(): Rated[] {
  return DAYS.flatMap((day, index) =>
    FORM_TIMES.map((time, nth) => ({
      at: instant(day, time),
      severity: 1 + ((index * 3 + nth * 2 + index * nth) % 5),
    })),
  );
}

/** A second implementation, minute by minute, that shares no code with the app. */
function expected(
  forms: readonly Rated[],
  logged: readonly Logged[],
): { rows: string[]; withoutDose: number; notLogged: number } {
  const { planned } = regimen();
  const bins: number[][] = [[], [], [], [], []];
  let [withoutDose, notLogged] = [0, 0];
  for (const { at, severity } of forms) {
    let isUnknown = false;
    let since: number | undefined;
    for (let minutes = 480; minutes >= 0; minutes -= 1) {
      const minute = Math.floor(at / 60_000) - minutes;
      const isThen = (time: number) => Math.floor(time / 60_000) === minute;
      isUnknown ||= planned.some(
        (dose) =>
          dose.medicationId !== RASAGILINE &&
          isThen(dose.planned) &&
          !logged.some(
            (each) => each.medicationId === dose.medicationId && each.planned === dose.planned,
          ),
      );
      const isTaken = logged.some(
        (dose) => dose.medicationId !== RASAGILINE && dose.status === 'taken' && isThen(dose.at),
      );
      if (isTaken) since = minutes;
    }
    if (isUnknown) notLogged += 1;
    else if (since === undefined) withoutDose += 1;
    else bins[Math.min(4, Math.floor(since / 60))]?.push(severity);
  }
  const names = ['0–1', '1–2', '2–3', '3–4', 'over 4'];
  const rows = bins.map((values, index) => {
    const sorted = values.sort((a, b) => a - b);
    if (sorted.length < 5) return `${names[index]} too few yet: ${sorted.length} of 5`;
    const quarter = (share: number) => {
      const place = share * (sorted.length - 1);
      const [low = 0, high = 0] = [sorted[Math.floor(place)], sorted[Math.ceil(place)]];
      return low + (high - low) * (place - Math.floor(place));
    };
    return `${names[index]} ${quarter(0.5)} (${quarter(0.25)} to ${quarter(0.75)}) ${sorted.length}`;
  });
  return { rows, withoutDose, notLogged };
}

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

async function send(page: Page, name: CallName, input: object): Promise<void> {
  const { id: userId } = await (await page.request.get(calls.getSession.path)).json();
  const answer = await page.request.post(calls[name].path, { data: { userId, ...input } });
  expect(answer.ok(), await answer.text()).toBe(true);
}

test('the severity after a dose matches an independent calculation, on screen, in the CSV files and in the PDF', async ({
  page,
}) => {
  const person = newPerson('Dora');
  await signUpWith(page, person, ['Tremor']);
  const plain = { unit: 'mg', form: 'tablet', asNeeded: false, from: '2026-11-08' };
  const at = (times: readonly string[]) => times.map((time) => ({ time, amount: 1 }));
  const levodopa = { ...plain, medicationId: LEVODOPA, name: 'Levodopa/carbidopa', strength: 100 };
  await send(page, 'saveMedication', { ...levodopa, isLevodopa: true, times: at(plainTimes('')) });
  const changed = { from: CHANGED_ON, times: at(plainTimes(CHANGED_ON)), isLevodopa: true };
  await send(page, 'saveMedication', { ...levodopa, ...changed });
  const retard = { medicationId: RETARD, name: 'Madopar retard', strength: 200, isLevodopa: true };
  await send(page, 'saveMedication', { ...plain, ...retard, times: at(['22:00']) });
  const other = { medicationId: RASAGILINE, name: 'Rasagiline', strength: 1, isLevodopa: false };
  await send(page, 'saveMedication', { ...plain, ...other, times: at(['08:00']) });
  for (const { medicationId, planned, at: takenAt, status } of regimen().logged) {
    const dose = { doseId: crypto.randomUUID(), medicationId, amount: 1, status };
    await send(page, 'logDose', {
      ...dose,
      takenAt: new Date(takenAt).toISOString(),
      scheduledFor: new Date(planned).toISOString(),
    });
  }
  const forms = formsOf().map(({ at, severity }) => {
    return { at: new Date(at).toISOString(), ratings: { Tremor: severity } };
  });
  await addForms(person.email, forms);

  const figures = expected(formsOf(), regimen().logged);
  const { rows, withoutDose, notLogged } = figures;
  // Otherwise the comparison would say little.
  expect(rows.filter((row) => !row.includes('too few')).length).toBeGreaterThan(2);
  expect(Math.min(withoutDose, notLogged)).toBeGreaterThan(0);
  await page.reload();
  const card = page.getByRole('region', { name: 'After a dose' });
  await card.getByText('Show the numbers').click();
  const cells = card.getByRole('rowgroup').nth(1).getByRole('row');
  await expect
    .poll(async () => {
      const texts = await cells.evaluateAll((all) =>
        all.map((row) => [...row.children].map((cell) => cell.textContent).join(' ')),
      );
      return texts.slice(1);
    })
    .toEqual(rows);
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
    'Levodopa/carbidopa 100 mg: 1 at 8:00 AM, 1 at 11:00 AM, 1 at 2:00 PM, 1 at 5:00 PM',
  );
});
