import { describe, expect, it } from 'vitest';
import { reportPeriod } from './report-period.ts';
import { localTimeOf, midnightOf, startOfDay } from './zone.ts';

const ZONE = 'America/New_York';
const NOW = Date.parse('2026-11-21T17:00:00Z');
const day = (date: string) => startOfDay(date, ZONE);

describe('without a start and an end, the period', () => {
  it('is from the day of the first form to the end of today', () => {
    const period = reportPeriod({}, Date.parse('2026-11-01T08:00Z'), NOW, ZONE);
    expect(period?.span).toEqual({ from: midnightOf('2026-11-01'), to: midnightOf('2026-11-22') });
    expect(period?.days).toEqual({ first: '2026-11-01', last: '2026-11-21' });
    expect(period?.dayCount).toBe(21);
  });

  it('starts on the day of the first form where it was made', () => {
    const inTokyo = localTimeOf(Date.parse('2026-11-10T20:00:00Z'), 'Asia/Tokyo');
    expect(reportPeriod({}, inTokyo, NOW, ZONE)?.days.first).toBe('2026-11-11');
  });

  it('is today if there are no forms', () => {
    expect(reportPeriod({}, undefined, NOW, ZONE)?.days).toEqual({
      first: '2026-11-21',
      last: '2026-11-21',
    });
  });
});

describe('with an end and without a start, the period', () => {
  it('is the last day before the end if the first form is later', () => {
    const period = reportPeriod(
      { to: day('2026-11-10') },
      Date.parse('2026-11-15T13:00:00Z'),
      NOW,
      ZONE,
    );
    expect(period?.span).toEqual({ from: midnightOf('2026-11-09'), to: midnightOf('2026-11-10') });
  });
});

describe('the preceding period', () => {
  it('has the same number of days and ends where the period starts', () => {
    const wanted = { from: day('2026-08-24'), to: day('2026-11-22') };
    const period = reportPeriod(wanted, undefined, NOW, ZONE);
    expect(period?.dayCount).toBe(90);
    expect(period?.before).toEqual({
      from: midnightOf('2026-05-26'),
      to: midnightOf('2026-08-24'),
    });
  });

  it('starts at midnight even if the clocks changed within it', () => {
    const wanted = { from: day('2026-11-10'), to: day('2026-11-20') };
    const period = reportPeriod(wanted, undefined, NOW, ZONE);
    expect(period?.before?.from).toBe(midnightOf('2026-10-31'));
  });

  it('starts at the same second of the day', () => {
    const wanted = { from: day('2026-11-19') + 12_345, to: day('2026-11-21') + 12_345 };
    const period = reportPeriod(wanted, undefined, NOW, ZONE);
    expect(period?.before?.from).toBe(midnightOf('2026-11-17') + 12_345);
  });

  it('has the same length for a period of an hour', () => {
    const from = Date.parse('2026-11-20T12:00:00Z');
    const period = reportPeriod({ from, to: from + 3_600_000 }, undefined, NOW, ZONE);
    const local = localTimeOf(from, ZONE);
    expect(period?.before).toEqual({ from: local - 3_600_000, to: local });
  });
});

describe('an end in the future', () => {
  it('becomes the end of today', () => {
    const wanted = { from: day('2026-11-20'), to: day('2027-05-01') };
    expect(reportPeriod(wanted, undefined, NOW, ZONE)?.span.to).toBe(midnightOf('2026-11-22'));
  });
});

it.each([
  ['ends before it starts', { from: day('2026-11-20'), to: day('2026-11-19') }],
  ['ends when it starts', { from: day('2026-11-20'), to: day('2026-11-20') }],
  ['starts in the future', { from: NOW + 1 }],
  ['ends before 1900', { to: Date.parse('1850-01-01T00:00:00Z') }],
])('there is no period that %s', (_, wanted) => {
  expect(reportPeriod(wanted, undefined, NOW, ZONE)).toBeUndefined();
});

it('a period may start now', () => {
  expect(reportPeriod({ from: NOW }, undefined, NOW, ZONE)?.span.from).toBe(localTimeOf(NOW, ZONE));
});

it('a period starts at the earliest date of a chart if an earlier one is requested', () => {
  const period = reportPeriod({ from: Date.parse('0001-01-01T00:00:00Z') }, undefined, NOW, ZONE);
  expect(period?.days.first).toBe('1900-01-01');
});
