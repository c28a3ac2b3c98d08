import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  comingPressureDays,
  differenceText,
  POSITIONS,
  type Position,
  type Reading,
  readingText,
  sittings,
} from './pressure.ts';

const MINUTE_MS = 60_000;

function reading(minutes: number, position: Position, systolic = 120, diastolic = 80): Reading {
  return { measuredAt: minutes * MINUTE_MS, position, systolic, diastolic, pulse: null };
}

it('pairs each reading after standing up with the one while lying before it', () => {
  const found = sittings([
    reading(6, 'standing3', 100, 70),
    reading(1, 'lying', 130, 80),
    reading(3, 'standing1', 106, 74),
    reading(900, 'lying', 120, 76),
  ]);
  expect(
    found.map(({ lying, standing }) => [lying?.systolic, standing.map(differenceText)]),
  ).toEqual([
    [130, ['−24/−6', '−30/−10']],
    [120, []],
  ]);
});

it('makes no difference without a reading while lying, or from one long before', () => {
  const found = sittings([reading(0, 'lying'), reading(16, 'standing1'), reading(18, 'standing3')]);
  expect(found.map(({ standing }) => standing.map(differenceText))).toEqual([[], ['', '']]);
});

it('writes readings and differences', () => {
  expect(readingText({ systolic: 128, diastolic: 76, pulse: 64 })).toBe('128/76, pulse 64');
  const [{ standing: [standing] = [] } = {}] = sittings([
    reading(0, 'lying', 120, 80),
    reading(2, 'standing1', 122, 80),
  ]);
  expect(standing && differenceText(standing)).toBe('+2/0');
});

it('equals a second way to compute it: for each standing reading, search back for its lying one', () => {
  const aReading = fc.record({
    minutes: fc.nat(120),
    position: fc.constantFrom(...POSITIONS),
    systolic: fc.integer({ min: 40, max: 300 }),
    diastolic: fc.integer({ min: 20, max: 200 }),
  });
  fc.assert(
    fc.property(
      fc.uniqueArray(aReading, { selector: ({ minutes }) => minutes, maxLength: 12 }),
      (given) => {
        const readings = given.map(({ minutes, position, systolic, diastolic }) =>
          reading(minutes, position, systolic, diastolic),
        );
        const found = new Map(
          sittings(readings).flatMap(({ standing }) =>
            standing.map(({ reading: { measuredAt }, systolic }) => [measuredAt, systolic]),
          ),
        );
        for (const each of readings) {
          if (each.position === 'lying') continue;
          const before = readings
            .filter(({ measuredAt }) => measuredAt < each.measuredAt)
            .sort((one, other) => other.measuredAt - one.measuredAt);
          const between = before.slice(
            0,
            before.findIndex(({ position }) => position === 'lying'),
          );
          const lying = before.find(({ position }) => position === 'lying');
          const isPaired =
            lying &&
            each.measuredAt - lying.measuredAt <= 15 * MINUTE_MS &&
            !between.some(({ position }) => position === each.position);
          expect(found.get(each.measuredAt)).toBe(isPaired ? each.systolic - lying.systolic : null);
        }
      },
    ),
    { numRuns: 500 },
  );
});

it('offers the five days before the earliest visit for which they were chosen and are not over', () => {
  const visits = [
    { day: '2026-12-20', bloodPressure: true },
    { day: '2026-12-03', bloodPressure: true },
    { day: '2026-12-01', bloodPressure: null },
    { day: null, bloodPressure: true },
  ];
  const days = { first: '2026-11-28', last: '2026-12-02' };
  expect(comingPressureDays(visits, '2026-11-18')).toEqual(days);
  expect(comingPressureDays(visits, '2026-12-02')).toEqual(days);
  expect(comingPressureDays(visits, '2026-12-03')?.first).toBe('2026-12-15');
  expect(comingPressureDays(visits, '2026-12-20')).toBeUndefined();
});
