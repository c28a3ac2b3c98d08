import { describe, expect, it } from 'vitest';
import type { StoredForm } from '../forms/queries/forms.ts';
import { rangesOf } from './rows.ts';

function form(formNumber: number, ratings: [name: string, severity: number, notes: string][]) {
  const stored: StoredForm = {
    id: `form ${formNumber}`,
    formNumber,
    loggedAt: Date.parse('2026-07-01T22:15:30Z'),
    enteredAt: Date.parse('2026-07-02T08:00:00Z'),
    timeZone: 'Europe/Berlin',
    version: 1,
    deletedAt: null,
    ratings: ratings.map(([name, severity, notes], index) => {
      return { slot: index + 1, name, severity, notes };
    }),
  };
  return stored;
}

describe('the row of a form', () => {
  it('has the time it is for, the average, and each symptom with severity and note', () => {
    const logged = form(1, [
      ['Tremor', 5, 'Left hand\nand right'],
      ['Stiffness', 4, ''],
      ['Balance', 1, 'Fell'],
    ]);
    expect(rangesOf('u-1', [logged])).toEqual([
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
    const ranges = rangesOf('u-1', forms);
    expect(ranges.map(({ range, values }) => [range, values.length])).toEqual([
      ['A2:H4', 3],
      ['A8:H8', 1],
      ['A10:H11', 2],
      ['A1001:H1001', 1],
    ]);
  });

  it.each([0, 1])('fits a cell, and does not end in half a surrogate pair: %i more', (more) => {
    const long = form(1, [['Tremor', 1, 'x'.repeat(more) + '😀'.repeat(30_000)]]);
    const notes = String(rangesOf('u-1', [long])[0]?.values[0]?.[7]);
    expect(notes.length).toBeLessThanOrEqual(50_000);
    expect(notes.length).toBeGreaterThan(49_990);
    expect(notes.isWellFormed()).toBe(true);
    expect(notes.endsWith('😀 … (the rest is in Symptom Tracker)')).toBe(true);
  });

  it('does not cut notes that just fit', () => {
    const whole = form(1, [['T', 1, 'x'.repeat(50_000 - 'T: 1 - '.length)]]);
    const notes = String(rangesOf('u-1', [whole])[0]?.values[0]?.[7]);
    expect(notes).toMatch(/^T: 1 - x+$/);
    expect(notes.length).toBe(50_000);
  });
});
