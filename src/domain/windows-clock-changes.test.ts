import { describe, expect, it } from 'vitest';
import { barDays, lineDays, lineParts, spanOf } from './windows.ts';

const NEW_YORK = 'America/New_York';
const HOUR_MS = 3_600_000;

const week = { timeframe: '7days', start: '', end: '' } as const;
const sixWeeks = { timeframe: '6weeks', start: '', end: '' } as const;

/** The clocks of New York go forward on 8 March 2026 and back on 1 November 2026. */
describe.each([
  { change: '2026-03-08', hours: 23, noon: '12:30' },
  { change: '2026-11-01', hours: 25, noon: '11:30' },
])('around $change, a day of $hours hours', ({ change, hours, noon }) => {
  it.each([0, 1, 2, 3, 4, 5, 6])(
    'a week has exactly one part of that length if the day is %i days ago',
    (ago) => {
      const today = Temporal.PlainDate.from(change).add({ days: ago });
      const parts = lineParts(week, lineDays(week, today.toString()), NEW_YORK);
      const lengths = parts.map(({ from, to }) => (to - from) / HOUR_MS);
      expect(lengths).toEqual(Array.from({ length: 7 }, () => 24).with(6 - ago, hours));
      expect(parts.map(({ from }) => wall(from))).toEqual(
        parts.map((_, part) => `${today.subtract({ days: 6 - part })}T00:00:00`),
      );
      expect(wall(parts.at(-1)?.to)).toBe(`${today.add({ days: 1 })}T00:00:00`);
    },
  );

  it('windows start and end at local midnight', () => {
    const today = Temporal.PlainDate.from(change).add({ days: 3 }).toString();
    for (const range of [lineDays(sixWeeks, today), barDays(sixWeeks, today)]) {
      const { from, to } = spanOf(range, NEW_YORK);
      expect(wall(from)).toBe(`${range.first}T00:00:00`);
      expect(wall(to)).toBe(`${Temporal.PlainDate.from(today).add({ days: 1 })}T00:00:00`);
      expect((to - from) / HOUR_MS).toBe(42 * 24 + hours - 24);
    }
  });

  it('a part of 3.5 days that ends on this day ends after half of the day’s real hours', () => {
    const today = Temporal.PlainDate.from(change).add({ days: 38 });
    const parts = lineParts(sixWeeks, lineDays(sixWeeks, today.toString()), NEW_YORK);
    expect(wall(parts[0]?.from)).toBe(`${today.subtract({ days: 41 })}T00:00:00`);
    expect(wall(parts[0]?.to)).toBe(`${change}T${noon}:00`);
    const ends = parts.map(({ to }) => wall(to).slice(11));
    expect(ends).toEqual(
      ends.map((_, part) => {
        if (part === 0) return `${noon}:00`;
        return part % 2 === 0 ? '12:00:00' : '00:00:00';
      }),
    );
  });

  it('parts of 3.5 days start at midnight and noon if the day is inside a part', () => {
    const today = Temporal.PlainDate.from(change).add({ days: 1 });
    const parts = lineParts(sixWeeks, lineDays(sixWeeks, today.toString()), NEW_YORK);
    const lengths = parts.map(({ from, to }) => (to - from) / HOUR_MS);
    expect(lengths).toEqual(Array.from({ length: 12 }, () => 84).with(11, 84 + hours - 24));
    expect(parts.map(({ from }) => wall(from).slice(11))).toEqual(
      parts.map((_, part) => (part % 2 === 0 ? '00:00:00' : '12:00:00')),
    );
  });
});

it('a day that a zone skipped is a part of length 0, and the parts around it adjoin', () => {
  const parts = lineParts(week, { first: '2011-12-27', last: '2012-01-02' }, 'Pacific/Apia');
  const lengths = parts.map(({ from, to }) => (to - from) / HOUR_MS);
  expect(lengths).toEqual([24, 24, 24, 0, 24, 24, 24]);
  expect(parts.slice(1).map(({ from }) => from)).toEqual(parts.slice(0, -1).map(({ to }) => to));
});

/** The local time in New York. */
function wall(instant = Number.NaN): string {
  return Temporal.Instant.fromEpochMilliseconds(instant)
    .toZonedDateTimeISO(NEW_YORK)
    .toPlainDateTime()
    .toString();
}
