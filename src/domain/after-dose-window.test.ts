import { expect, it } from 'vitest';
import { afterDoseIn, hasLevodopa, instantsForAfterDose } from './after-dose-window.ts';
import type { RegimenVersion } from './regimen.ts';
import { LEVODOPA } from './testing/doses.ts';

const BERLIN = 'Europe/Berlin';
const NEW_YORK = 'America/New_York';
const RANGE = { first: '2026-11-01', last: '2026-11-28' };
const NOW = Date.parse('2026-11-28T22:00:00Z');

const REGIMEN: RegimenVersion = {
  ...LEVODOPA,
  medicationId: 'm',
  name: 'Levodopa',
  form: '',
  times: [{ time: '08:00', amount: 1 }],
  from: '2026-10-01',
};

function form(at: string, severity: number, timeZone = BERLIN) {
  return { at: Date.parse(at), timeZone, ratings: [{ name: 'Tremor', severity }] };
}

function dose(takenAt: string, change: object = {}) {
  const at = Date.parse(takenAt);
  return {
    doseId: takenAt,
    medicationId: 'm',
    name: 'Levodopa',
    strength: 100,
    unit: 'mg',
    isLevodopa: true,
    amount: 1,
    takenAt: at,
    scheduledFor: at,
    status: 'taken' as const,
    timeZone: BERLIN,
    ...change,
  };
}

/** The numbers of ratings: in each bin, without a dose, and after a planned dose that was not logged. */
function counts(entered: Partial<Parameters<typeof afterDoseIn>[2]>, zone = BERLIN, range = RANGE) {
  const all = { forms: [], doses: [], versions: [REGIMEN], ...entered };
  const [result] = afterDoseIn(range, ['Tremor'], all, { now: NOW, zone });
  const bins = Object.values(result?.bins ?? {}).map(({ n }) => n);
  return [...bins, result?.withoutDose, result?.notLogged];
}

it('takes the forms of the window by their own date, and the doses before it', () => {
  const range = { first: '2026-11-10', last: '2026-11-10' };
  // 8:00 on both days, Berlin time.
  const doses = [dose('2026-11-09T07:00:00Z'), dose('2026-11-10T07:00:00Z')];
  const forms = [
    // In Berlin time: 23:30 on the 9th, 0:30 on the 10th, 0:30 on the 11th, and 9:30 on the 10th.
    form('2026-11-09T22:30:00Z', 1),
    form('2026-11-09T23:30:00Z', 2),
    form('2026-11-10T23:30:00Z', 3),
    form('2026-11-10T08:30:00Z', 4),
  ];
  expect(counts({ forms, doses }, BERLIN, range)).toEqual([0, 1, 0, 0, 0, 1, 0]);
  const { from } = instantsForAfterDose(range);
  expect(from).toBeLessThanOrEqual(Date.parse('2026-11-08T00:00:00Z'));
});

it('sets a rating apart if a planned dose of levodopa before it was not logged', () => {
  const forms = [form('2026-11-10T08:30:00Z', 4)];
  expect(counts({ forms })).toEqual([0, 0, 0, 0, 0, 0, 1]);
  const skipped = dose('2026-11-10T07:00:00Z', { status: 'skipped' });
  expect(counts({ forms, doses: [skipped] })).toEqual([0, 0, 0, 0, 0, 1, 0]);
  const other = { ...REGIMEN, isLevodopa: false };
  expect(counts({ forms, versions: [other] })).toEqual([0, 0, 0, 0, 0, 1, 0]);
});

it('counts a dose that was logged twice for one planned time once, and no other medication', () => {
  const planned = Date.parse('2026-11-10T07:00:00Z');
  const doses = [
    dose('2026-11-10T07:05:00Z', { scheduledFor: planned }),
    dose('2026-11-10T08:25:00Z', { scheduledFor: planned }),
    dose('2026-11-10T08:29:00Z', { isLevodopa: false, medicationId: 'other' }),
  ];
  expect(counts({ forms: [form('2026-11-10T08:30:00Z', 4)], doses })).toEqual([
    0, 1, 0, 0, 0, 0, 0,
  ]);
});

it('plans the doses of each day in the zone where the person was', () => {
  // In New York 8:00 is 13:00 in UTC, and the person has moved to Berlin since.
  const abroad = { timeZone: NEW_YORK };
  const doses = [dose('2026-11-05T13:00:00Z', abroad)];
  const forms = [form('2026-11-05T13:30:00Z', 3, NEW_YORK)];
  expect(counts({ forms, doses })).toEqual([1, 0, 0, 0, 0, 0, 0]);
});

it('expects no dose that is planned later than now', () => {
  const evening = { ...REGIMEN, times: [{ time: '23:30', amount: 1 }] };
  const forms = [form('2026-11-28T21:59:00Z', 3)];
  expect(counts({ forms, versions: [evening] })).toEqual([0, 0, 0, 0, 0, 1, 0]);
});

it('is only for people who take levodopa', () => {
  expect(hasLevodopa([{ ...REGIMEN, isLevodopa: false }, REGIMEN])).toBe(true);
  expect(hasLevodopa([{ ...REGIMEN, isLevodopa: false }])).toBe(false);
});

it('follows a correction of whether a medication contains levodopa', () => {
  const doses = [dose('2026-11-10T07:00:00Z', { isLevodopa: false })];
  expect(counts({ forms: [form('2026-11-10T08:30:00Z', 4)], doses })).toEqual([
    0, 1, 0, 0, 0, 0, 0,
  ]);
});
