import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import PostalMime from 'postal-mime';
import type { Form } from '../src/contract/entities.ts';
import { type ReadPdf, readPdf } from '../src/server/testing/pdf-reader.ts';
import { addForms, newPerson, signIn, signUpWith } from './people.ts';
import { mailedCode } from './services.ts';
import { expect, test } from './test.ts';

const ZONE = 'America/New_York';

test('the numbers in the demonstration patient’s PDF match an independent calculation', async ({
  page,
  demoPatient,
}) => {
  await signIn(page, demoPatient.email, demoPatient.password);
  const forms = await allForms(page);
  await openSettings(page);
  const choices = page.getByRole('button', { name: /Letter \(US\)$/ });
  await expect(choices).toHaveText('Last 3 months Summary, Letter (US)');
  const summaryFile = (await downloaded(page)).file;
  expect(summaryFile.pages).toHaveLength(2);
  expect(summaryFile.pages.join(' ')).not.toContain('All forms');
  await choices.click();
  await expect(page.getByLabel('Period')).toHaveValue('quarter');
  await page.getByLabel('Pages').selectOption('With all entries');
  await page.getByRole('button', { name: 'Done' }).click();
  const { file, fileName } = await downloaded(page);
  expect(fileName).toBe('Symptom Report Grace Hopper 2026-11-18.pdf');
  await expect(page.getByText('PDF downloaded successfully!')).toBeVisible();

  const summary = file.pages.slice(0, 2).join(' ');
  expect(summary).toContain('own 1–5 scale, not MDS-UPDRS');
  const now = within(forms, '2026-08-21', '2026-11-18');
  const before = within(forms, '2026-05-23', '2026-08-20');
  const days = new Set(now.map(({ day }) => day)).size;
  expect(summary).toContain('August 21, 2026 to November 18, 2026');
  expect(summary).toContain(
    `${now.length} forms on ${days} of 90 days (${(now.length / 90).toFixed(1)} forms a day)`,
  );
  const names = ['Tremor', 'Stiffness', 'Balance', 'Poor sleep'];
  for (const name of names) expect(summary).toContain(row(name, now, before));
  const [was, is] = [rated(before, 'Tremor'), rated(now, 'Tremor')];
  expect(summary.replaceAll(/\s+/g, ' ')).toContain(
    `Tremor went down on average, ${average(was)} → ${average(is)} (${was.length} → ${is.length} ratings).`,
  );
  const log = file.pages.slice(3).join(' ');
  for (const form of now) expect(log).toContain(logged(form));
});

test('the PDF is emailed only to a confirmed address', async ({ page, services }) => {
  const person = newPerson('Mila');
  await signUpWith(page, person, ['Tremor']);
  await addForms(person.email, [{ at: '2026-11-18T13:10:00Z', ratings: { Tremor: 4 } }]);
  await openSettings(page);
  await expect(
    page.getByText(
      'We can email you the PDF. First, please confirm your email address under Account.',
    ),
  ).toBeVisible();
  await expect(page.getByRole('button', { name: 'Email me the PDF' })).toBeHidden();
  await page.getByRole('button', { name: 'Not confirmed yet' }).click();
  await page.getByRole('button', { name: 'Confirm email' }).click();
  await page.getByRole('button', { name: 'Send code' }).click();
  await page.getByLabel('Code from the email').fill(await mailedCode(services, person.email));
  await page.getByRole('dialog').getByRole('button', { name: 'Confirm email' }).click();
  await page.getByRole('button', { name: 'Email me the PDF' }).click();
  await expect(page.getByText(`The PDF is on its way to ${person.email}.`)).toBeVisible();
  const { raw } = await services.mail.nextMail(person.email);
  const [pdf] = (await PostalMime.parse(raw)).attachments;
  const { pages } = await readPdf(new Uint8Array(pdf?.content as ArrayBuffer));
  expect(pages.join(' ')).toContain('Tremor 4.0 (1) no ratings no ratings 4.0 (1) 4 to 4');
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

/** A form with its values computed independently of the app's own code. */
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

function average(severities: readonly number[]): string {
  return (severities.reduce((sum, each) => sum + each, 0) / severities.length).toFixed(1);
}

/** '2.6 (40)'. */
function mean(severities: readonly number[]): string {
  return severities.length === 0 ? 'no ratings' : `${average(severities)} (${severities.length})`;
}

/** A form's row of the log: '340 Nov 18, 2026 9:01 AM 3 2 1 Tremor: Slept badly.' */
function logged({ formNumber, time, severities, notes }: Noted): string {
  const day = time.toLocaleString('en-US', { month: 'short', day: 'numeric', year: 'numeric' });
  const clock = time
    .toLocaleString('en-US', { hour: 'numeric', minute: '2-digit' })
    .replace('\u202f', ' ');
  // The report's header names EST, so only rows in EDT name their zone.
  const summer = time.offset === '-04:00' ? ['EDT'] : [];
  return [formNumber, day, clock, ...summer, ...Object.values(severities), ...notes].join(' ');
}

/** A symptom's row: mean by time of day, mean, range, mean of the period before, change. */
function row(name: string, now: readonly Noted[], before: readonly Noted[]): string {
  const [ratings, former] = [rated(now, name), rated(before, name)];
  const step = former.length === 0 ? 0 : Number(average(ratings)) - Number(average(former));
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
    during(0, 12),
    during(12, 17),
    during(17, 24),
    mean(ratings),
    `${Math.min(...ratings)} to ${Math.max(...ratings)}`,
    mean(former),
    change,
  ].join(' ');
}
