import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type CheckInAnswers,
  checkInDay,
  filledAnswers,
  hasAnswer,
  hasBegun,
  isSameAnswers,
  isSleepHours,
  NO_ANSWERS,
  noteOf,
  questionsIn,
  recentCheckInDays,
  replacedAnswers,
  textOfQuestions,
} from './check-in.ts';
import { someAnswers } from './testing/check-ins.ts';
import { ZONES } from './testing/zones.ts';

const KEYS = Object.keys(NO_ANSWERS) as (keyof CheckInAnswers)[];
const someInstant = fc.integer({ min: Date.UTC(2005, 0, 1), max: Date.UTC(2035, 0, 1) });
const someZone = fc.constantFrom(...ZONES);

describe('hours of sleep', () => {
  it.each([0, 0.25, 7.5, 23.75, 24])('%d are accepted', (hours) => {
    expect(isSleepHours(hours)).toBe(true);
  });

  it.each([-0.25, 7.1, 7.3, 24.25, Number.NaN, Number.POSITIVE_INFINITY])(
    '%d are rejected',
    (hours) => {
      expect(isSleepHours(hours)).toBe(false);
    },
  );
});

it('the chosen questions are a text in their order, which can be read again', () => {
  expect(textOfQuestions(['dizzy', 'bowels'])).toBe('bowels,dizzy');
  expect(questionsIn('bowels,dizzy')).toEqual(['bowels', 'dizzy']);
  expect([textOfQuestions([]), questionsIn('')]).toEqual(['', []]);
});

describe('a check-in', () => {
  it('has an answer if one is given, even 0, or if its note is not blank', () => {
    expect(hasAnswer({})).toBe(false);
    expect(hasAnswer(NO_ANSWERS)).toBe(false);
    expect(hasAnswer({ exerciseMinutes: 0 })).toBe(true);
    expect(hasAnswer({ medication: 'no' })).toBe(true);
    expect(hasAnswer({ bowels: false })).toBe(true);
    expect(hasAnswer({ notes: noteOf(' \n') })).toBe(false);
    expect(hasAnswer({ notes: noteOf(' A walk. ') })).toBe(true);
  });

  it('gets the answers that it lacks, and is refused if an answer differs', () => {
    const stored = { ...NO_ANSWERS, exerciseMinutes: 0, notes: 'A calm day.' };
    expect(filledAnswers(stored, { mood: 4, exerciseMinutes: null, notes: '' })).toEqual({
      ...stored,
      mood: 4,
    });
    expect(filledAnswers(stored, { mood: 4, exerciseMinutes: 0 })).toMatchObject({ mood: 4 });
    expect(filledAnswers(stored, { mood: 4, exerciseMinutes: 15 })).toBeUndefined();
    expect(filledAnswers(stored, { notes: 'Slept badly.' })).toBeUndefined();
  });

  it('keeps every answer of two saves, or is refused, in any order of the saves', () => {
    fc.assert(
      fc.property(someAnswers, someAnswers, (one, other) => {
        const filled = filledAnswers(one, other);
        const both = KEYS.filter((key) => hasAnswer({ [key]: one[key] }));
        const conflicts = both.filter((key) => hasAnswer({ [key]: other[key] }));
        expect(filled === undefined).toBe(conflicts.some((key) => one[key] !== other[key]));
        expect(filledAnswers(other, one)).toEqual(filled);
        if (!filled) return;
        for (const key of KEYS)
          expect(filled[key]).toBe(both.includes(key) ? one[key] : other[key]);
        // Filling in the same answers again changes nothing.
        expect(filledAnswers(filled, other)).toEqual(filled);
        expect(filledAnswers(filled, one)).toEqual(filled);
      }),
    );
  });

  it('takes over what an edit contains, and keeps the rest', () => {
    fc.assert(
      fc.property(someAnswers, someAnswers, fc.subarray(KEYS), (stored, other, keys) => {
        const given = Object.fromEntries(keys.map((key) => [key, other[key]]));
        const replaced = replacedAnswers({ ...stored, day: '2026-11-18' } as typeof stored, given);
        expect(replaced).toEqual({ ...stored, ...given });
        expect(isSameAnswers(replaced, stored)).toBe(
          keys.every((key) => stored[key] === other[key]),
        );
      }),
    );
  });
});

describe('the day of a check-in', () => {
  it.each([
    ['2026-11-18T04:59:59Z', '2026-11-17', false],
    ['2026-11-18T05:00:00Z', '2026-11-18', true],
    ['2026-11-18T07:59:59Z', '2026-11-18', true],
    ['2026-11-18T08:00:00Z', '2026-11-18', false],
    // The clocks go forward from 2 AM to 3 AM on 8 March, and back from 2 AM to 1 AM on 1 November.
    ['2026-03-08T06:59:59Z', '2026-03-08', true],
    ['2026-03-08T07:00:00Z', '2026-03-08', false],
    ['2026-11-01T07:59:59Z', '2026-11-01', true],
    ['2026-11-01T08:00:00Z', '2026-11-01', false],
  ])('at %s in New York is %s, and yesterday is offered too: %s', (now, day, alsoYesterday) => {
    const offered = checkInDay(Date.parse(now), 'America/New_York');
    expect(offered).toEqual({ day, alsoYesterday });
  });

  it('is the date that Temporal gives, and has begun; the next day begins in five minutes at most', () => {
    fc.assert(
      fc.property(someInstant, someZone, (now, zone) => {
        const there = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(zone);
        const { day, alsoYesterday } = checkInDay(now, zone);
        expect(day).toBe(there.toPlainDate().toString());
        expect(alsoYesterday).toBe(there.hour < 3);
        expect(hasBegun(day, now, zone)).toBe(true);
        // Tomorrow counts as begun in the last five minutes of today, because clocks may differ.
        const tomorrow = there.toPlainDate().add({ days: 1 });
        const begins = tomorrow.toZonedDateTime(zone).epochMilliseconds;
        expect(hasBegun(tomorrow.toString(), now, zone)).toBe(begins <= now + 300_000);
      }),
    );
  });

  it('and yesterday are the days that the overview shows', () => {
    const now = Date.parse('2026-11-01T04:00:00Z');
    expect(recentCheckInDays(now, 'America/New_York')).toEqual({
      from: '2026-10-31',
      to: '2026-11-01',
    });
  });
});
