import fc from 'fast-check';
import { expect, it } from 'vitest';
import { compareText, countWhile } from './sorted.ts';

it('counts the items at the start of a list for which a condition holds', () => {
  const sorted = fc
    .array(fc.integer({ min: 0, max: 20 }))
    .map((list) => list.sort((a, b) => a - b));
  fc.assert(
    fc.property(sorted, fc.integer({ min: -1, max: 21 }), (list, limit) => {
      const holds = (item: number) => item <= limit;
      expect(countWhile(list, holds)).toBe(list.filter(holds).length);
    }),
  );
});

it('orders texts by code unit', () => {
  expect(['b', 'B', 'a', 'é', 'a'].sort(compareText)).toEqual(['B', 'a', 'a', 'b', 'é']);
});
