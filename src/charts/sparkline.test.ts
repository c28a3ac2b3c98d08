import { expect, it } from 'vitest';
import { rangeAround, sparkline } from './sparkline.ts';

const SIZE = { width: 50, height: 26 };

it('is a line from the first to the last value, the highest at the top', () => {
  expect(sparkline([1, 5], SIZE, [1, 5])).toEqual({ path: 'M12.5,23L37.5,3', dots: [] });
});

it('has a gap where there is no value, and a dot for a value without neighbours', () => {
  const { path, dots } = sparkline([3, null, 3, 3, null], SIZE, [1, 5]);
  expect(path).toContain('M25,13L35,13');
  expect(dots).toEqual([{ x: 5, y: 13 }]);
  expect(sparkline([null], SIZE, [1, 5])).toEqual({ path: '', dots: [] });
});

it.each([
  [[6, 6.5], 2, [5.25, 7.25]],
  [[0, null, 60], 20, [0, 60]],
  [[null], 2, [0, 2]],
] as const)('the range around %j is at least %d wide', (values, least, range) => {
  expect(rangeAround(values, least)).toEqual(range);
});
