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

/** The days that a report covers, and the preceding period that it compares them with. */
export interface ReportPeriod {
  /** The report counts forms that were logged in this span. */
  readonly span: Span;
  /** The calendar days that overlap the span, in the report's zone. */
  readonly days: DayRange;
  readonly dayCount: number;
  /** The preceding period: as many days, rounded; or the same length if that is under half a day. */
  readonly before: Span;
}

const MINUTE_MS = 60_000;

/**
 * The period of a report, not before 1900-01-01 and not after today.
 *
 * @param wanted `from` is the day of the first form by default, `to` is the end of today by default
 * @param firstLoggedAt when the person's earliest form was logged; undefined if there is no form
 * @returns undefined if the period is empty or starts in the future
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

/**
 * Counts back whole calendar days, so that both periods start at the same local time across a clock change.
 * A period shorter than half a day counts back its own length.
 */
function beginBefore({ from, to }: Span, zone: string): Instant {
  const days = Math.round((to - from) / DAY_MS);
  if (days === 0) return from - (to - from);
  const begin = instantAt(addDays(dateOf(from, zone), -days), timeOf(from, zone), zone);
  return begin + (from % MINUTE_MS);
}
