import { expect, it } from 'vitest';
import { afterDose } from '../domain/after-dose.ts';
import { afterDoseChart } from './after-dose-chart.ts';

const HOUR_MS = 3_600_000;
const SIZE = { width: 472, height: 388 };

/** Ratings at these numbers of hours after a dose at time 0. */
function ratings(severities: Readonly<Record<number, readonly number[]>>) {
  return Object.entries(severities).flatMap(([hours, values]) =>
    values.map((severity) => ({ at: Number(hours) * HOUR_MS, severity })),
  );
}

it('draws the median and the quartiles of each bin with enough ratings, and a gap for the others', () => {
  const given = { 0: [2, 2, 3, 4, 4], 1: [1, 1, 1, 1], 2: [1, 1, 2, 2, 5], 3: [5, 5, 5, 5, 5] };
  const result = afterDose(ratings(given), [{ at: 0, date: '1970-01-01' }], []);
  const { points, field, xTicks, columns } = afterDoseChart(result, SIZE);
  const middle = (field.top + field.bottom) / 2;
  expect(points[0]).toEqual({
    x: columns[0],
    y: middle,
    lower: middle + (field.bottom - field.top) / 4,
    upper: middle - (field.bottom - field.top) / 4,
  });
  expect(points[1]).toBeUndefined();
  expect(points[3]).toMatchObject({ y: field.top, lower: field.top, upper: field.top });
  expect(points[4]).toBeUndefined();
  expect(xTicks.map(({ label }) => label)).toEqual(['0–1', '1–2', '2–3', '3–4', '4–8']);
});
