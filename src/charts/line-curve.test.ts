import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Average } from '../domain/severity.ts';
import { type LineChart, lineChart } from './line-chart.ts';

const SIZE = { width: 800, height: 400 };

const anAverage: fc.Arbitrary<Average> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      mean: fc.double({ min: 0, max: 5, noNaN: true }),
      count: fc.integer({ min: 1, max: 9 }),
    }),
  },
  { weight: 1, arbitrary: fc.constant({ mean: null, count: 0 }) },
);

/** Widths from a narrow phone to a wide screen, with one part to more parts than any timeframe has. */
const aChart = fc
  .record({
    averages: fc.array(anAverage, { minLength: 1, maxLength: 20, size: 'max' }),
    width: fc.integer({ min: 280, max: 2000 }),
    height: fc.integer({ min: 180, max: 900 }),
  })
  .map(({ averages, width, height }) => {
    const labels = averages.map((_, part) => `${part}`);
    return { averages, line: lineOf(lineChart([averages], labels, { width, height })) };
  });

const RUNS = { numRuns: 600 };

describe('the curve', () => {
  it.each<[string, (number | null)[], number]>([
    ['one stroke without gaps', [1, 2, 3, 4], 1],
    ['two around a part without ratings', [1, null, 3, 4], 2],
    ['three around two gaps', [1, null, 3, null, null, 2], 3],
    ['one where the gaps are at the ends', [null, 2, 3, null], 1],
    ['a point alone between gaps', [null, 2, null], 1],
    ['none without ratings', [null, null], 0],
  ])('is %s', (_, means, strokes) => {
    expect(lineOf(chartOf(means)).path.match(/M/g)?.length ?? 0).toBe(strokes);
  });

  it('has a stroke for each run of parts with ratings, which starts at its first point', () => {
    fc.assert(
      fc.property(aChart, ({ averages, line: { path, points } }) => {
        const firsts = points.filter(({ part }) => (averages[part - 1]?.mean ?? null) === null);
        const starts = strokesOf(path).map(([start]) => start);
        expect(starts).toEqual(firsts.map(written));
        expect(path.match(/M/g)?.length ?? 0).toBe(firsts.length);
      }),
      RUNS,
    );
  });

  it('passes exactly through the points', () => {
    fc.assert(
      fc.property(aChart, ({ line: { path, points } }) => {
        const passed = strokesOf(path).flatMap((stroke) => stroke.filter((_, i) => i % 3 === 0));
        expect(passed).toEqual(points.map(written));
      }),
      RUNS,
    );
  });

  it('never leaves the vertical range of two adjacent points', () => {
    fc.assert(
      fc.property(aChart, ({ line }) => {
        for (const stroke of strokesOf(line.path)) expectBetweenNeighbours(stroke);
      }),
      RUNS,
    );
  });

  it('is horizontal at a peak instead of rising above it', () => {
    const chart = chartOf([1, 5, 1, 1, 5]);
    const [stroke = []] = strokesOf(lineOf(chart).path);
    const [before, worst, after] = stroke.slice(2, 5);
    expect(worst?.y).toBe(chart.field.top);
    expect([before?.y, after?.y]).toEqual([worst?.y, worst?.y]);
  });

  it('is curved, so that its control points differ from its points', () => {
    const [stroke = []] = strokesOf(lineOf(chartOf([1, 2, 4, 5])).path);
    const [from, control, , to] = stroke.slice(3, 7) as [Place, Place, Place, Place];
    const straight = from.y + ((control.x - from.x) / (to.x - from.x)) * (to.y - from.y);
    expect(Math.abs(control.y - straight)).toBeGreaterThan(1);
  });
});

interface Place {
  readonly x: number;
  readonly y: number;
}

/**
 * Splits a path into strokes: the first point of a stroke, and then the two control points and the end of each curve.
 */
function strokesOf(path: string): Place[][] {
  const strokes: Place[][] = [];
  for (const [, command = '', numbers = ''] of path.matchAll(/([A-Z])([^A-Z]*)/g)) {
    const places = placesIn(numbers);
    const stroke = strokes.at(-1);
    if (command === 'M') strokes.push(places);
    else if (command === 'C') stroke?.push(...places);
    // Two points alone are joined by a straight line, that is, a curve whose control points are its ends.
    else if (command === 'L') stroke?.push(...stroke.slice(-1), ...places, ...places);
    else expect(command + numbers).toBe('Z');
  }
  return strokes;
}

function placesIn(numbers: string): Place[] {
  const values = numbers ? numbers.split(',').map(Number) : [];
  return Array.from({ length: values.length / 2 }, (_, place) => ({
    x: values[2 * place] as number,
    y: values[2 * place + 1] as number,
  }));
}

/** A Bézier curve stays within the hull of its four points, so checking those is enough. */
function expectBetweenNeighbours(stroke: readonly Place[]): void {
  for (let start = 0; start + 3 < stroke.length; start += 3) {
    const [from, one, two, to] = stroke.slice(start, start + 4) as [Place, Place, Place, Place];
    for (const control of [one, two]) {
      expect(control.y).toBeGreaterThanOrEqual(Math.min(from.y, to.y));
      expect(control.y).toBeLessThanOrEqual(Math.max(from.y, to.y));
      expect(control.x).toBeGreaterThanOrEqual(from.x);
      expect(control.x).toBeLessThanOrEqual(to.x);
    }
  }
}

function chartOf(means: readonly (number | null)[]): LineChart {
  const averages = means.map((mean) => ({ mean, count: mean === null ? 0 : 1 }));
  const labels = means.map((_, part) => `${part}`);
  return lineChart([averages], labels, SIZE);
}

function lineOf(chart: LineChart): LineChart['lines'][number] {
  return chart.lines[0] as LineChart['lines'][number];
}

/** A point rounded to a tenth of a pixel, as in the path. */
function written({ x, y }: Place): Place {
  return { x: Math.round(x * 10) / 10, y: Math.round(y * 10) / 10 };
}
