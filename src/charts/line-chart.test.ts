import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Average } from '../domain/severity.ts';
import { type LineChart, lineChart } from './line-chart.ts';
import { CHARACTER_WIDTH, LABEL_GAP } from './plot.ts';

const SIZE = { width: 800, height: 400 };

const aMean = fc.double({ min: 1, max: 5, noNaN: true });
const anAverage: fc.Arbitrary<Average> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ mean: aMean, count: fc.integer({ min: 1, max: 9 }) }) },
  { weight: 1, arbitrary: fc.constant({ mean: null, count: 0 }) },
);
const aLabel = fc.string({ minLength: 1, maxLength: 14 });

/**
 * A chart of any width, from a narrow phone to a wide screen, with 1 to 20 parts: more than any timeframe has (14).
 */
const aChart = fc
  .record({
    labels: fc.array(aLabel, { minLength: 1, maxLength: 20 }),
    width: fc.integer({ min: 280, max: 2000 }),
    height: fc.integer({ min: 180, max: 900 }),
  })
  .chain(({ labels, width, height }) => {
    const { length } = labels;
    const averages = fc.array(anAverage, { minLength: length, maxLength: length });
    return fc.array(averages, { maxLength: 6 }).map((series) => ({
      series,
      labels,
      chart: lineChart(series, labels, { width, height }),
    }));
  });

const RUNS = { numRuns: 500 };

describe('the points', () => {
  it('exist for each part with ratings, with its mean and count', () => {
    fc.assert(
      fc.property(aChart, ({ series, chart }) => {
        expect(chart.lines).toHaveLength(series.length);
        for (const [index, averages] of series.entries()) {
          const rated = averages.flatMap(({ mean, count }, part) =>
            mean === null ? [] : [{ part, mean, count }],
          );
          const points = lineOf(chart, index).points;
          expect(points.map(({ part, mean, count }) => ({ part, mean, count }))).toEqual(rated);
        }
      }),
      RUNS,
    );
  });

  it('are inside the data area, in the column of their part, at the height of their mean', () => {
    fc.assert(
      fc.property(aChart, ({ chart }) => {
        const { left, right, top, bottom } = chart.field;
        for (const { part, x, y, mean } of chart.lines.flatMap(({ points }) => points)) {
          expect(x).toBe(chart.columns[part]);
          expect(x).toBeGreaterThan(left);
          expect(x).toBeLessThan(right);
          expect(y).toBeCloseTo(bottom - ((mean - 1) / 4) * (bottom - top), 6);
        }
      }),
      RUNS,
    );
  });

  it('have markers in the same column; those of equal means are side by side', () => {
    const equal = { mean: 3, count: 1 };
    const chart = lineChart([[equal], [{ mean: 2, count: 1 }], [equal], [equal]], ['Nov 1'], SIZE);
    const [x = 0] = chart.columns;
    expect(chart.lines.map(({ points }) => (points[0]?.markX ?? 0) - x)).toEqual([-9, 0, 0, 9]);
    fc.assert(
      fc.property(aChart, ({ chart }) => {
        for (const { x, markX } of chart.lines.flatMap(({ points }) => points)) {
          expect(Math.abs(markX - x)).toBeLessThan(chart.columnWidth / 2);
        }
      }),
      RUNS,
    );
  });

  it('are on the lower edge for 1, on the upper edge for 5, and half way for 3', () => {
    const chart = chartOf([1, 5, 3]);
    const { top, bottom } = chart.field;
    expect(lineOf(chart, 0).points.map(({ y }) => y)).toEqual([bottom, top, (top + bottom) / 2]);
  });
});

it('the data area leaves a margin on every side of the chart', () => {
  const { left, right, top, bottom } = chartOf([3]).field;
  expect(left).toBeGreaterThan(0);
  expect(top).toBeGreaterThan(0);
  expect(right).toBeLessThan(SIZE.width);
  expect(bottom).toBeLessThan(SIZE.height);
});

describe('the axes', () => {
  it('have ticks for severity 1 to 5, each at the height of a mean of that value', () => {
    const chart = chartOf([1, 2, 3, 4, 5]);
    expect(chart.yTicks.map(({ label }) => label)).toEqual(['1', '2', '3', '4', '5']);
    expect(chart.yTicks.map(({ at }) => at)).toEqual(lineOf(chart, 0).points.map(({ y }) => y));
  });

  it('give every part a column of the same width; together the columns fill the data area', () => {
    fc.assert(
      fc.property(aChart, ({ labels, chart: { columns, columnWidth, field } }) => {
        expect(columns).toHaveLength(labels.length);
        expect(columnWidth * labels.length).toBeCloseTo(field.right - field.left, 6);
        for (const [part, x] of columns.entries()) {
          expect(x).toBeCloseTo(field.left + (part + 0.5) * columnWidth, 6);
        }
      }),
      RUNS,
    );
  });

  it('keep the first label, and drop labels that would overlap', () => {
    fc.assert(
      fc.property(aChart, ({ labels, chart: { xTicks, columns } }) => {
        expect(xTicks[0]).toEqual({ at: columns[0], label: labels[0] });
        for (const [index, tick] of xTicks.entries()) {
          const next = xTicks[index + 1];
          if (!next) continue;
          const end = tick.at + (tick.label.length * CHARACTER_WIDTH) / 2;
          const start = next.at - (next.label.length * CHARACTER_WIDTH) / 2;
          expect(start - end).toBeGreaterThanOrEqual(LABEL_GAP - 1e-6);
        }
      }),
      RUNS,
    );
  });

  it('put each label under its part, at equal distances', () => {
    fc.assert(
      fc.property(aChart, ({ labels, chart: { xTicks, columns } }) => {
        const parts = xTicks.map(({ at }) => columns.indexOf(at));
        expect(xTicks.map(({ label }) => label)).toEqual(parts.map((part) => labels[part]));
        expect(parts).toEqual(parts.map((_, index) => index * (parts[1] ?? 0)));
      }),
      RUNS,
    );
  });

  it('keep all labels if they fit, and fewer if not', () => {
    const week = ['Nov 15', 'Nov 16', 'Nov 17', 'Nov 18', 'Nov 19', 'Nov 20', 'Nov 21'];
    const shown = (width: number) => lineChart([], week, { width, height: 400 }).xTicks.length;
    expect(shown(800)).toBe(7);
    expect(shown(320)).toBe(4);
  });
});

it('a chart without parts is empty and does not fail', () => {
  const { lines, columns, xTicks } = lineChart([[]], [], SIZE);
  expect({ lines, columns, xTicks }).toEqual({
    lines: [{ path: '', points: [] }],
    columns: [],
    xTicks: [],
  });
});

function chartOf(means: readonly (number | null)[]): LineChart {
  const averages = means.map((mean) => ({ mean, count: mean === null ? 0 : 1 }));
  const labels = means.map((_, part) => `${part}`);
  return lineChart([averages], labels, SIZE);
}

function lineOf(chart: LineChart, index: number): LineChart['lines'][number] {
  return chart.lines[index] as LineChart['lines'][number];
}
