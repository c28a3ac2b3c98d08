import { addDays, dateOf, type Instant, instantAt, isCalendarDate } from '../../domain/zone.ts';

/** The periods of a report. The default, the first one, fits a visit to the doctor every three months. */
export const PERIODS = {
  quarter: 'Last 3 months',
  month: 'Last month',
  year: 'Last 12 months',
  all: 'Everything',
  custom: 'Custom',
} as const;
export type Period = keyof typeof PERIODS;

/** Lengths in days, today included. A month and three months are as long as in the line chart. */
const LENGTHS = { quarter: 90, month: 30, year: 365 } as const;

/** Calendar days in the person's zone, such as '2026-11-21'. */
export interface CustomDays {
  readonly start: string;
  readonly end: string;
}

/** The days of '2026-10-07..2026-11-18' in an address; undefined if it has no two days. */
export function daysOfParameter(value: string): CustomDays | undefined {
  const [start = '', end = ''] = value.split('..');
  return isCalendarDate(start) && isCalendarDate(end) ? { start, end } : undefined;
}

export function firstCustomDays(zone: string, now: Instant): CustomDays {
  const end = dateOf(now, zone);
  return { start: addDays(end, 1 - LENGTHS.quarter), end };
}

/**
 * The span of a report as ISO instants, from the start of the first day to the end of the last day. `from` is absent if
 * the report covers everything; `to` is absent if the report ends now.
 */
export function spanOf(
  period: Period,
  { start, end }: CustomDays,
  zone: string,
  now: Instant,
): { from?: string; to?: string } {
  const beginning = (day: string) => new Date(instantAt(day, '00:00', zone)).toISOString();
  if (period === 'all') return {};
  if (period === 'custom') return { from: beginning(start), to: beginning(addDays(end, 1)) };
  return { from: beginning(addDays(dateOf(now, zone), 1 - LENGTHS[period])) };
}

/** What is wrong with custom days, and with which of them; undefined if they are valid. */
export function problemOf(
  { start, end }: CustomDays,
  zone: string,
  now: Instant,
): { readonly day: keyof CustomDays; readonly words: string } | undefined {
  const missing = [start, end].findIndex((day) => !isCalendarDate(day));
  if (missing >= 0) return { day: missing ? 'end' : 'start', words: 'Please enter both dates.' };
  if (start > end) {
    return { day: 'start', words: 'The start date must not be after the end date.' };
  }
  return start > dateOf(now, zone)
    ? { day: 'start', words: 'The start date is in the future. Please choose an earlier one.' }
    : undefined;
}
