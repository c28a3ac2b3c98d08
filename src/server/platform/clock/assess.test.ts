import { describe, expect, it } from 'vitest';
import { DAY_MS } from '../../../domain/zone.ts';
import { isDoubtful, noteAfter, trusted } from './assess.ts';

const AT = Date.parse('2026-11-18T17:00:00Z');
const HOUR_MS = 3_600_000;

describe('isDoubtful', () => {
  it.each([
    ['just noted', 0, false],
    ['off for a night', 10 * HOUR_MS, false],
    ['a little behind another server', -30_000, false],
    ['31 days ahead', 31 * DAY_MS, true],
    ['3 hours behind', -3 * HOUR_MS, true],
  ])('%s', (_what, ahead, isIt) => {
    expect(isDoubtful(trusted(AT), AT + ahead)).toBe(isIt);
  });
});

describe('noteAfter', () => {
  const jumped = { at: AT, hasJumped: true, steadyMs: 0 };
  const ahead = AT + 31 * DAY_MS;

  it('notes the time after a normal pause', () => {
    const now = { clock: AT + HOUR_MS, timer: 5 };
    expect(noteAfter(trusted(AT), undefined, now)).toEqual(trusted(AT + HOUR_MS));
  });

  it('keeps the noted time after a jump, and while the clock is behind', () => {
    expect(noteAfter(trusted(AT), undefined, { clock: ahead, timer: 5 })).toEqual(jumped);
    const behind = { clock: AT - 3 * HOUR_MS, timer: 5 };
    expect(noteAfter(trusted(AT), undefined, behind)).toEqual(trusted(AT));
  });

  it('trusts the clock after 48 hours of steady time, over restarts', () => {
    const first = { clock: ahead, timer: 0 };
    const day = { clock: ahead + DAY_MS, timer: DAY_MS };
    const afterDay = noteAfter(jumped, first, day);
    expect(afterDay).toEqual({ ...jumped, steadyMs: DAY_MS });
    // The process restarts: its timer starts at 0 again, and the pause does not count.
    const started = { clock: ahead + 2 * DAY_MS, timer: 0 };
    expect(noteAfter(afterDay, undefined, started)).toEqual(afterDay);
    const dayAfter = { clock: ahead + 3 * DAY_MS, timer: DAY_MS };
    expect(noteAfter(afterDay, started, dayAfter)).toEqual(trusted(ahead + 3 * DAY_MS));
  });

  it('counts again from the start if the clock is changed meanwhile', () => {
    const first = { clock: ahead, timer: 0 };
    const changed = { clock: ahead + DAY_MS + HOUR_MS, timer: DAY_MS };
    expect(noteAfter({ ...jumped, steadyMs: DAY_MS }, first, changed)).toEqual(jumped);
  });

  it('trusts the clock when it is back', () => {
    const back = { clock: AT + 2 * HOUR_MS, timer: 10 };
    const before = { clock: ahead, timer: 5 };
    expect(noteAfter(jumped, before, back)).toEqual(trusted(AT + 2 * HOUR_MS));
  });
});
