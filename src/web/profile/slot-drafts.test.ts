import { expect, test } from 'vitest';
import { isUnsaved, withoutSlot, withSlot } from './slot-drafts.ts';

const DRAFTS = { 1: 'one', 4: 'four', 5: 'five' };

test('a draft is unsaved while it differs from the saved text', () => {
  expect(isUnsaved(undefined, 'Tremor')).toBe(false);
  expect(isUnsaved(' Tremor ', 'Tremor')).toBe(false);
  expect(isUnsaved('tremor', 'Tremor')).toBe(true);
  expect(isUnsaved('', 'Tremor')).toBe(true);
  expect(isUnsaved('', '')).toBe(false);
});

test('a draft moves up with its slot', () => {
  expect(withoutSlot(DRAFTS, 4)).toEqual({ 1: 'one', 4: 'five' });
  expect(withoutSlot(DRAFTS, 5)).toEqual({ 1: 'one', 4: 'four' });
  expect(withoutSlot({ 1: 'one', 4: 'four' }, 4)).toEqual({ 1: 'one' });
});

test('a draft moves back with its slot, including later changes', () => {
  const since = { ...withoutSlot(DRAFTS, 4), 2: 'two', 4: 'five and more' };
  expect(withSlot(since, 4, 'four')).toEqual({ 1: 'one', 2: 'two', 4: 'four', 5: 'five and more' });
  expect(withSlot({ 1: 'one' }, 4, undefined)).toEqual({ 1: 'one' });
  expect(withSlot({ 4: 'four' }, 5, 'five')).toEqual({ 4: 'four', 5: 'five' });
});
