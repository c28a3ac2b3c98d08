import { readFile, writeFile } from 'node:fs/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { EXPORT_FORMATS } from '../contract/file-formats.ts';
import { DAY_MS } from '../domain/zone.ts';
import { freshUser, type TestUser, testApp } from './testing/app.ts';
import { onEveryDatabase } from './testing/databases.ts';
import { countsOf } from './testing/entries.ts';
import { Recording } from './testing/goldens/recording.ts';
import { ofCheckIns, ofDiary, ofForms, ofMedication, ofVisits } from './testing/goldens/scripts.ts';
import { mirror, spreadsheetOf, standInForSheets } from './testing/spreadsheets.ts';
import { exported, imported } from './testing/transfers.ts';

/**
 * Compares every answer, file and spreadsheet cell of entries with what it was before their code was rewritten. These
 * tests go when the rewriting is done.
 */

const SCRIPTS = [
  ['check-ins', ofCheckIns],
  ['diary', ofDiary],
  ['forms', ofForms],
  ['medication', ofMedication],
  ['visits', ofVisits],
] as const;
const SYMPTOMS = ['Tremor', 'Stiffness', 'Balance'];
const VERSION_2 = new URL('testing/goldens/version-2.json', import.meta.url);

const FIXED = '-0000-4000-8000-';

/** Replaces what differs in each run: the addresses of the test users, and the random ids, in their order. */
function steady(text: string): string {
  const names = new Map<string, string>();
  return text
    .replaceAll(/person\d+@/g, 'person@')
    .replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, (id) => {
      if (id.includes(FIXED)) return id;
      const name = names.get(id) ?? `random-id-${names.size + 1}`;
      names.set(id, name);
      return name;
    });
}

/** Compares a text with a file of this folder. With `GOLDENS=write`, writes the file first. */
async function expectGolden(name: string, found: string): Promise<void> {
  const text = steady(found);
  const file = new URL(`testing/goldens/${name}`, import.meta.url);
  if (process.env.GOLDENS === 'write') await writeFile(file, text);
  expect(text.split('\n')).toEqual((await readFile(file, 'utf8')).split('\n'));
}

/** A document with a line for each call. */
function linesOf({ paths, ...rest }: { readonly paths: Record<string, unknown> }): string {
  const lines = Object.entries(paths).map(([path, each]) => `${path} ${JSON.stringify(each)}`);
  return [...lines, JSON.stringify(rest)].join('\n');
}

onEveryDatabase((place, onlyOnce) => {
  const settings = {};
  const google = standInForSheets(settings);
  const test = testApp(place, settings);
  const start = Date.parse('2026-11-18T17:00:00Z');
  afterEach(() => {
    test.now = start;
  });

  describe.each(SCRIPTS)('%s', (name, script) => {
    it('answers, writes files and lists activity as before', async () => {
      const number = SCRIPTS.findIndex(([each]) => each === name) + 1;
      const run = await Recording.start(test, number, SYMPTOMS);
      await script(run);
      await expectGolden(
        `${name}.txt`,
        [...run.lines, ...(await afterwards(run.person))].join('\n'),
      );
    });
  });

  /** What an account holds, in every form that it can be read in. */
  async function afterwards(person: TestUser): Promise<string[]> {
    const { browser, userId } = person;
    const files: string[] = [];
    for (const format of EXPORT_FORMATS) {
      files.push('', `# The file ${format}`, await exported(person, format));
    }
    const activity = (await browser.call('getActivity', { userId })).body;
    const profile = (await browser.call('getUserProfile', { userId })).body;
    const counts = JSON.stringify(await countsOf(test, person));
    return [
      ...['', '# Activity', activity.replaceAll('},{', '},\n{')],
      ...['', '# Profile', profile],
      ...['', '# Counts', counts],
      ...files,
    ];
  }

  it('reads an account file of version 2, and writes it again', async () => {
    const file = await readFile(VERSION_2, 'utf8');
    test.now += DAY_MS;
    const person = await freshUser(test, [], '80000000-0000-4000-8000-000000000001');
    const lines = [
      JSON.stringify(await imported(person, 'json', file, true)),
      JSON.stringify(await imported(person, 'json', file)),
      JSON.stringify(await imported(person, 'json', file)),
    ];
    await expectGolden('version-2.txt', [...lines, ...(await afterwards(person))].join('\n'));
  });

  it('writes the cells of the spreadsheet as before', async () => {
    const run = await Recording.start(test, 9, SYMPTOMS);
    const { person } = run;
    await google.turnOn(person);
    const lines: string[] = [];
    async function look(title: string): Promise<void> {
      for (let batch = 0; batch < 9; batch += 1) await mirror(test);
      expect(await spreadsheetOf(person)).toMatchObject({ state: 'current', waiting: 0 });
      lines.push('', `# ${title}`);
      for (const sheet of google.bookOf(person)?.sheets ?? []) {
        lines.push(`## ${sheet.title}`);
        const rows = google.sheets.valuesOf(google.bookOf(person), sheet.title);
        lines.push(...rows.map((row) => JSON.stringify(row)));
      }
    }
    await ofMedication(run);
    await look('Doses, some of them deleted');
    await ofForms(run);
    await look('Forms with doses of their days');
    await ofCheckIns(run);
    await look('Check-ins');
    await run.by('person', [
      'updateSymptoms',
      {
        action: 'form',
        formData: { formNumber: 4, symptom1: { name: 'Tremor', severity: 1 } },
        loggedAt: '2026-11-10T15:00:00.000Z',
      },
    ]);
    await look('A form on another day');
    await run.by(
      'person',
      ['deleteForm', { formNumber: 4 }],
      ['deleteCheckIn', { day: '2026-11-10' }],
      ['deleteDose', { doseId: 'a0000000-0000-4000-8000-000000000014' }],
    );
    await look('Deleted');
    await run.by(
      'person',
      ['restoreForm', { formNumber: 4 }],
      ['restoreCheckIn', { day: '2026-11-10' }],
      ['restoreDose', { doseId: 'a0000000-0000-4000-8000-000000000014' }],
    );
    await look('Restored');
    await expectGolden('spreadsheet.txt', lines.join('\n'));
  });

  onlyOnce(() => {
    it('describes itself as before', async () => {
      const document = await test.app.inject({ url: '/api/openapi.json' });
      await expectGolden('openapi.txt', linesOf(document.json()));
    });
  });
});
