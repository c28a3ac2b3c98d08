import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  type Average,
  averageByPart,
  averageByTimeOfDay,
  type RatedForm,
  TIMES_OF_DAY,
} from './severity.ts';
import { lineDays, lineParts, type Span, spanOf, TIMEFRAMES } from './windows.ts';
import { addDays, type LocalTime } from './zone.ts';

const NAMES = ['Tremor', 'tremor', 'Pain', 'Sleep'];

/** A window of any timeframe, its parts, and forms inside it, outside it and exactly at part boundaries. */
const aChart = fc
  .record({
    timeframe: fc.constantFrom(...TIMEFRAMES),
    today: fc.integer({ min: 0, max: 2000 }).map((day) => addDays('2024-01-01', day)),
    customDays: fc.integer({ min: 1, max: 400 }),
  })
  .chain(({ timeframe, today, customDays }) => {
    const choice = { timeframe, start: addDays(today, 1 - customDays), end: today };
    const range = lineDays(choice, today);
    const span = spanOf(range);
    const parts = lineParts(choice, range);
    return fc.record({
      span: fc.constant(span),
      parts: fc.constant(parts),
      forms: fc.array(aForm(span, parts), { maxLength: 30 }),
    });
  });

function aForm(span: Span, parts: readonly Span[]): fc.Arbitrary<RatedForm> {
  const border = fc.constantFrom(...parts.flatMap(({ from, to }) => [from - 1, from, to - 1, to]));
  const length = span.to - span.from;
  const anywhere = fc.integer({ min: span.from - length, max: span.to + length });
  const rating = fc.record({
    name: fc.constantFrom(...NAMES),
    severity: fc.integer({ min: 1, max: 5 }),
  });
  return fc.record({
    localTime: fc.oneof(border, anywhere),
    ratings: fc.array(rating, { maxLength: 5 }),
  });
}

const RUNS = { numRuns: 500 };

it('counts every rating in the window for one part and one time of day, and no other rating', () => {
  fc.assert(
    fc.property(aChart, fc.constantFrom(...NAMES), ({ forms, parts, span }, name) => {
      const ratings = ratingsIn(forms, name, span).length;
      expect(countOf(averageByPart(forms, name, parts))).toBe(ratings);
      const byTime = averageByTimeOfDay(forms, name, span);
      expect(countOf(Object.values(byTime))).toBe(ratings);
    }),
    RUNS,
  );
});

it('counts a form for the part that contains its local time, and for no part outside the window', () => {
  fc.assert(
    fc.property(aChart, ({ forms, parts, span }) => {
      for (const { localTime } of forms) {
        const forms = [{ localTime, ratings: [{ name: 'Pain', severity: 3 }] }];
        const counts = averageByPart(forms, 'Pain', parts).map(({ count }) => count);
        expect(counts).toEqual(parts.map((part) => (isIn(part, localTime) ? 1 : 0)));
        expect(counts.reduce((sum, count) => sum + count, 0)).toBe(isIn(span, localTime) ? 1 : 0);
      }
    }),
    RUNS,
  );
});

it('counts a form for its local time of day', () => {
  fc.assert(
    fc.property(aChart, ({ forms, span }) => {
      for (const { localTime } of forms) {
        const forms = [{ localTime, ratings: [{ name: 'Pain', severity: 3 }] }];
        const averages = averageByTimeOfDay(forms, 'Pain', span);
        const counted = TIMES_OF_DAY.filter((time) => averages[time].count > 0);
        expect(counted).toEqual(isIn(span, localTime) ? [timeShown(localTime)] : []);
      }
    }),
    RUNS,
  );
});

it('a mean is between the lowest and the highest rating, and null only without ratings', () => {
  fc.assert(
    fc.property(aChart, fc.constantFrom(...NAMES), ({ forms, parts, span }, name) => {
      const byPart = averageByPart(forms, name, parts);
      for (const [part, average] of byPart.entries()) {
        expectMeanOf(average, ratingsIn(forms, name, parts[part] as Span));
      }
      const byTime = averageByTimeOfDay(forms, name, span);
      for (const time of TIMES_OF_DAY) {
        const then = forms.filter(({ localTime }) => timeShown(localTime) === time);
        expectMeanOf(byTime[time], ratingsIn(then, name, span));
      }
    }),
    RUNS,
  );
});

it('the sum of mean × count over all parts is the sum of all ratings', () => {
  fc.assert(
    fc.property(aChart, fc.constantFrom(...NAMES), ({ forms, parts, span }, name) => {
      const total = ratingsIn(forms, name, span).reduce((sum, severity) => sum + severity, 0);
      expect(weighed(averageByPart(forms, name, parts))).toBeCloseTo(total, 9);
      const byTime = averageByTimeOfDay(forms, name, span);
      expect(weighed(Object.values(byTime))).toBeCloseTo(total, 9);
    }),
    RUNS,
  );
});

function expectMeanOf({ mean, count }: Average, ratings: readonly number[]): void {
  expect(count).toBe(ratings.length);
  if (mean === null) {
    expect(ratings).toEqual([]);
    return;
  }
  expect(mean).toBeGreaterThanOrEqual(Math.min(...ratings));
  expect(mean).toBeLessThanOrEqual(Math.max(...ratings));
}

function ratingsIn(forms: readonly RatedForm[], name: string, span: Span): number[] {
  return forms
    .filter(({ localTime }) => isIn(span, localTime))
    .flatMap(({ ratings }) => ratings)
    .filter((rating) => rating.name === name)
    .map(({ severity }) => severity);
}

function isIn({ from, to }: Span, time: LocalTime): boolean {
  return from <= time && time < to;
}

function timeShown(time: LocalTime): string {
  const { hour } = Temporal.Instant.fromEpochMilliseconds(time).toZonedDateTimeISO('UTC');
  if (hour >= 17) return 'evening';
  return hour >= 12 ? 'afternoon' : 'morning';
}

function countOf(averages: readonly Average[]): number {
  return averages.reduce((sum, { count }) => sum + count, 0);
}

function weighed(averages: readonly Average[]): number {
  return averages.reduce((sum, { mean, count }) => sum + (mean ?? 0) * count, 0);
}
