import { expect, it } from 'vitest';
import { HALF_HOUR_MS, slotsOfDay } from './diary.ts';
import { runUntil } from './paper.ts';

const ZONE = 'America/New_York';
const SLOTS = slotsOfDay('2026-11-18', ZONE);
const [midnight = 0] = SLOTS;
const at = (halfHours: number) => midnight + halfHours * HALF_HOUR_MS;

it('begins at midnight, and never fills what is filled', () => {
  expect(runUntil(SLOTS, new Set(), at(2))).toEqual([at(0), at(1), at(2)]);
  expect(runUntil(SLOTS, new Set([at(0), at(3)]), at(2))).toEqual([at(1), at(2)]);
  expect(runUntil(SLOTS, new Set([at(2)]), at(2))).toEqual([]);
});

it('fills each half-hour of a day with 25 hours', () => {
  const long = slotsOfDay('2026-11-01', ZONE);
  expect(runUntil(long, new Set(), long.at(-1) ?? 0)).toEqual(long);
  expect(long).toHaveLength(50);
});
