import { expect, it } from 'vitest';
import { capitalized } from '../../domain/capitalized.ts';
import { DEFAULT_DATE_STYLE } from '../../domain/formats.ts';
import { addDays, instantAt } from '../../domain/zone.ts';
import { atTimeText, dayTimeText, timeAndDayText, timeText } from './time-text.ts';

// The clocks changed in New York on the first two days. Nepal has one time all year, 5 hours 45 minutes ahead of UTC.
it.each([
  ['America/New_York', '2026-03-08'],
  ['America/New_York', '2026-11-01'],
  ['America/New_York', '2026-11-18'],
  ['Asia/Kathmandu', '2026-11-18'],
])('a time in %s on %s has its day unless that is today', (timeZone, date) => {
  const style = { ...DEFAULT_DATE_STYLE, timeZone };
  const text = (day: string, time: string, now: number) =>
    timeText(instantAt(day, time, timeZone), now, style);
  const [before, after] = [addDays(date, -1), addDays(date, 1)];
  const late = instantAt(date, '23:50', timeZone);
  expect(text(date, '00:10', late)).toBe('12:10 AM');
  expect(text(date, '19:55', late)).toBe('7:55 PM');
  expect(text(after, '00:10', late)).toBe('tomorrow, 12:10 AM');
  const early = instantAt(date, '00:10', timeZone);
  expect(text(date, '00:05', early)).toBe('12:05 AM');
  expect(text(before, '23:55', early)).toBe('yesterday, 11:55 PM');
  expect(text(before, '00:00', early)).toBe('yesterday, 12:00 AM');
});

it('of an earlier day has its date, and the year only if it is another one', () => {
  const style = { ...DEFAULT_DATE_STYLE, timeZone: 'America/New_York' };
  const now = Date.parse('2026-01-02T17:00:00Z');
  const at = (time: string) => timeText(Date.parse(time), now, style);
  expect(at('2025-12-31T17:00:00Z')).toBe('Dec 31, 2025, 12:00 PM');
  expect(at('2026-01-05T17:00:00Z')).toBe('Jan 5, 12:00 PM');
  const german = {
    ...style,
    timeZone: 'Europe/Berlin',
    hourCycle: 'h23',
    dateOrder: 'dmy',
  } as const;
  expect(timeText(Date.parse('2026-01-05T17:00:00Z'), now, german)).toBe('5 Jan, 18:00');
});

it('follows an amount, and begins a label', () => {
  const style = { ...DEFAULT_DATE_STYLE, timeZone: 'Asia/Kathmandu' };
  const now = instantAt('2026-11-18', '00:10', 'Asia/Kathmandu');
  expect(atTimeText(now, now, style)).toBe('at 12:10 AM');
  expect(atTimeText(now - 600_001, now, style)).toBe('at 11:59 PM yesterday');
  expect(timeAndDayText(now, now, style)).toBe('12:10 AM today');
  expect(timeAndDayText(now - 600_001, now, style)).toBe('11:59 PM yesterday');
  expect(capitalized('yesterday, 7:55 PM')).toBe('Yesterday, 7:55 PM');
});

it('names the day also of today, where a list has many days', () => {
  const style = { ...DEFAULT_DATE_STYLE, timeZone: 'America/New_York' };
  const now = Date.parse('2026-01-02T17:00:00Z');
  expect(dayTimeText(now, now, style)).toBe('Jan 2, 12:00 PM');
  // In New York it was still the year before.
  expect(dayTimeText(Date.parse('2026-01-01T04:59:00Z'), now, style)).toBe(
    'Dec 31, 2025, 11:59 PM',
  );
});
