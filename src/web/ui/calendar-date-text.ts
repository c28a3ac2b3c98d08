import { type DateStyle, dateFormats } from '../../domain/formats.ts';
import { midnightOf } from '../../domain/zone.ts';

const FORMATS = {
  long: dateFormats({ dateStyle: 'long' }),
  medium: dateFormats({ dateStyle: 'medium' }),
  short: dateFormats({ month: 'short', day: 'numeric' }),
  weekday: dateFormats({ weekday: 'short', month: 'short', day: 'numeric' }),
};

/** A calendar day in words: 'November 21, 2026', 'Nov 21, 2026', 'Nov 21' or 'Sat, Nov 21'. Calendar days have no time zone. */
export function calendarDateText(
  date: string,
  length: keyof typeof FORMATS,
  style: DateStyle,
): string {
  return FORMATS[length]('UTC', style).format(midnightOf(date));
}
