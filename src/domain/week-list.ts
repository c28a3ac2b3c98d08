import { addDays, type CalendarDate } from './zone.ts';

/**
 * Divides days with entries into weeks of seven days, for a list that shows one week at a time. Each week ends with the
 * newest day that is in no later week, so a week without entries is left out.
 *
 * @param days the newest first; a day may be there several times
 * @returns the first day of each week, the newest first
 */
export function weekStarts(days: readonly CalendarDate[]): CalendarDate[] {
  const starts: CalendarDate[] = [];
  for (const day of days) {
    const last = starts.at(-1);
    if (last === undefined || day < last) starts.push(addDays(day, -6));
  }
  return starts;
}
