import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  ageOn,
  EARLIEST_BIRTHDAY,
  fullName,
  MIN_PASSWORD_LENGTH,
  passwordProblem,
  repetitionProblem,
} from './person.ts';
import { addDays, type CalendarDate } from './zone.ts';

describe('an age', () => {
  it.each<[CalendarDate, CalendarDate, number]>([
    ['1960-05-17', '2026-05-16', 65],
    ['1960-05-17', '2026-05-17', 66],
    ['1960-05-17', '2026-05-18', 66],
    ['1960-12-31', '2026-01-01', 65],
    ['1960-01-01', '2026-12-31', 66],
    ['1900-01-01', '2026-11-21', 126],
    ['2026-11-21', '2026-11-21', 0],
  ])('is in whole years: a person born on %s is, on %s, %i', (birthday, day, age) => {
    expect(ageOn(birthday, day)).toBe(age);
  });

  it('rises on 1 March for a person born on 29 February, and on 29 February in a leap year', () => {
    expect(ageOn('1960-02-29', '2026-02-28')).toBe(65);
    expect(ageOn('1960-02-29', '2026-03-01')).toBe(66);
    expect(ageOn('1960-02-29', '2028-02-28')).toBe(67);
    expect(ageOn('1960-02-29', '2028-02-29')).toBe(68);
  });

  it('rises by one once a year, only on the birthday', () => {
    const day = fc.integer({ min: 0, max: 50_000 });
    fc.assert(
      fc.property(day, day, (born, later) => {
        const birthday = addDays('1900-01-01', born);
        const today = addDays(birthday, later + 1);
        fc.pre(!birthday.endsWith('02-29'));
        const gained = ageOn(birthday, today) - ageOn(birthday, addDays(today, -1));
        expect(gained).toBe(today.slice(5) === birthday.slice(5) ? 1 : 0);
      }),
      { numRuns: 500 },
    );
  });
});

describe('a full name', () => {
  it.each([
    ['Grace', 'Hopper', 'Grace Hopper'],
    ['Grace', '', 'Grace'],
    ['', 'Hopper', 'Hopper'],
    ['', '', ''],
    ['Ana Maria', 'de la Cruz', 'Ana Maria de la Cruz'],
  ])('has no stray spaces: %j and %j make %j', (firstName, lastName, name) => {
    expect(fullName({ firstName, lastName })).toBe(name);
  });
});

describe('a new password', () => {
  it('has at least six characters', () => {
    const shortest = 'x'.repeat(MIN_PASSWORD_LENGTH);
    expect(passwordProblem(shortest)).toBe('');
    expect(passwordProblem(shortest.slice(1))).toBe('Password must be at least 6 characters long');
    expect(passwordProblem('')).toBe('Password must be at least 6 characters long');
  });

  it('must be repeated exactly, including case', () => {
    expect(repetitionProblem('correct horse', 'correct horse')).toBe('');
    expect(repetitionProblem('correct horse', 'Correct horse')).toBe('Passwords do not match');
    expect(repetitionProblem('correct horse', '')).toBe('Passwords do not match');
  });
});

it('the earliest birthday is the first day of 1900', () => {
  expect(EARLIEST_BIRTHDAY).toBe('1900-01-01');
});
