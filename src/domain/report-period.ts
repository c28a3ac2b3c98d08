import { type DayRange, EARLIEST_CUSTOM_DATE, type Span } from './windows.ts';
import {
  addDays,
  DAY_MS,
  dateOf,
  daysBetween,
  type Instant,
  instantAt,
  startOfDay,
  timeOf,
} from './zone.ts';

/** The days that a report is about, and those before them that it compares with. */
export interface ReportPeriod {
  /** Forms logged within it count. */
  readonly span: Span;
  /** The days the span touches, in the report's zone. */
  readonly days: DayRange;
  readonly dayCount: number;
  /** As long, and directly before. */
  readonly before: Span;
}

const MINUTE_MS = 60_000;

/**
 * @param wanted without `from`, from the day of the first form on; without `to`, to the end of today
 * @param firstLoggedAt when the person's earliest form was logged; undefined where there is none
 * @returns undefined where no time that has begun lies within it
 */
export function reportPeriod(
  wanted: { readonly from?: Instant | undefined; readonly to?: Instant | undefined },
  firstLoggedAt: Instant | undefined,
  now: Instant,
  zone: string,
): ReportPeriod | undefined {
  const today = dateOf(now, zone);
  const endOfToday = startOfDay(addDays(today, 1), zone);
  const to = Math.min(wanted.to ?? endOfToday, endOfToday);
  const earliest = startOfDay(EARLIEST_CUSTOM_DATE, zone);
  const from = Math.max(
    wanted.from ?? startOfDay(dateOf(Math.min(firstLoggedAt ?? now, to - 1), zone), zone),
    earliest,
  );
  if (from >= to || from > now) return undefined;
  const days = { first: dateOf(from, zone), last: dateOf(to - 1, zone) };
  return {
    span: { from, to },
    days,
    dayCount: daysBetween(days.first, days.last),
    before: { from: beginBefore({ from, to }, zone), to: from },
  };
}

/** In whole days of the calendar, so that it begins at the same time of day through a change of clocks. */
function beginBefore({ from, to }: Span, zone: string): Instant {
  const days = Math.round((to - from) / DAY_MS);
  if (days === 0) return from - (to - from);
  const begin = instantAt(addDays(dateOf(from, zone), -days), timeOf(from, zone), zone);
  return begin + (from % MINUTE_MS);
}
