import { describe, expect, it } from 'vitest';
import { READING_OPTIONS, readingOf } from '../testing/reading.ts';
import { readLegacyRows, readLegacyText } from './read-legacy.ts';
import type { Reading } from './reading.ts';

async function read(content: string): Promise<Reading> {
  return readingOf(await readLegacyText(content, READING_OPTIONS));
}

async function faultsOf(content: string) {
  const outcome = await readLegacyText(content, READING_OPTIONS);
  return 'faults' in outcome ? outcome.faults : [];
}

const TWO_FORMS = [
  ['u1', '2024-03-01 08:15', 'Tremor', '3', 'After coffee'],
  ['u1', '2024-03-01 08:15', 'Balance', '2', ''],
  ['u1', '2024-03-01 13:30', 'Tremor', '1', ''],
];

describe('the legacy table', () => {
  it('combines the rows of one time in one form', async () => {
    const { forms } = await read(TWO_FORMS.map((row) => row.join(',')).join('\n'));
    expect(forms).toEqual([
      {
        formNumber: null,
        id: null,
        submissionId: null,
        author: 'self',
        loggedAt: Date.parse('2024-03-01T13:15:00Z'),
        enteredAt: Date.parse('2024-03-01T13:15:00Z'),
        timeZone: 'America/New_York',
        version: 1,
        deletedAt: null,
        ratings: [
          { slot: 1, name: 'Tremor', severity: 3, notes: 'After coffee' },
          { slot: 2, name: 'Balance', severity: 2, notes: '' },
        ],
        formerVersions: [],
      },
      expect.objectContaining({ loggedAt: Date.parse('2024-03-01T18:30:00Z') }),
    ]);
  });

  it('accepts a header row, a byte order mark, different separators and different line endings', async () => {
    const plain = await read(TWO_FORMS.map((row) => row.join(',')).join('\n'));
    const titles = ['userId', 'timestamp', 'symptomName', 'severity', 'notes'];
    for (const separator of [',', ';', '\t']) {
      for (const end of ['\n', '\r\n', '\r']) {
        for (const rows of [TWO_FORMS, [titles, ...TWO_FORMS]]) {
          for (const mark of ['', '\ufeff']) {
            const text = mark + rows.map((row) => row.join(separator) + end).join('');
            expect((await read(text)).forms).toEqual(plain.forms);
          }
        }
      }
    }
  });

  it('accepts rows without their last cells, as from the Sheets API, and titles in any order', async () => {
    const rows = [
      ['Severity', 'SYMPTOMNAME', 'userid', 'timestamp'],
      ['3', 'Tremor', 'u1', '3/1/2024 8:15:00 AM'],
      [],
      ['2', 'Balance', 'u1', '3/1/2024 8:15:00 AM'],
    ];
    const placed = rows.map((cells, index) => ({ row: index + 1, cells }));
    const outcome = await readLegacyRows(placed, READING_OPTIONS);
    expect(outcome).toMatchObject({
      forms: [{ ratings: [{ name: 'Tremor', severity: 3, notes: '' }, { name: 'Balance' }] }],
    });
  });

  it('keeps unescaped quotes inside a note', async () => {
    const { forms } = await read('u1\t2024-03-01 08:15\tTremor\t3\tsaid "better", she did');
    expect(forms[0]?.ratings[0]?.notes).toBe('said "better", she did');
  });

  it('leaves out and reports severity 0, slots without a name and duplicate rows', async () => {
    const { forms, rowsLeftOut, leftOut } = await read(
      [
        'u1,2024-03-01 08:15,Tremor,3,',
        'u1,2024-03-01 08:15,Tremor,3,',
        'u1,2024-03-01 08:15,Balance,0,none today',
        'u1,2024-03-01 08:15,No Symptom entered,1,',
      ].join('\n'),
    );
    expect(forms).toHaveLength(1);
    expect(forms[0]?.ratings).toHaveLength(1);
    expect(rowsLeftOut).toBe(3);
    expect(leftOut.map(({ row, path }) => [row, path])).toEqual([
      [2, ''],
      [3, 'severity'],
      [4, ''],
    ]);
  });

  it('makes several forms if a time has six symptoms, or two different ratings of one', async () => {
    const names = ['A', 'B', 'C', 'D', 'E', 'F'];
    const six = await read(names.map((name) => `u1,2024-03-01 08:15,${name},3,`).join('\n'));
    expect(six.forms.map(({ ratings }) => ratings.length)).toEqual([5, 1]);
    const twice = await read('u1,2024-03-01 08:15,Tremor,3,\nu1,2024-03-01 08:15,tremor,4,');
    expect(twice.forms.map(({ ratings }) => ratings.length)).toEqual([1, 1]);
  });

  it('distributes very many rows of one time quickly', async () => {
    const names = ['A', 'B', 'C', 'D', 'E', 'F'];
    const rows = Array.from(
      { length: 60_000 },
      (_, index) => `u1,2024-03-01 08:15,${names[index % 6]},3,n${Math.floor(index / 6)}`,
    );
    const { forms } = await read(rows.join('\n'));
    expect(forms).toHaveLength(12_000);
    expect(forms.every(({ ratings }) => new Set(ratings.map(({ name }) => name)).size === 5)).toBe(
      true,
    );
  });

  it('reads a header row and the maximum number of rows, and reports its progress', async () => {
    const told: number[] = [];
    const titles = 'userId,timestamp,symptomName,severity,notes\n';
    const content = titles + 'u1,2024-03-01 08:15,Tremor,3,\n'.repeat(165_000);
    const outcome = await readLegacyText(content, {
      ...READING_OPTIONS,
      onProgress: (done, total) => {
        told.push(done / total);
      },
    });
    expect(outcome).toMatchObject({ forms: [{ ratings: [{ name: 'Tremor' }] }] });
    expect(told).toEqual(told.toSorted((a, b) => a - b));
    expect(told.find((share) => share > 0)).toBeLessThan(0.1);
    expect(told.at(-1)).toBeGreaterThan(0.9);
  });

  it('does not mistake a character in a note for the separator', async () => {
    const { forms } = await read('u1,2024-03-01 08:15,Tremor,3,"a;b;c;d"');
    expect(forms).toMatchObject([{ ratings: [{ notes: 'a;b;c;d' }] }]);
  });

  it.each([
    ['rows', 'u1,2024-03-01 08:15,Tremor,3,\n', 165_001, 'has more than 165,000 rows'],
    ['empty rows', '\n', 1_048_577, 'has more than 165,000 rows'],
    ['empty columns', ',', 300_000, 'is too long'],
    ['quoted lines in a cell', '"x\n"', 150_001, 'is too long'],
    ['columns', ',x', 100, 'has more than 100 columns'],
    ['characters in a row', 'x', 300_000, 'is too long'],
  ])('is refused with too many %s, without reading the rest', async (_what, one, count, rule) => {
    let toldBytes = 0;
    const content = `${one.repeat(count)}\n${'u1,2024-03-01 08:15,Tremor,3,\n'.repeat(200_000)}`;
    const outcome = await readLegacyText(content, {
      ...READING_OPTIONS,
      onProgress: (done) => {
        toldBytes = done;
      },
    });
    expect(outcome).toMatchObject({ faults: [{ rule }] });
    expect(toldBytes).toBeLessThan(one.length * count + 200_000);
  });

  it('has the newest symptoms in slots since their first rating, and others as past since their last', async () => {
    const { slots, since } = await read(
      [
        'u1,2024-03-02 08:15,Tremor,3,',
        'u1,2024-03-03 08:15,Balance,3,',
        'u1,2024-03-01 08:15,Tremor,3,',
        'u1,2024-03-01 08:15,Balance,3,',
      ].join('\n'),
    );
    expect(slots).toEqual(['Balance', null, null, null, null]);
    expect(since('Balance', 1)).toBe(Date.parse('2024-03-01T13:15:00Z'));
    expect(since('Tremor', null)).toBe(Date.parse('2024-03-02T13:15:00Z'));
    expect(since('Cramps', null)).toBeUndefined();
  });

  it('names the row, the column and the rule of each fault', async () => {
    const faults = await faultsOf(
      [
        'userId,timestamp,symptomName,severity,notes',
        'u1,yesterday,Tremor,3,',
        '',
        'u1,2024-03-01 08:15,Tremor,6,',
        'u1,2024-03-01 08:15,,3,',
        `u1,2024-03-01 08:15,${'x'.repeat(101)},3,`,
        `u1,2024-03-01 08:15,Tremor,3,${'x'.repeat(10_001)}`,
        'u1,2027-03-01 08:15,Tremor,3,',
        'u2,2024-03-01 08:15,Balance,2.5,',
        'u1,2024-03-01 08:15,Tremor,3,a\0b',
      ].join('\n'),
    );
    expect(faults.map(({ row, path, rule }) => `${row} ${path} ${rule}`)).toEqual([
      '2 timestamp must be a time, such as 2024-03-01 08:15 or 3/1/2024 8:15 AM',
      '4 severity must be a whole number from 0 to 5',
      '5 symptomName must be text of 1 to 100 characters',
      '6 symptomName must be text of 1 to 100 characters',
      '7 notes must be text of at most 10000 characters',
      '8 timestamp must not be in the future',
      '9 userId must be the same in every row. This file has rows of more than one person',
      '9 severity must be a whole number from 0 to 5',
      '10 notes contains characters that we can’t store',
    ]);
  });

  it('names at most twenty faults', async () => {
    const row = 'u1,yesterday,Tremor,9,\n';
    expect(await faultsOf(row.repeat(1000))).toHaveLength(20);
  });

  it('names the line of a lone surrogate', async () => {
    const fault = { row: 2, path: '', rule: 'contains characters that we can’t store' };
    expect(await faultsOf('u1,2024-03-01 08:15,Tremor,3,\nu1,2024-03-01 09:15,\ud800,3,')).toEqual([
      fault,
    ]);
  });

  it('may be empty', async () => {
    for (const text of ['', '\ufeff', '\n\n', 'userId,timestamp,symptomName,severity,notes\n']) {
      expect((await read(text)).forms).toEqual([]);
    }
  });
});
