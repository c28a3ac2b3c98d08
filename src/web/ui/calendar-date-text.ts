import { type DateStyle, dateFormats } from '../../domain/formats.ts';

const FORMATS = {
  long: dateFormats({ dateStyle: 'long' }),
  medium: dateFormats({ dateStyle: 'medium' }),
};

/** A calendar day in words: 'November 21, 2026' or 'Nov 21, 2026'. Calendar days have no time zone. */
export function calendarDateText(
  date: string,
  length: 'long' | 'medium',
  style: DateStyle,
): string {
  return FORMATS[length]('UTC', style).format(new Date(date));
}
