import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Average, TIMES_OF_DAY } from '../domain/severity.ts';
import { type Bar, barChart } from './bar-chart.ts';
import { textWidth } from './plot.ts';

const SIZE = { width: 800, height: 400 };
const NO_RATINGS: Average = { mean: null, count: 0 };

const anAverage: fc.Arbitrary<Average> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      mean: fc.double({ min: 1, max: 5, noNaN: true }),
      count: fc.integer({ min: 1, max: 99 }),
    }),
  },
  { weight: 1, arbitrary: fc.constant(NO_RATINGS) },
);
const aSeries = fc.record({
  name: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 }),
  averages: fc.record({ morning: anAverage, afternoon: anAverage, evening: anAverage }),
});

/** Widths from a narrow phone to a wide screen, with few or many symptoms. */
const aChart = fc
  .record({
    series: fc.array(aSeries, { minLength: 1, maxLength: 10 }),
    width: fc.integer({ min: 280, max: 2000 }),
    height: fc.integer({ min: 240, max: 900 }),
  })
  .map(({ series, width, height }) => ({ series, chart: barChart(series, { width, height }) }));

const [SINE, COSINE] = [Math.sin((35 * Math.PI) / 180), Math.cos((35 * Math.PI) / 180)];

const RUNS = { numRuns: 500 };

describe('the bars', () => {
  it('have height 0 on the lower edge if there are no ratings', () => {
    const averages = { morning: { mean: 5, count: 1 }, afternoon: NO_RATINGS, evening: NO_RATINGS };
    const { groups, field } = barChart([{ name: 'Tremor', averages }], SIZE);
    expect(groups[0]?.bars.map(({ y, height }) => ({ y, height }))).toEqual([
      { y: field.top, height: field.bottom - field.top },
      { y: field.bottom, height: 0 },
      { y: field.bottom, height: 0 },
    ]);
  });

  it('stand on the lower edge, and their height is the mean on a scale from 0 to 5', () => {
    fc.assert(
      fc.property(aChart, ({ series, chart: { groups, field } }) => {
        for (const [index, { averages }] of series.entries()) {
          for (const { timeOfDay, y, height } of groups[index]?.bars ?? []) {
            const mean = averages[timeOfDay].mean ?? 0;
            expect(height).toBeCloseTo((mean / 5) * (field.bottom - field.top), 6);
            expect(y + height).toBeCloseTo(field.bottom, 6);
            expect(y).toBeGreaterThanOrEqual(field.top);
          }
        }
      }),
      RUNS,
    );
  });

  it('are side by side in their group, one for each time of day, from morning to evening', () => {
    fc.assert(
      fc.property(aChart, ({ series, chart: { groups } }) => {
        expect(groups).toHaveLength(series.length);
        for (const { x, width, bars } of groups) {
          expect(bars.map(({ timeOfDay }) => timeOfDay)).toEqual(TIMES_OF_DAY);
          expect(bars[0]?.x).toBeGreaterThanOrEqual(x - 1e-6);
          expect(endOf(bars.at(-1))).toBeLessThanOrEqual(x + width + 1e-6);
          for (const [index, bar] of bars.entries()) {
            expect(bar.width).toBeGreaterThan(0);
            if (index > 0) expect(bar.x).toBeGreaterThan(endOf(bars[index - 1]));
          }
        }
      }),
      RUNS,
    );
  });
});

describe('the groups', () => {
  it('are inside the data area, in order, and do not overlap', () => {
    fc.assert(
      fc.property(aChart, ({ chart: { groups, field } }) => {
        expect(field.bottom).toBeGreaterThan(field.top);
        expect(groups[0]?.x).toBeGreaterThanOrEqual(field.left);
        expect(endOf(groups.at(-1))).toBeLessThanOrEqual(field.right + 1e-6);
        for (const [index, group] of groups.entries()) {
          if (index > 0) expect(group.x).toBeGreaterThan(endOf(groups[index - 1]));
        }
      }),
      RUNS,
    );
  });

  it('leave a margin on every side of the chart', () => {
    const { left, right, top, bottom } = barChart([], SIZE).field;
    expect(left).toBeGreaterThan(0);
    expect(top).toBeGreaterThan(0);
    expect(right).toBeLessThan(SIZE.width);
    expect(bottom).toBeLessThan(SIZE.height);
  });

  it('are separate for two symptoms with the same name', () => {
    const averages = { morning: NO_RATINGS, afternoon: NO_RATINGS, evening: NO_RATINGS };
    const series = [
      { name: 'Pain', averages },
      { name: 'Pain', averages },
    ];
    const [one, other] = barChart(series, SIZE).groups;
    expect(other?.x).toBeGreaterThan(endOf(one));
  });

  it('are an empty list without symptoms', () => {
    const { groups, xTicks, slanted } = barChart([], SIZE);
    expect({ groups, xTicks, slanted }).toEqual({ groups: [], xTicks: [], slanted: false });
  });
});

describe('the labels', () => {
  const averages = { morning: NO_RATINGS, afternoon: NO_RATINGS, evening: NO_RATINGS };
  const named = (...names: string[]) => names.map((name) => ({ name, averages }));

  it('are horizontal and complete if they fit side by side', () => {
    const { slanted, xTicks } = barChart(named('Tremor', 'Stiffness', 'Balance'), SIZE);
    expect(slanted).toBe(false);
    expect(xTicks.map(({ label }) => label)).toEqual(['Tremor', 'Stiffness', 'Balance']);
  });

  it('are horizontal for three usual names on a phone', () => {
    const series = named('Tremor', 'Stiffness', 'Slowness');
    expect(barChart(series, { width: 294, height: 264 }).slanted).toBe(false);
  });

  it('have two lines if one would be too long, and the data area leaves room for the second', () => {
    const phone = { width: 294, height: 264 };
    const { slanted, xTicks, field } = barChart(named('Tremor', 'Freezing of gait', 'Pain'), phone);
    expect(slanted).toBe(false);
    expect(xTicks.map(({ label }) => label)).toEqual(['Tremor', 'Freezing\nof gait', 'Pain']);
    expect(barChart(named('Pain'), phone).field.bottom - field.bottom).toBe(22);
  });

  const long = 'Trouble getting out of bed in the morning';

  it('stay horizontal, and the long ones are shortened, if each has enough room', () => {
    const series = named('Tremor', long, 'M'.repeat(30));
    const { slanted, xTicks } = barChart(series, { ...SIZE, width: 400 });
    expect(slanted).toBe(false);
    expect(xTicks.map(({ label }) => label)).toEqual([
      'Tremor',
      'Trouble\ngetting out o…',
      'MMMMMM…',
    ]);
  });

  it('are all slanted, and the long ones shortened, if one of them is too long', () => {
    const { slanted, xTicks } = barChart(named('Tremor', long, 'Balance'), { ...SIZE, width: 280 });
    expect(slanted).toBe(true);
    expect(xTicks.map(({ label }) => label)).toEqual(['Tremor', 'Trouble…', 'Balance']);
  });

  it('leave most of the height to the data, whose numbers never touch', () => {
    const phone = { width: 240, height: 208 };
    const { field, yTicks } = barChart(named('M'.repeat(30), long, long, long, long), phone);
    expect(field.bottom - field.top).toBeGreaterThan(60);
    expect(yTicks.map(({ label }) => label)).toEqual(['1', '3', '5']);
  });

  it('are slanted on a narrow screen even if they fit on a wide one', () => {
    const series = named('Tremor', 'Stiffness', 'Balance', 'Sleep', 'Pain');
    expect(barChart(series, { width: 320, height: 400 }).slanted).toBe(true);
    expect(barChart(series, { width: 900, height: 400 }).slanted).toBe(false);
  });

  it('have enough space below the data area for the longest slanted label, for any name', () => {
    const narrow = { width: 320, height: 400 };
    for (const names of [
      ['x'.repeat(100), 'Stiffness', 'Balance', 'Sleep'],
      ['Tremor', 'Stiffness', 'Balance', 'Sleep', 'Pain'],
    ]) {
      const { field, xTicks, slanted } = barChart(named(...names), narrow);
      expect(slanted).toBe(true);
      const longest = Math.max(...xTicks.map(({ label }) => textWidth(label)));
      expect(barChart([], narrow).field.bottom - field.bottom).toBeCloseTo(longest * SINE, 0);
      expect(field.top).toBe(barChart([], narrow).field.top);
    }
  });

  it('are shortened, when slanted, only if they would leave the chart', () => {
    const series = named('Stiffness of hands', 'Tremor', 'Balance', 'Sleep', 'Pain');
    const { xTicks } = barChart(series, { width: 320, height: 400 });
    expect(xTicks[0]?.label).toBe('Stiffne…');
  });

  it('are centred under their group; the first is always kept, and all are kept if horizontal', () => {
    fc.assert(
      fc.property(aChart, ({ chart: { slanted, groups, xTicks } }) => {
        const every = Math.ceil(groups.length / xTicks.length);
        if (!slanted) expect(every).toBe(1);
        for (const [index, tick] of xTicks.entries()) {
          const { x, width } = groups[index * every] ?? { x: Number.NaN, width: 0 };
          expect(tick.at).toBeCloseTo(x + width / 2, 6);
        }
      }),
      RUNS,
    );
  });

  it('stay, when slanted, inside the chart, within 13 characters, and a line apart', () => {
    fc.assert(
      fc.property(aChart, ({ chart: { slanted, xTicks } }) => {
        if (!slanted) return;
        for (const [index, { at, label }] of xTicks.entries()) {
          expect([...label].length).toBeLessThanOrEqual(13);
          expect(at - textWidth(label) * COSINE).toBeGreaterThanOrEqual(-1);
          const next = xTicks[index + 1];
          if (next) expect(next.at - at).toBeGreaterThanOrEqual(30 - 1e-6);
        }
      }),
      RUNS,
    );
  });

  it('have a gap between them if they are horizontal', () => {
    fc.assert(
      fc.property(aChart, ({ chart: { slanted, xTicks } }) => {
        for (const [index, tick] of xTicks.entries()) {
          const next = xTicks[index + 1];
          if (slanted || !next) continue;
          const room = next.at - halfWidth(next.label) - (tick.at + halfWidth(tick.label));
          expect(room).toBeGreaterThanOrEqual(4 - 1e-6);
        }
      }),
      RUNS,
    );
  });
});

function endOf(shape: Pick<Bar, 'x' | 'width'> | undefined): number {
  return shape ? shape.x + shape.width : Number.NaN;
}

function halfWidth(label: string): number {
  return Math.max(...label.split('\n').map(textWidth)) / 2;
}
