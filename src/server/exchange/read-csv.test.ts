import { describe, expect, it } from 'vitest';
import { faultTexts, READING_OPTIONS, readingOf } from '../testing/reading.ts';
import { readCsv } from './read-csv.ts';

const TITLES = 'Form #,Symptom,Severity,Note,Slot,Logged at (UTC)';
const RIGHT = '1,Tremor,3,,1,2024-03-01T13:15:00Z';

async function formsOf(content: string) {
  return readingOf(await readCsv(content, READING_OPTIONS)).forms;
}

async function faultsOf(content: string) {
  return faultTexts(await readCsv(content, READING_OPTIONS));
}

describe('our CSV', () => {
  it('needs only the columns of a rating, in any order', async () => {
    const [form] = await formsOf(`${TITLES}\n${RIGHT}\n`);
    expect(form).toEqual({
      formNumber: 1,
      id: null,
      submissionId: null,
      author: 'self',
      loggedAt: Date.parse('2024-03-01T13:15:00Z'),
      enteredAt: Date.parse('2024-03-01T13:15:00Z'),
      timeZone: 'America/New_York',
      version: 1,
      deletedAt: null,
      ratings: [{ slot: 1, name: 'Tremor', severity: 3, notes: '' }],
      formerVersions: [],
    });
    const turned = [TITLES, RIGHT].map((line) => line.split(',').reverse().join(','));
    expect(await formsOf(turned.join('\n'))).toEqual([form]);
  });

  it('collects the ratings of a form from rows anywhere in the file', async () => {
    const rows = [
      '1,Tremor,3,,2,2024-03-01T13:15:00Z',
      '2,Tremor,3,,1,2024-03-02T13:15:00Z',
      '1,Balance,4,,1,2024-03-01T13:15:00Z',
    ];
    const forms = await formsOf([TITLES, ...rows].join('\n'));
    expect(forms.map(({ ratings }) => ratings.map(({ name }) => name))).toEqual([
      ['Balance', 'Tremor'],
      ['Tremor'],
    ]);
  });

  it('removes the apostrophe before a formula, and no other', async () => {
    const notes = ["'=1+1", "''=1", "'quoted'", '"a\n\'-b"'];
    const rows = notes.map((note, index) => `${index + 1},T,3,${note},1,2024-03-01T13:15:00Z`);
    const forms = await formsOf([TITLES, ...rows].join('\n'));
    expect(forms.map(({ ratings }) => ratings[0]?.notes)).toEqual([
      '=1+1',
      "'=1",
      "'quoted'",
      'a\n-b',
    ]);
  });

  it.each<[string, string]>([
    ['1,Tremor,6,,1,2024-03-01T13:15:00Z', '2 Severity must be a whole number from 1 to 5'],
    ['1,Tremor,3.5,,1,2024-03-01T13:15:00Z', '2 Severity must be a whole number from 1 to 5'],
    ['1,Tremor,,,1,2024-03-01T13:15:00Z', '2 Severity is missing'],
    ['1,,3,,1,2024-03-01T13:15:00Z', '2 Symptom is missing'],
    ['0,Tremor,3,,1,2024-03-01T13:15:00Z', '2 Form # must be a whole number from 1 on'],
    ['1,Tremor,3,,6,2024-03-01T13:15:00Z', '2 Slot must be a whole number from 1 to 5'],
    ['1,Tremor,3,,1', '2 Logged at (UTC) is missing'],
    [
      '1,Tremor,3,,1,3/1/2024 8:15',
      '2 Logged at (UTC) must be an ISO instant, such as 2026-11-21T13:10:00Z',
    ],
    ['1,Tremor,3,,1,2027-03-01T13:15:00Z', '2 Logged at (UTC) must not be in the future'],
    ['1,Tremor,3,a\0b,1,2024-03-01T13:15:00Z', '2 Note contains characters that we can’t store'],
    [
      `1,Tremor,3,${'x'.repeat(10_001)},1,2024-03-01T13:15:00Z`,
      '2 Note must be text of at most 10000 characters',
    ],
    [`${RIGHT}\n1,Balance,3,,1,2024-03-01T13:15:00Z`, '3 Slot appears more than once in form 1'],
    [`${RIGHT}\n1,TREMOR,3,,2,2024-03-01T13:15:00Z`, '3 Symptom appears more than once in form 1'],
    [
      `${RIGHT}\n\n1,Balance,3,,2,2024-03-01T13:16:00Z`,
      '4 Logged at (UTC) must be the same as in row 2, which belongs to the same form',
    ],
    ['1,Tremor,3,"open,1,2024-03-01T13:15:00Z', '2  has a quotation mark (") that is never closed'],
    [`${RIGHT}\n1,Tremor,3,"a"b,1,2024`, '3  has text after a closing quotation mark (")'],
    [`${RIGHT}\n1,Tremor,3,a"b,1,2024`, '3  has a quotation mark (") in the middle of a cell'],
    ['1,Tremor,3,\ud800,1,2024-03-01T13:15:00Z', '2  contains characters that we can’t store'],
  ])('is refused with %j', async (rows, fault) => {
    expect(await faultsOf(`${TITLES}\n${rows}\n`)).toEqual([fault]);
  });

  it('is refused without the columns of a rating', async () => {
    expect(await faultsOf('Symptom,Severity\nTremor,3\n')).toEqual([
      '1 Form # is missing, but the file needs this column',
      '1 Slot is missing, but the file needs this column',
      '1 Logged at (UTC) is missing, but the file needs this column',
    ]);
    expect(await faultsOf('')).toEqual(['1  has no titles for the columns']);
  });

  it('is refused if two forms have the same id', async () => {
    const id = crypto.randomUUID();
    const rows = [1, 2].map((number) => `${number}${RIGHT.slice(1)},${id}`);
    expect(await faultsOf([`${TITLES},Form id`, ...rows].join('\n'))).toEqual([
      '3 Form id is already used by another form in this file',
    ]);
  });

  it('is refused with at most twenty faults', async () => {
    const rows = '1,Tremor,9,,1,2024-03-01T13:15:00Z\n'.repeat(100);
    expect(await faultsOf(`${TITLES}\n${rows}`)).toHaveLength(20);
  });
});
