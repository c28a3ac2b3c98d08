import { expect, it } from 'vitest';
import { DEFAULT_DATE_STYLE } from './formats.ts';
import type { RegimenVersion } from './regimen.ts';
import { placedChanges, regimenChanges, regimenChangeText } from './regimen-changes.ts';
import { LEVODOPA } from './testing/doses.ts';
import { lineParts } from './windows.ts';

const NOVEMBER = { first: '2026-11-01', last: '2026-11-30' };

function version(from: string, values: Partial<RegimenVersion> = {}): RegimenVersion {
  const times = [{ time: '08:00', amount: 1 }];
  return { ...LEVODOPA, name: 'Levodopa', times, from, ...values };
}

function changesOf(...versions: RegimenVersion[]): string[] {
  return regimenChanges(versions, NOVEMBER).map((change) => {
    return `${change.day} ${regimenChangeText(change, DEFAULT_DATE_STYLE)}`;
  });
}

it('are the days on which a plan begins, is replaced or ends, in order', () => {
  const more = [{ time: '08:00', amount: 1.5 }];
  const other = { medicationId: 'other', name: 'Rasagiline', strength: 1 };
  expect(
    changesOf(
      version('2026-11-18', { times: more, until: '2026-11-20' }),
      version('2026-11-02', other),
      version('2026-11-02'),
    ),
  ).toEqual([
    '2026-11-02 Levodopa 100 mg: 1 tablet at 8:00 AM',
    '2026-11-02 Rasagiline 1 mg: 1 tablet at 8:00 AM',
    '2026-11-18 Levodopa 100 mg: 1½ tablets at 8:00 AM',
    '2026-11-21 Levodopa 100 mg: ended',
  ]);
});

it('a version that follows another without a gap is one change', () => {
  const first = version('2026-10-01', { until: '2026-11-09' });
  expect(changesOf(first, version('2026-11-10'))).toHaveLength(1);
  expect(changesOf(first, version('2026-11-11'))).toEqual([
    '2026-11-10 Levodopa 100 mg: ended',
    '2026-11-11 Levodopa 100 mg: 1 tablet at 8:00 AM',
  ]);
});

it('include the first and the last day, and no other days than those', () => {
  expect(changesOf(version('2026-11-01'), version('2026-11-30'))).toHaveLength(2);
  expect(changesOf(version('2026-10-31'), version('2026-12-01'))).toEqual([]);
  expect(changesOf(version('2026-10-01', { until: '2026-10-31' }))).toHaveLength(1);
  expect(changesOf(version('2026-10-01', { until: '2026-11-30' }))).toEqual([]);
});

it('know the first plan in the app, which has no line in the charts', () => {
  const other = { medicationId: 'other', name: 'Rasagiline' };
  const versions = [
    version('2026-11-12'),
    version('2026-11-12', other),
    version('2026-11-15', { times: [], until: '2026-11-16' }),
    version('2026-11-18', { ...other, medicationId: 'later' }),
  ];
  expect(regimenChanges(versions, NOVEMBER).map(({ isFirstPlan }) => isFirstPlan)).toEqual([
    ...[true, true, false, false, false],
  ]);
  const parts = lineParts({ timeframe: 'month', start: '', end: '' }, NOVEMBER);
  const daysOf = (firstPlan?: string) =>
    placedChanges(versions, NOVEMBER, parts, firstPlan).map(({ change }) => change.day);
  expect(daysOf()).toEqual(['2026-11-15', '2026-11-17', '2026-11-18']);
  expect(daysOf('2026-10-01')).toHaveLength(5);
});

it('are placed at the midnight that begins their day', () => {
  const range = { first: '2026-11-12', last: '2026-11-18' };
  const parts = lineParts({ timeframe: '7days', start: '', end: '' }, range);
  const days = ['2026-10-01', '2026-11-12', '2026-11-15', '2026-11-18'];
  const versions = days.map((day) => version(day));
  const placesIn = (shown: typeof parts) => {
    return placedChanges(versions, range, shown).map(({ change, place }) => [change.day, place]);
  };
  expect(placesIn(parts)).toEqual([
    ['2026-11-12', 0],
    ['2026-11-15', 3],
    ['2026-11-18', 6],
  ]);
  expect(placesIn(parts.slice(0, 2))).toEqual([['2026-11-12', 0]]);
});
