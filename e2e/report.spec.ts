import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import PostalMime from 'postal-mime';
import type { Form } from '../src/contract/entities.ts';
import { type ReadPdf, readPdf } from '../src/server/testing/pdf-reader.ts';
import { addForms, newPerson, signIn, signUp, signUpWith } from './people.ts';
import { expect, expectAccessible, mailedCode, test } from './ways-in.ts';
import { addYearsOfForms } from './years.ts';

const ZONE = 'America/New_York';

test('the PDF of the demonstration patient has every figure that a calculator finds', async ({
  page,
  demoPatient,
}) => {
  await signIn(page, demoPatient.email, demoPatient.password);
  const forms = await allForms(page);
  await openSettings(page);
  await expect(page.getByLabel('Period')).toHaveValue('quarter');
  const { file, fileName } = await downloaded(page);
  expect(fileName).toBe('Symptom Report Grace Hopper 2026-11-18.pdf');
  await expect(page.getByText('PDF downloaded successfully!')).toBeVisible();
  await expectAccessible(page);

  const summary = file.pages[0] ?? '';
  const now = within(forms, '2026-08-21', '2026-11-18');
  const before = within(forms, '2026-05-23', '2026-08-20');
  const days = new Set(now.map(({ day }) => day)).size;
  expect(summary).toContain('August 21, 2026 to November 18, 2026');
  expect(summary).toContain(
    `${now.length} forms on ${days} of 90 days, ${(now.length / 90).toFixed(1)} a day`,
  );
  const names = ['Tremor', 'Stiffness', 'Balance', 'Poor sleep'];
  for (const name of names) expect(summary).toContain(row(name, now, before));
  expect(summary).toContain('Personal 1-5 scale, not MDS-UPDRS.');
  expect(summary).toContain(
    `Tremor went down on average, from ${mean(rated(before, 'Tremor'))} to ${mean(rated(now, 'Tremor'))}.`,
  );
  const log = file.pages.slice(2).join(' ');
  for (const form of now) expect(log).toContain(logged(form));
});

test('the PDF is for the days and the paper that someone chose', async ({ page, demoPatient }) => {
  await signIn(page, demoPatient.email, demoPatient.password);
  const forms = await allForms(page);
  await openSettings(page);
  for (const [period, words, days, first] of [
    ['Last month', 'October 20, 2026 to November 18, 2026', 30, '2026-10-20'],
    ['Last 12 months', 'November 19, 2025 to November 18, 2026', 365, '2025-11-19'],
    ['Everything', 'July 16, 2026 to November 18, 2026', 126, '2026-07-16'],
  ] as const) {
    await page.getByLabel('Period').selectOption(period);
    const { file } = await downloaded(page);
    expect(file.pages[0]).toContain(words);
    const { length } = within(forms, first, '2026-11-18');
    expect(file.pages[0]).toMatch(new RegExp(`${length} forms on \\d+ of ${days} days`));
    expect(file.size).toEqual([612, 792]);
  }
  await page.getByLabel('Period').selectOption('Custom');
  await page.getByLabel('Start Date').fill('2026-09-01');
  await page.getByLabel('End Date').fill('2026-09-30');
  await page.getByLabel('Paper').selectOption('A4');
  await expectAccessible(page);
  const { file } = await downloaded(page);
  expect(file.pages[0]).toContain('September 1, 2026 to September 30, 2026');
  expect(file.size).toEqual([595, 842]);

  await page.getByLabel('End Date').fill('2026-08-01');
  await page.getByRole('button', { name: 'Download PDF' }).click();
  await expect(page.getByRole('alert')).toHaveText('The start must not be after the end.');
  await page.getByLabel('End Date').fill('');
  await page.getByRole('button', { name: 'Download PDF' }).click();
  await expect(page.getByRole('alert')).toHaveText('Please enter both days.');
  await page.getByLabel('Start Date').fill('2026-12-01');
  await page.getByLabel('End Date').fill('2026-12-31');
  await page.getByRole('button', { name: 'Download PDF' }).click();
  await expect(page.getByRole('alert')).toHaveText(
    'Please choose a start that is not in the future.',
  );
  await expectAccessible(page);
});

test('a PDF that takes long can be cancelled, and one that fails says so', async ({
  page,
  expectConsoleError,
}) => {
  expectConsoleError(/ERR_FAILED|status of 500/);
  await signUp(page, newPerson('Cora'));
  await openSettings(page);
  const button = page.getByRole('button', { name: 'Download PDF' });
  // Never answered.
  await page.route('**/api/sendExportEmail', () => {});
  await button.click();
  await expect(page.getByRole('button', { name: 'Generating PDF...' })).toBeVisible();
  await expect(page.getByRole('progressbar', { name: 'Generating PDF' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByText('Cancelled. No PDF was made.')).toBeVisible();
  await expect(button).toBeFocused();

  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.route('**/api/sendExportEmail', (route) => route.abort());
  await button.click();
  await expect(page.getByRole('alert')).toHaveText('Failed to generate PDF');
  await expectAccessible(page);
});

test('someone without a form gets a PDF that says so', async ({ page }) => {
  await signUp(page, newPerson('Nora'));
  await openSettings(page);
  const { file } = await downloaded(page);
  expect(file.pages[0]).toContain('0 forms on 0 of 90 days');
  expect(file.pages[0]).toContain('There are no ratings in these days.');
});

test('the PDF of ten years shows how far it is', async ({ page, server }) => {
  const { email, password } = await addYearsOfForms(server.context, 3653);
  await signIn(page, email, password);
  await openSettings(page);
  await page.getByLabel('Period').selectOption('Everything');
  await page.clock.install();
  await page.evaluate(() => {
    const seen: number[] = [];
    Object.assign(window, { seen });
    new MutationObserver(() => {
      const value = document.querySelector('progress')?.getAttribute('value');
      if (value) seen.push(Number(value));
    }).observe(document.body, { subtree: true, childList: true, attributes: true });
  });
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download PDF' }).click();
  // Work of less than a second shows nothing; a fast machine takes no longer.
  await page.clock.runFor(1000);
  await downloading;
  await page.clock.runFor(1000);
  await expect(page.getByText('PDF downloaded successfully!')).toBeVisible();
  const seen = await page.evaluate(() => (window as unknown as { seen: number[] }).seen);
  expect(seen.length).toBeGreaterThan(2);
  expect(seen).toEqual(seen.toSorted((a, b) => a - b));
});

test('the PDF goes by mail to an email that is confirmed, and to no other', async ({
  page,
  around,
}) => {
  const person = newPerson('Mila');
  await signUpWith(page, person, ['Tremor']);
  await addForms(person.email, [{ at: '2026-11-18T13:10:00Z', ratings: { Tremor: 4 } }]);
  await openSettings(page);
  await expect(page.getByText('Confirm your email to get the PDF by mail, too.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Email me the PDF' })).toBeHidden();
  await page.getByRole('button', { name: 'Confirm email' }).click();
  await page.getByLabel('Your password').fill(person.password);
  await page.getByRole('button', { name: 'Send code' }).click();
  await page.getByLabel('Code from the mail').fill(await mailedCode(around, person.email));
  await page.getByRole('button', { name: 'Save email' }).click();
  await page.getByRole('button', { name: 'Email me the PDF' }).click();
  await expect(page.getByText(`The PDF is on its way to ${person.email}.`)).toBeVisible();
  await expectAccessible(page);
  const { raw } = await around.mail.nextMail(person.email);
  const [pdf] = (await PostalMime.parse(raw)).attachments;
  const { pages } = await readPdf(new Uint8Array(pdf?.content as ArrayBuffer));
  expect(pages[0]).toContain('Tremor 4.0 1 4 to 4');
});

test('who deletes the account is offered the PDF first', async ({ page }) => {
  await signUp(page, newPerson('Dana'));
  await openSettings(page);
  await page.getByRole('button', { name: 'Delete Account' }).click();
  const { fileName } = await downloaded(page);
  expect(fileName).toBe('Symptom Report Dana Lovelace 2026-11-18.pdf');
  await expect(page.getByText('PDF downloaded successfully!')).toBeVisible();
  await expectAccessible(page);
});

async function openSettings(page: Page): Promise<void> {
  await page.getByRole('tab', { name: 'Settings' }).click();
  await expect(page.getByRole('button', { name: 'Download PDF' })).toBeVisible();
}

async function downloaded(page: Page): Promise<{ file: ReadPdf; fileName: string }> {
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download PDF' }).last().click();
  const download = await downloading;
  const file = await readPdf(await readFile(await download.path()));
  return { file, fileName: download.suggestedFilename() };
}

/** A form as someone with a pencil notes it. */
interface Noted {
  readonly formNumber: number;
  readonly time: Temporal.ZonedDateTime;
  readonly day: string;
  readonly hour: number;
  readonly severities: Readonly<Record<string, number>>;
  readonly notes: readonly string[];
}

async function allForms(page: Page): Promise<Noted[]> {
  const { id } = await (await page.request.get('/api/auth/session')).json();
  const answer = await page.request.get(`/api/getUserForms?userId=${id}`);
  const forms = (await answer.json()) as Form[];
  return forms.map(({ formNumber, date, symptomData }) => {
    const time = Temporal.Instant.from(date).toZonedDateTimeISO(ZONE);
    const entries = Object.values(symptomData);
    return {
      formNumber,
      time,
      day: time.toPlainDate().toString(),
      hour: time.hour,
      severities: Object.fromEntries(entries.map(({ name, severity }) => [name, severity])),
      notes: entries.flatMap(({ name, notes }) => (notes ? [`${name}: ${notes}`] : [])),
    };
  });
}

function within(forms: readonly Noted[], first: string, last: string): Noted[] {
  return forms.filter(({ day }) => first <= day && day <= last);
}

function rated(forms: readonly Noted[], name: string): number[] {
  return forms.flatMap(({ severities }) => severities[name] ?? []);
}

function mean(severities: readonly number[]): string {
  if (severities.length === 0) return 'No data';
  return (severities.reduce((sum, each) => sum + each, 0) / severities.length).toFixed(1);
}

/** A form's row of the log, as '340 Nov 18, 2026 9:01 AM 3 2 1 Tremor: Slept badly.' */
function logged({ formNumber, time, severities, notes }: Noted): string {
  const day = time.toLocaleString('en-US', { month: 'short', day: 'numeric', year: 'numeric' });
  const clock = time
    .toLocaleString('en-US', { hour: 'numeric', minute: '2-digit' })
    .replace('\u202f', ' ');
  return [formNumber, day, clock, ...Object.values(severities), ...notes].join(' ');
}

/** A symptom's row of the summary: mean, ratings, range, mean before, change, mean by time of day. */
function row(name: string, now: readonly Noted[], before: readonly Noted[]): string {
  const [ratings, former] = [rated(now, name), rated(before, name)];
  const sum = (list: readonly number[]) => list.reduce((total, each) => total + each, 0);
  const step = sum(ratings) / ratings.length - sum(former) / former.length;
  const sign = step > 0 ? '+' : '\u2212';
  const change = former.length === 0 ? '–' : `${sign}${Math.abs(step).toFixed(1)}`;
  const during = (first: number, end: number) =>
    mean(
      rated(
        now.filter(({ hour }) => first <= hour && hour < end),
        name,
      ),
    );
  return [
    name,
    mean(ratings),
    ratings.length,
    `${Math.min(...ratings)} to ${Math.max(...ratings)}`,
    mean(former),
    change,
    during(0, 12),
    during(12, 17),
    during(17, 24),
  ].join(' ');
}
