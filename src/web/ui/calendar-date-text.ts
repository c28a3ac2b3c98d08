import { type DateStyle, dateFormats } from '../../domain/formats.ts';
import { type CalendarDate, midnightOf } from '../../domain/zone.ts';

const WEEKDAY = { weekday: 'short', month: 'short', day: 'numeric' } as const;

const FORMATS = {
  long: dateFormats({ dateStyle: 'long' }),
  medium: dateFormats({ dateStyle: 'medium' }),
  short: dateFormats({ month: 'short', day: 'numeric' }),
  weekday: dateFormats(WEEKDAY),
  weekdayAndYear: dateFormats({ ...WEEKDAY, year: 'numeric' }),
};

/**
 * A calendar day in words: 'November 21, 2026', 'Nov 21, 2026', 'Nov 21', 'Sat, Nov 21' or 'Sat, Nov 21, 2026'. Calendar
 * days have no time zone.
 */
export function calendarDateText(
  date: string,
  length: keyof typeof FORMATS,
  style: DateStyle,
): string {
  return FORMATS[length]('UTC', style).format(midnightOf(date));
}

/** A calendar day with the year only if that is not the year of `today`: 'Nov 21', or 'Nov 21, 2025'. */
export function nearDayText(day: CalendarDate, today: CalendarDate, style: DateStyle): string {
  return calendarDateText(day, isSameYear(day, today) ? 'short' : 'medium', style);
}

/** As `nearDayText`, with the day of the week: 'Sat, Nov 21', or 'Fri, Nov 21, 2025'. */
export function nearWeekdayText(day: CalendarDate, today: CalendarDate, style: DateStyle): string {
  return calendarDateText(day, isSameYear(day, today) ? 'weekday' : 'weekdayAndYear', style);
}

function isSameYear(one: CalendarDate, other: CalendarDate): boolean {
  return one.slice(0, 'YYYY'.length) === other.slice(0, 'YYYY'.length);
}
