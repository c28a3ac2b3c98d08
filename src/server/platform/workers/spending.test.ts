import { expect, it } from 'vitest';
import { LIMITS } from '../../limits.ts';
import { makeSpending } from './spending.ts';

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;

it('allows two minutes of processor time an hour, and forgives it evenly', () => {
  let now = 0;
  const spending = makeSpending(LIMITS.processorMs, () => now);
  expect(spending.isSpent('a')).toBe(false);
  // Four of the longest reports that we have measured.
  for (let report = 0; report < 4; report += 1) spending.add('a', 22_000);
  expect(spending.isSpent('a')).toBe(false);
  spending.add('a', 32_000);
  expect([spending.isSpent('a'), spending.isSpent('b')]).toEqual([true, false]);
  now = 1000;
  expect(spending.isSpent('a')).toBe(false);
  now = HOUR_MS / 2;
  spending.add('a', MINUTE_MS - 1);
  expect(spending.isSpent('a')).toBe(false);
  spending.add('a', 1);
  expect(spending.isSpent('a')).toBe(true);
  now += HOUR_MS;
  spending.add('a', 2 * MINUTE_MS - 1);
  expect(spending.isSpent('a')).toBe(false);
});
