import { type DateStyle, dateFormats } from './formats.ts';
import type { DayRange } from './windows.ts';
import { addDays, type CalendarDate } from './zone.ts';

/** The days of a visit in words. */

const shortDays = dateFormats({ month: 'short', day: 'numeric' });
const wholeDays = dateFormats({ month: 'short', day: 'numeric', year: 'numeric' });
const weekdays = dateFormats({ weekday: 'short', month: 'short', day: 'numeric' });
const onlyWeekdays = dateFormats({ weekday: 'short' });

/** 'Nov 3'. */
export function shortDay(day: CalendarDate, style: DateStyle): string {
  return shortDays('UTC', style).format(Date.parse(day));
}

/** 'Thu, Dec 3'. */
export function visitDayText(day: CalendarDate, style: DateStyle): string {
  return weekdays('UTC', style).format(Date.parse(day));
}

/** 'Oct 24 to Nov 21, 2026'. */
export function daysText({ first, last }: DayRange, style: DateStyle): string {
  const isOneYear = first.slice(0, 4) === last.slice(0, 4);
  const end = wholeDays('UTC', style).format(Date.parse(last));
  const start = isOneYear
    ? shortDay(first, style)
    : wholeDays('UTC', style).format(Date.parse(first));
  return first === last ? end : `${start} to ${end}`;
}

/** 'Aug 26 to Oct 6'. */
export function shortDaysText({ first, last }: DayRange, style: DateStyle): string {
  return `${shortDay(first, style)} to ${shortDay(last, style)}`;
}

/** 'Mon, Tue and Wed, Nov 30 to Dec 2'. @param days three days */
export function diaryDaysText({ first, last }: DayRange, style: DateStyle): string {
  const format = onlyWeekdays('UTC', style);
  const [one, two, three] = [first, addDays(first, 1), last].map((day) =>
    format.format(Date.parse(day)),
  );
  const names = `${one}, ${two} and ${three}`;
  return `${names}, ${shortDaysText({ first, last }, style)}`;
}
