import fc from 'fast-check';
import { expect, it } from 'vitest';
import { rowsOf } from './day-rows.ts';
import type { FormOfDay } from './queries/filled-columns.ts';

function form(formNumber: number, change: Partial<FormOfDay> = {}): FormOfDay {
  const times = { loggedAt: formNumber * 1000, deletedAt: null, timeZone: 'Europe/Berlin' };
  return { formNumber, ...times, filled: '', ...change };
}

const NONE = [null, null, null, null];
const cellsOf = (forms: readonly FormOfDay[], values: readonly (string | number | undefined)[]) => {
  const rows = rowsOf(forms, () => values);
  return Object.fromEntries(
    rows.map(({ formNumber, cells, filled }) => [formNumber, [...cells, filled]]),
  );
};

it.each<{
  what: string;
  forms: FormOfDay[];
  values?: (string | number | undefined)[];
  rows: Record<number, unknown[]>;
}>([
  {
    what: 'the earliest form has the cells, whatever its number',
    forms: [form(1, { loggedAt: 5 }), form(2, { loggedAt: 4 }), form(3, { loggedAt: 6 })],
    rows: { 2: ['yes', null, null, null, 'D'] },
  },
  {
    what: 'of two forms of one time, the one with the lower number has the cells',
    forms: [form(2, { loggedAt: 5 }), form(1, { loggedAt: 5 })],
    rows: { 1: ['yes', null, null, null, 'D'] },
  },
  {
    what: 'a deleted form loses what the app filled, and the next one gets it',
    forms: [form(1, { deletedAt: 9, filled: 'D' }), form(2)],
    rows: { 1: ['', null, null, null, ''], 2: ['yes', null, null, null, 'D'] },
  },
  {
    what: 'a deleted form that was never filled is left alone',
    forms: [form(1, { deletedAt: 9 }), form(2)],
    rows: { 2: ['yes', null, null, null, 'D'] },
  },
  {
    what: 'a form that is not the first any more loses only what the app filled',
    forms: [form(1, { loggedAt: 5, filled: 'DG' }), form(2, { loggedAt: 4 })],
    values: ['yes', 30, undefined, 3],
    rows: { 1: ['', null, null, '', ''], 2: ['yes', 30, null, 3, 'DEG'] },
  },
  {
    what: 'a value that is gone empties only a cell that the app filled',
    forms: [form(1, { filled: 'D' }), form(2)],
    values: [],
    rows: { 1: ['', null, null, null, ''] },
  },
  {
    what: '0 is a value',
    forms: [form(1)],
    values: [undefined, 0],
    rows: { 1: [null, 0, null, null, 'E'] },
  },
  {
    what: 'without values and filled cells there is no row',
    forms: [form(1)],
    values: [],
    rows: {},
  },
  { what: 'without forms there is no row', forms: [], rows: {} },
])('$what', ({ forms, values = ['yes'], rows }) => {
  expect(cellsOf(forms, values)).toEqual(rows);
});

it('computes the values in the zone of the first form', () => {
  const zones: string[] = [];
  const forms = [form(1, { loggedAt: 9000 }), form(2, { timeZone: 'Asia/Tokyo' })];
  rowsOf(forms, (zone) => {
    zones.push(zone);
    return [];
  });
  expect(zones).toEqual(['Asia/Tokyo']);
});

const anyForm = fc.record({
  loggedAt: fc.integer({ min: 0, max: 3 }),
  deletedAt: fc.constantFrom(null, 1),
  filled: fc.constantFrom('', 'D', 'EG', 'DEFG'),
});

it('for any forms of a day, only one row has cells of the day, and no other cell is changed', () => {
  fc.assert(
    fc.property(
      fc.array(anyForm, { maxLength: 5 }),
      fc.array(fc.constantFrom('value', undefined), { maxLength: 4 }),
      (changes, values) => {
        const forms = changes.map((change, index) => form(index + 1, change));
        const rows = new Map(rowsOf(forms, () => values).map((row) => [row.formNumber, row]));
        const left = forms.filter(({ deletedAt }) => deletedAt === null);
        const first = left.find((each) => left.every(({ loggedAt }) => each.loggedAt <= loggedAt));
        for (const each of forms) {
          const { cells = NONE, filled = '' } = rows.get(each.formNumber) ?? {};
          for (const [index, column] of [...'DEFG'].entries()) {
            const value = each === first ? values[index] : undefined;
            const wasFilled = each.filled.includes(column);
            expect(cells[index]).toBe(value ?? (wasFilled ? '' : null));
            expect(filled.includes(column)).toBe(value !== undefined);
          }
        }
      },
    ),
  );
});
