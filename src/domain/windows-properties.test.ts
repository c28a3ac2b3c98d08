import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ZONES } from './testing/zones.ts';
import {
  barDays,
  lineDays,
  lineParts,
  rangeWarnings,
  spanOf,
  TIMEFRAMES,
  type TimeframeChoice,
} from './windows.ts';
import {
  addDays,
  DAY_MS,
  dateOf,
  dayOf,
  daysBetween,
  type LocalTime,
  localTimeOf,
} from './zone.ts';

const FIRST = Date.UTC(2012, 4, 1);
const LAST = Date.UTC(2100, 0, 1);

const aDate = fc
  .integer({ min: FIRST, max: LAST })
  .map((instant) => new Date(instant).toISOString().slice(0, 10));
const aZone = fc.constantFrom(...ZONES);

/** Any timeframe. Custom ranges may be short, long, reversed, or without dates. */
const aChoice: fc.Arbitrary<TimeframeChoice> = fc
  .record({
    timeframe: fc.constantFrom(...TIMEFRAMES, 'custom' as const, 'custom' as const),
    start: aDate,
    days: fc.oneof(fc.integer({ min: -3, max: 120 }), fc.integer({ min: 120, max: 4000 })),
    missing: fc.constantFrom('none', 'none', 'none', 'none', 'start', 'end', 'both'),
  })
  .map(({ timeframe, start, days, missing }) => ({
    timeframe,
    start: missing === 'start' || missing === 'both' ? '' : start,
    end: missing === 'end' || missing === 'both' ? '' : addDays(start, days - 1),
  }));

const RUNS = { numRuns: 600 };

describe('for any timeframe, day and zone', () => {
  it('the parts cover exactly the window, without gaps or overlaps', () => {
    fc.assert(
      fc.property(aChoice, aDate, (choice, today) => {
        const range = lineDays(choice, today);
        const span = spanOf(range);
        const parts = lineParts(choice, range);
        if (range.last < range.first) {
          expect(parts).toEqual([]);
          expect(span.to).toBe(span.from);
          return;
        }
        expect(parts[0]?.from).toBe(span.from);
        expect(parts.at(-1)?.to).toBe(span.to);
        for (const [part, { from, to }] of parts.entries()) {
          expect(to).toBeGreaterThan(from);
          if (part > 0) expect(from).toBe(parts[part - 1]?.to);
        }
      }),
      RUNS,
    );
  });

  it('a window without custom dates ends with today and contains now', () => {
    const aTime = fc.integer({ min: FIRST, max: LAST });
    fc.assert(
      fc.property(aChoice, aTime, aZone, (choice, now, zone) => {
        fc.pre(choice.timeframe !== 'custom' || !choice.start || !choice.end);
        const today = dateOf(now, zone);
        for (const range of [lineDays(choice, today), barDays(choice, today)]) {
          expect(range.last).toBe(today);
          const { from, to } = spanOf(range);
          const time = localTimeOf(now, zone);
          expect(from).toBeLessThanOrEqual(time);
          expect(to).toBeGreaterThan(time);
        }
      }),
      RUNS,
    );
  });

  it('a part of whole days starts and ends at midnight', () => {
    fc.assert(
      fc.property(aChoice, aDate, (choice, today) => {
        const range = lineDays(choice, today);
        for (const [part, { from, to }] of lineParts(choice, range).entries()) {
          if (choice.timeframe === '3months') continue;
          if (choice.timeframe !== '6weeks' || part % 2 === 0) expectMidnight(from);
          if (choice.timeframe !== '6weeks' || part % 2 === 1) expectMidnight(to);
        }
      }),
      RUNS,
    );
  });

  it('all parts are equally long, except for the last part of a custom range', () => {
    fc.assert(
      fc.property(aChoice, aDate, (choice, today) => {
        const parts = lineParts(choice, lineDays(choice, today));
        const whole = choice.timeframe === 'custom' ? parts.slice(0, -1) : parts;
        const lengths = whole.map(({ from, to }) => to - from);
        const spread = Math.max(...lengths, 0) - Math.min(...lengths, Number.POSITIVE_INFINITY);
        if (lengths.length > 0) expect(spread).toBeLessThanOrEqual(1);
      }),
      RUNS,
    );
  });

  it('a custom range has at most 14 parts, which start where the spec’s formula says', () => {
    fc.assert(
      fc.property(aChoice, aDate, (choice, today) => {
        fc.pre(choice.timeframe === 'custom');
        const range = lineDays(choice, today);
        fc.pre(range.first <= range.last);
        const starts = specStarts(range.first, daysBetween(range.first, range.last));
        const parts = lineParts(choice, range);
        expect(parts.length).toBeLessThanOrEqual(14);
        expect(parts.map(({ from }) => dayOf(from))).toEqual(starts);
      }),
      RUNS,
    );
  });

  it('only a custom range has warnings, and always has one if it starts after its end', () => {
    fc.assert(
      fc.property(aChoice, aDate, (choice, today) => {
        const warnings = rangeWarnings(choice, today);
        if (choice.timeframe !== 'custom') expect(warnings).toEqual([]);
        else if (choice.start && choice.end && choice.start > choice.end) {
          expect(warnings).toContain('Start date is after end date - no data will be shown');
        }
      }),
      RUNS,
    );
  });
});

/** The first day of each part, by the formula of SPEC section 9 and DECISIONS 21. */
function specStarts(first: string, days: number): string[] {
  const points = Math.min(14, Math.max(7, Math.ceil(days / 3)));
  const length = Math.ceil(days / points);
  return Array.from({ length: points }, (_, point) => point * length)
    .filter((offset) => offset < days)
    .map((offset) => addDays(first, offset));
}

function expectMidnight(time: LocalTime): void {
  expect(time % DAY_MS).toBe(0);
}
