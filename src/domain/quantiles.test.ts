import { describe, expect, it } from 'vitest';
import { quantile, quartilesOf } from './quantiles.ts';

describe('a quantile', () => {
  it.each([
    // quantile(c(1, 2, 4, 8), c(0, .25, .4, .5, .75, 1)) in R
    [0, 1],
    [0.25, 1.75],
    [0.4, 2.4],
    [0.5, 3],
    [0.75, 5],
    [1, 8],
  ])('of 1, 2, 4, 8 at %d is %d, as in R', (share, value) => {
    expect(quantile([1, 2, 4, 8], share)).toBeCloseTo(value, 12);
  });

  it('of a single value is that value', () => {
    expect([0, 0.3, 1].map((share) => quantile([7], share))).toEqual([7, 7, 7]);
  });

  it.each([
    [[], 0.5],
    [[1, 2], -0.1],
    [[1, 2], 1.6],
  ])('of %j at %d is an error', (values, share) => {
    expect(() => quantile(values, share)).toThrow(RangeError);
  });
});

describe('the quartiles', () => {
  it('sort by number, and leave the values as they are', () => {
    const values = [10, 9, -2, 100, 1];
    expect(quartilesOf(values)).toEqual({ lower: 1, median: 9, upper: 10 });
    expect(values).toEqual([10, 9, -2, 100, 1]);
  });

  it('are undefined without values', () => {
    expect(quartilesOf([])).toBeUndefined();
  });
});
