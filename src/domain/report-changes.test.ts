import fc from 'fast-check';
import { expect, it } from 'vitest';
import { changesInWords, ENOUGH_RATINGS } from './report-changes.ts';
import type { SymptomFigures } from './report-figures.ts';
import { shownDifference } from './severity.ts';

const NONE = { mean: null, count: 0 };

function figures(
  name: string,
  [mean, count]: readonly [number, number],
  [meanBefore, countBefore]: readonly [number, number],
): SymptomFigures {
  const now = count === 0 ? NONE : { mean, count };
  const before = countBefore === 0 ? NONE : { mean: meanBefore, count: countBefore };
  return {
    name,
    now,
    before,
    range: null,
    change: count && countBefore ? shownDifference(mean, meanBefore) : null,
    times: { morning: NONE, afternoon: NONE, evening: NONE },
  };
}

it('names at most three changes, up or down, the largest first', () => {
  expect(
    changesInWords([
      figures('Tremor', [2.6, 30], [2, 30]),
      figures('Sleep', [1.5, 30], [3.5, 30]),
      figures('Pain', [3.5, 30], [3, 30]),
      figures('Balance', [4, 30], [2.5, 30]),
    ]),
  ).toEqual([
    'The average for Sleep fell from 3.5 to 1.5 (less severe).',
    'The average for Balance rose from 2.5 to 4.0 (more severe).',
    'The average for Tremor rose from 2.0 to 2.6 (more severe).',
  ]);
});

it('says so if nothing changed by half a point', () => {
  expect(changesInWords([figures('Tremor', [2.4, 30], [2, 30])])).toEqual([
    'No average changed by half a point or more.',
  ]);
});

it('names a change that the table shows as half a point', () => {
  expect(changesInWords([figures('Tremor', [2.46, 30], [2, 30])])).toEqual([
    'The average for Tremor rose from 2.0 to 2.5 (more severe).',
  ]);
  expect(changesInWords([figures('Tremor', [2.44, 30], [2, 30])])).toEqual([
    'No average changed by half a point or more.',
  ]);
});

it('names a change of half a point between the means as shown, and only then', () => {
  expect(changesInWords([figures('Tremor', [2.54, 30], [2.96, 30])])).toEqual([
    'The average for Tremor fell from 3.0 to 2.5 (less severe).',
  ]);
  expect(changesInWords([figures('Tremor', [3.04, 30], [2.56, 30])])).toEqual([
    'No average changed by half a point or more.',
  ]);
});

it('says so if there are no ratings', () => {
  expect(changesInWords([figures('Tremor', [0, 0], [2, 30])])).toEqual([
    'No ratings in this period.',
  ]);
});

it('compares symptoms that have just enough ratings in both periods', () => {
  expect(changesInWords([figures('Tremor', [3, ENOUGH_RATINGS], [2, ENOUGH_RATINGS])])).toEqual([
    'The average for Tremor rose from 2.0 to 3.0 (more severe).',
  ]);
});

it('says how many ratings a comparison needs if no symptom has enough', () => {
  expect(changesInWords([figures('Tremor', [3, ENOUGH_RATINGS], [2, 9])])).toEqual([
    'There are too few ratings to say what changed.',
    'Each symptom needs 10 ratings in this period. It also needs 10 in the period before.',
  ]);
});

it('counts the symptoms that have too few ratings to compare', () => {
  const compared = figures('Tremor', [3, 30], [2, 30]);
  const change = 'The average for Tremor rose from 2.0 to 3.0 (more severe).';
  const [sleep, pain] = [figures('Sleep', [3, 9], [2, 30]), figures('Pain', [3, 30], [2, 9])];
  const unrated = figures('Cramps', [0, 0], [2, 30]);
  expect(changesInWords([compared, unrated])).toEqual([change]);
  expect(changesInWords([sleep, compared])).toEqual([
    change,
    'One symptom has too few ratings to compare. Each needs 10 in this period and 10 in the period before.',
  ]);
  expect(changesInWords([sleep, compared, pain])).toEqual([
    change,
    '2 symptoms have too few ratings to compare. Each needs 10 in this period and 10 in the period before.',
  ]);
});

it('says nothing about a symptom with too few ratings, now or before', () => {
  const enough = fc.integer({ min: ENOUGH_RATINGS, max: 100 });
  const few = fc.integer({ min: 0, max: ENOUGH_RATINGS - 1 });
  const counts = fc.oneof(fc.tuple(few, enough), fc.tuple(enough, few), fc.tuple(few, few));
  const mean = fc.double({ min: 1, max: 5, noNaN: true });
  fc.assert(
    fc.property(counts, mean, mean, ([count, countBefore], now, before) => {
      const words = changesInWords([
        figures('Tremor', [now, count], [before, countBefore]),
        figures('Sleep', [3, 50], [3, 50]),
      ]).join(' ');
      expect(words).not.toContain('Tremor');
    }),
  );
});
