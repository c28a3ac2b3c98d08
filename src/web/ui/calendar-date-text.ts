import { dateFormat } from '../../domain/formats.ts';

/** A calendar day in words: 'November 21, 2026' or 'Nov 21, 2026'. Calendar days have no time zone. */
export function calendarDateText(date: string, dateStyle: 'long' | 'medium'): string {
  return dateFormat({ dateStyle, timeZone: 'UTC' }).format(new Date(date));
}
