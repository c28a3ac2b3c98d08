import { dateFormats } from '../../domain/formats.ts';

const FORMATS = {
  long: dateFormats({ dateStyle: 'long' })('UTC'),
  medium: dateFormats({ dateStyle: 'medium' })('UTC'),
};

/** A calendar day in words: 'November 21, 2026' or 'Nov 21, 2026'. Calendar days have no time zone. */
export function calendarDateText(date: string, dateStyle: 'long' | 'medium'): string {
  return FORMATS[dateStyle].format(new Date(date));
}
