import { dateFormat } from '../../domain/formats.ts';

/** A day of the calendar in words: 'November 21, 2026' or 'Nov 21, 2026'. It is in no zone. */
export function calendarDateText(date: string, dateStyle: 'long' | 'medium'): string {
  return dateFormat({ dateStyle, timeZone: 'UTC' }).format(new Date(date));
}
