import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import type { Visit } from '../../contract/entities.ts';
import type { ImportAnswer } from '../../contract/open-formats.ts';
import { openApp } from '../testing/app.tsx';
import { answersFor, makePerson } from '../testing/person.ts';
import {
  alert,
  button,
  dialog,
  field,
  hold,
  see,
  seeCount,
  seeNot,
  seeTexts,
} from '../testing/screen.ts';
import { type Answers, file, lost, refuse, silence } from '../testing/server.ts';
import { answersForVisits, makeVisit } from '../testing/visits.ts';

const ANSWERS = answersFor(makePerson());
const EVERYTHING = 'Everything, to import later (JSON)';

async function openData(answers: Answers = {}) {
  const server = openApp('/dashboard?tab=settings', { ...ANSWERS, ...answers });
  await button('Download your data').click();
  await see(dialog());
  return server;
}

describe('a file of everything', () => {
  it.each([
    ['Ratings, for Excel', 'csv'],
    ['Doses, for Excel', 'doses'],
    ['Check-ins, for Excel', 'checkins'],
    [EVERYTHING, 'json'],
    ['For hospital systems (FHIR)', 'fhir'],
  ])('is downloaded as %s', async (title, format) => {
    const headers = {
      'content-type': 'text/csv',
      'content-disposition': 'attachment; filename="Mine.csv"',
      'progress-total': '2',
    };
    const server = await openData({ exportData: file('a\nb\n', headers) });
    await button(title, true).click();
    await see('Your file was downloaded.');
    await expect.poll(() => server.inputsOf('exportData')).toMatchObject([{ format }]);
  });

  it('that takes long can be cancelled, and the focus returns to its button', async () => {
    await openData({ exportData: silence });
    await button(EVERYTHING, true).click();
    await see(field('Preparing the file'));
    await button('Cancel').click();
    await see('Cancelled. No file was made.');
    await expect.element(button(EVERYTHING, true)).toHaveFocus();
  });

  it('that fails says so', async () => {
    await openData({ exportData: lost });
    await button(EVERYTHING, true).click();
    await expect.element(alert()).toHaveTextContent('Failed to export data');
  });
});

describe('Import data', () => {
  const NOTHING: ImportAnswer = {
    dryRun: true,
    formsAdded: 0,
    formsSkipped: 0,
    ratings: 0,
    from: null,
    to: null,
    symptoms: [],
    rowsLeftOut: 0,
    leftOut: [],
  };
  const ONE = {
    ...NOTHING,
    formsAdded: 1,
    ratings: 1,
    from: '2026-11-16T13:00:00.000Z',
    to: '2026-11-16T13:00:00.000Z',
  };
  const status = dialog().getByRole('status');
  const add = button('Add to my data');

  async function openImport(answers: Answers) {
    const server = openApp('/dashboard?tab=settings', { ...ANSWERS, ...answers });
    await button('Import data').click();
    await see(field('Choose a file'));
    return server;
  }

  async function choose(name: string, content: BlobPart = 'a table'): Promise<void> {
    await field('Choose a file').upload(new File([content], name, { type: 'text/plain' }));
  }

  it('previews a file, imports it, and returns the focus to its button', async () => {
    const answer: ImportAnswer = {
      ...NOTHING,
      formsAdded: 2,
      ratings: 6,
      from: '2026-11-17T17:00:00.000Z',
      to: '2026-11-18T20:30:00.000Z',
      symptoms: [
        { name: 'Tremor', slot: 1 },
        { name: 'Balance', slot: null },
      ],
    };
    const server = await openImport({ importData: ({ dryRun }) => ({ ...answer, dryRun }) });
    await choose('mine.json', '{"forms": []}');
    await expect
      .element(status)
      .toHaveTextContent(
        [
          'This file would add:',
          '2 forms with 6 ratings, from November 17, 2026 to November 18, 2026',
          'Tremor, as Symptom 1',
          'Balance, as a past symptom',
        ].join(''),
      );
    await add.click();
    await see('2 forms were added.');
    await seeNot(dialog());
    await expect.element(button('Import data')).toHaveFocus();
    await expect
      .poll(() => server.inputsOf('importData'))
      .toMatchObject([
        { format: 'json', content: '{"forms": []}', dryRun: true },
        { format: 'json', content: '{"forms": []}', dryRun: false },
      ]);
  });

  it('imports a file with symptoms only', async () => {
    const answer = { ...NOTHING, symptoms: [{ name: 'Tremor', slot: 1 }] };
    await openImport({ importData: ({ dryRun }) => ({ ...answer, dryRun }) });
    await choose('mine.json');
    await add.click();
    await see('1 symptom was added.');
  });

  it('previews medications and doses, and imports them', async () => {
    const answer = { ...NOTHING, medicationsAdded: 1, dosesAdded: 1500, dosesSkipped: 2 };
    const server = await openImport({ importData: ({ dryRun }) => ({ ...answer, dryRun }) });
    await choose('doses.csv', 'Date,Dose id\n');
    await expect
      .element(status)
      .toHaveTextContent(
        'This file would add:1 medication1,500 doses2 doses are already here and won’t change.',
      );
    await add.click();
    await see('1 medication and 1,500 doses were added.');
    await expect
      .poll(() => server.inputsOf('importData'))
      .toMatchObject([{ format: 'doses' }, { format: 'doses' }]);
  });

  it('previews check-ins, and imports them', async () => {
    const answer = { ...NOTHING, checkInsAdded: 2, checkInsSkipped: 1 };
    const server = await openImport({ importData: ({ dryRun }) => ({ ...answer, dryRun }) });
    await choose('check-ins.csv', 'Check-in day,Mood\n');
    await expect
      .element(status)
      .toHaveTextContent(
        'This file would add:2 check-ins1 check-in is already here and won’t change.',
      );
    await add.click();
    await see('2 check-ins were added.');
    const format = 'checkins';
    await expect.poll(() => server.inputsOf('importData')).toMatchObject([{ format }, { format }]);
  });

  it('imports visits, which the overview then shows', async () => {
    const visits: Visit[] = [];
    const server = openApp('/dashboard', {
      ...ANSWERS,
      ...answersForVisits(visits),
      importData: ({ dryRun }) => {
        if (!dryRun) visits.push(makeVisit());
        return { ...NOTHING, visitsAdded: 1, dryRun };
      },
    });
    await see('Add your next visit');
    await page.getByRole('tab', { name: 'Settings' }).click();
    await button('Import data').click();
    await choose('mine.json');
    await add.click();
    await see('1 visit was added.');
    await page.getByRole('tab', { name: 'Overview' }).click();
    await see('Next visit: Thu, Dec 3');
    expect(server.inputsOf('importData')).toHaveLength(2);
  });

  it('previews reminders, and imports them', async () => {
    const answer = { ...NOTHING, remindersAdded: true };
    await openImport({ importData: ({ dryRun }) => ({ ...answer, dryRun }) });
    await choose('mine.json');
    await expect
      .element(status)
      .toHaveTextContent(
        [
          'This file would add:your reminders',
          'Reminders by email stay off until you turn them on in Settings. ',
          'Each phone gets reminders only after you allow them on that phone.',
        ].join(''),
      );
    await add.click();
    await see('Your reminders were added.');
  });

  it('imports reminders with a form, and says that it leaves out those of an account with its own', async () => {
    const answer = { ...NOTHING, formsAdded: 1, ratings: 2 };
    const server = await openImport({ importData: { ...answer, remindersSkipped: true } });
    await choose('mine.json');
    await expect
      .element(status)
      .toHaveTextContent(
        'This file would add:1 form with 2 ratingsYou have set reminders here, and they won’t change.',
      );
    server.answer({ importData: { ...answer, remindersAdded: true } });
    await add.click();
    await see('1 form and your reminders were added.');
  });

  it('says that there is nothing new', async () => {
    await openImport({ importData: { ...NOTHING, formsSkipped: 1 } });
    await choose('mine.csv');
    await expect
      .element(status)
      .toHaveTextContent(
        'There is nothing new in this file.1 form is already here and won’t change.',
      );
    await seeNot(add);
  });

  it('lists the faults of a file by row, and accepts the corrected file', async () => {
    const faults = [
      { row: 3, path: 'Severity', rule: 'must be a whole number from 1 to 5' },
      { row: 4, path: 'Logged at (UTC)', rule: 'must be an ISO instant' },
      { row: null, path: '', rule: 'must be a table' },
    ];
    const server = await openImport({ importData: refuse('importRefused', { faults }) });
    await choose('bad.csv');
    await expect
      .element(alert())
      .toMatchTextContent(/^This file cannot be imported. Nothing was changed./);
    await seeTexts(alert().getByRole('listitem'), [
      'Row 3: Severity must be a whole number from 1 to 5',
      'Row 4: the date and time can’t be read.',
      'The file must be a table',
    ]);
    await seeNot(add);
    const many = Array.from({ length: 20 }, (_, row) => ({ row, path: 'Severity', rule: 'bad' }));
    server.answer({ importData: refuse('importRefused', { faults: many }) });
    await choose('worse.csv');
    await seeCount(alert().getByRole('listitem'), 20);
    await see('There may be more. These are the first 20.');
    server.answer({ importData: ONE });
    await choose('worse.csv');
    await see('1 form with 1 rating, of November 16, 2026');
    await seeNot(alert());
  });

  it('lists first the rows of another app’s table that cannot be imported', async () => {
    const leftOut = [{ row: 3, path: 'severity', rule: 'must be from 1 to 5' }];
    const server = await openImport({
      importData: ({ dryRun }) => ({ ...ONE, dryRun, rowsLeftOut: 1, leftOut }),
    });
    await choose('table.csv', 'u1,2026-11-16T13:00:00Z,Tremor,3,');
    await see('1 row will be skipped:');
    await see('Row 3: severity must be from 1 to 5');
    await add.click();
    await see('1 form was added.');
    await expect.poll(() => server.inputsOf('importData')[0]).toMatchObject({ format: 'legacy' });
  });

  it('can be cancelled during the preview and during the import', async () => {
    const server = await openImport({ importData: silence });
    await choose('table.csv');
    await see(field('Reading the file'));
    await button('Cancel').click();
    await see('Cancelled. Nothing was added.');

    server.answer({ importData: ({ dryRun }) => (dryRun ? ONE : silence) });
    await choose('table.csv');
    await add.click();
    await see(button('Adding...'));
    await see(field('Adding your data'));
    const looked = server.inputsOf('importData').length;
    await button('Cancel').click();
    // The preview is fetched again, because the import may have completed before the cancellation.
    await expect.poll(() => server.inputsOf('importData').length).toBe(looked + 1);
    await see('1 form with 1 rating');
    await expect.element(add).toHaveFocus();
  });

  it('reports an unknown outcome if the answer is lost, and tries again', async () => {
    const server = await openImport({ importData: ({ dryRun }) => (dryRun ? ONE : lost) });
    await choose('table.csv');
    await add.click();
    await expect.element(alert()).toMatchTextContent(/we can’t tell whether that worked/);
    server.answer({ importData: ({ dryRun }) => ({ ...ONE, dryRun }) });
    await add.click();
    await see('1 form was added.');
  });

  it('previews the file that was chosen last, even if an earlier one takes longer to read', async () => {
    const server = await openImport({ importData: ONE });
    const { held, goOn } = hold();
    const first = new File(['first'], 'first.csv');
    first.arrayBuffer = async () => {
      await held;
      return await File.prototype.arrayBuffer.call(first);
    };
    chooseHere(first);
    chooseHere(new File(['second'], 'second.csv'));
    await see('1 form with 1 rating');
    goOn();
    await add.click();
    await expect.poll(() => server.inputsOf('importData').length).toBe(2);
    await expect
      .poll(() => server.inputsOf('importData'))
      .toMatchObject([{ content: 'second' }, { content: 'second' }]);
  });

  /** Chooses this File object itself, so that the test controls when it is read. */
  function chooseHere(chosen: File): void {
    const input = field('Choose a file').element() as HTMLInputElement;
    Object.defineProperty(input, 'files', { value: [chosen], configurable: true });
    input.dispatchEvent(new Event('change', { bubbles: true }));
  }

  it('rejects an unknown encoding', async () => {
    const server = await openImport({ importData: ONE });
    await choose('table.csv', new Uint8Array([0x4d, 0xfc, 0x64, 0x65]));
    await expect
      .element(alert())
      .toHaveTextContent(
        'We can’t read this file. In your spreadsheet program, save it as ‘CSV UTF-8’ and try again.',
      );
    expect(server.inputsOf('importData')).toEqual([]);
    await choose('table.csv', 'Müde');
    await see('1 form with 1 rating');
  });
});
