import { describe, expect, it } from 'vitest';
import { checkIn } from '../../contract/kinds/check-in.ts';
import { dose } from '../../contract/kinds/dose.ts';
import type { EntryOf } from '../../contract/kinds/kind.ts';
import type { StoredForm } from '../forms/queries/forms.ts';
import { entryRow, formRow } from './rows.ts';
import { rangesOf, sheetOf } from './sheets.ts';

function form(formNumber: number, ratings: [name: string, severity: number, notes: string][]) {
  const stored: StoredForm = {
    id: `form ${formNumber}`,
    formNumber,
    loggedAt: Date.parse('2026-07-01T22:15:30Z'),
    enteredAt: Date.parse('2026-07-02T08:00:00Z'),
    timeZone: 'Europe/Berlin',
    author: 'self',
    version: 1,
    deletedAt: null,
    ratings: ratings.map(([name, severity, notes], index) => {
      return { slot: index + 1, name, severity, notes };
    }),
  };
  return stored;
}

const rowOf = (stored: StoredForm) => formRow('u-1', stored);

describe('the row of a form', () => {
  it('has the time it is for, the average, and each symptom with severity and note', () => {
    const logged = form(1, [
      ['Tremor', 5, 'Left hand\nand right'],
      ['Stiffness', 4, ''],
      ['Balance', 1, 'Fell'],
    ]);
    expect(rangesOf([rowOf(logged)])).toEqual([
      {
        range: 'A2:H2',
        values: [
          [
            'u-1',
            '2026-07-02T00:15:30+02:00',
            3.33,
            null,
            null,
            null,
            null,
            'Tremor: 5 - Left hand\nand right\nStiffness: 4\nBalance: 1 - Fell',
          ],
        ],
      },
    ]);
  });

  it('is Form # + 1; consecutive rows share a range', () => {
    const numbers = [1, 2, 3, 7, 9, 10, 1000];
    const forms = numbers.map((number) => form(number, [['Tremor', 1, '']]));
    const ranges = rangesOf(forms.map(rowOf));
    expect(ranges.map(({ range, values }) => [range, values.length])).toEqual([
      ['A2:H4', 3],
      ['A8:H8', 1],
      ['A10:H11', 2],
      ['A1001:H1001', 1],
    ]);
  });

  it.each([0, 1])('fits a cell, and does not end in half a surrogate pair: %i more', (more) => {
    const long = form(1, [['Tremor', 1, 'x'.repeat(more) + '😀'.repeat(30_000)]]);
    const notes = String(rowOf(long).cells[7]);
    expect(notes.length).toBeLessThanOrEqual(50_000);
    expect(notes.length).toBeGreaterThan(49_990);
    expect(notes.isWellFormed()).toBe(true);
    expect(notes.endsWith('😀 … (the rest is in Symptom Tracker)')).toBe(true);
  });

  it('is empty once it is deleted, except for the cells of the day', () => {
    const empty = { row: 8, cells: ['', '', '', null, null, null, null, ''] };
    expect(rowOf({ ...form(7, [['Tremor', 1, '']]), deletedAt: 1 })).toEqual(empty);
  });

  it('does not cut notes that just fit', () => {
    const whole = form(1, [['T', 1, 'x'.repeat(50_000 - 'T: 1 - '.length)]]);
    const notes = String(rowOf(whole).cells[7]);
    expect(notes).toMatch(/^T: 1 - x+$/);
    expect(notes.length).toBe(50_000);
  });
});

const DOSE: EntryOf<typeof dose> = {
  doseId: '0b7a52f4-93a1-4d35-8d0e-6f4f0c9a1e22',
  medicationId: 'm',
  name: '=Levodopa/carbidopa',
  strength: 100,
  unit: 'mg',
  isLevodopa: true,
  amount: 1.5,
  takenAt: Date.parse('2026-07-01T22:15:30Z'),
  scheduledFor: Date.parse('2026-07-01T22:00:00Z'),
  enteredAt: Date.parse('2026-07-02T08:00:00Z'),
  timeZone: 'Europe/Berlin',
  author: 'self',
  version: 1,
  status: 'taken',
  deletedAt: null,
};

describe('the row of a dose', () => {
  it('has a cell for each column, with times in its own zone', () => {
    expect(rangesOf([entryRow(dose, 7, DOSE)])).toEqual([
      {
        range: 'A8:J8',
        values: [
          [
            ...[DOSE.doseId, '2026-07-02T00:15:30+02:00', '=Levodopa/carbidopa', 100, 'mg', 1.5],
            ...['taken', '2026-07-02T00:00:00+02:00', '2026-07-02T10:00:00+02:00', 'self'],
          ],
        ],
      },
    ]);
    expect(entryRow(dose, 7, DOSE).cells).toHaveLength(sheetOf(dose).header.length);
  });

  it('has empty cells without a strength or a planned time, so that an edit empties them', () => {
    const { cells } = entryRow(dose, 1, { ...DOSE, strength: null, unit: '', scheduledFor: null });
    expect([cells[3], cells[4], cells[7]]).toEqual(['', '', '']);
  });

  it('is empty once it is deleted', () => {
    const empty = { row: 8, cells: Array(10).fill('') };
    expect(entryRow(dose, 7, { ...DOSE, deletedAt: 1 })).toEqual(empty);
  });
});

const CHECK_IN: EntryOf<typeof checkIn> = {
  day: '2026-07-01',
  medication: 'as planned',
  exerciseMinutes: 0,
  sleepHours: 7.25,
  mood: 5,
  notes: '=A walk',
  bowels: false,
  naps: 20,
  dizzy: 'once',
  enteredAt: Date.parse('2026-07-02T08:00:00Z'),
  timeZone: 'Europe/Berlin',
  author: 'Ada',
  version: 1,
  deletedAt: null,
};

describe('the row of a check-in', () => {
  it('has a cell for each column, with the time of entry in its own zone', () => {
    expect(rangesOf([entryRow(checkIn, 7, CHECK_IN)])).toEqual([
      {
        range: 'A8:K8',
        values: [
          [
            ...['2026-07-01', 'as planned', 0, 7.25, 5, '=A walk'],
            ...['2026-07-02T10:00:00+02:00', 'Ada', 'no', 20, 'once'],
          ],
        ],
      },
    ]);
    expect(entryRow(checkIn, 7, CHECK_IN).cells).toHaveLength(sheetOf(checkIn).header.length);
  });

  it('has empty cells for unanswered questions, so that an edit empties them', () => {
    const none = { medication: null, exerciseMinutes: null, sleepHours: null, mood: null };
    const { cells } = entryRow(checkIn, 1, { ...CHECK_IN, ...none, notes: '' });
    expect(cells.slice(1, 6)).toEqual(['', '', '', '', '']);
    const later = { ...CHECK_IN, bowels: null, naps: null, dizzy: null };
    expect(entryRow(checkIn, 1, later).cells.slice(8)).toEqual(['', '', '']);
  });

  it('is empty once it is deleted', () => {
    const empty = { row: 8, cells: Array(11).fill('') };
    expect(entryRow(checkIn, 7, { ...CHECK_IN, deletedAt: 1 })).toEqual(empty);
  });
});
