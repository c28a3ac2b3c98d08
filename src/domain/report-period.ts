import { type DayRange, EARLIEST_CUSTOM_DATE, type Span } from './windows.ts';
import {
  addDays,
  DAY_MS,
  dayOf,
  daysBetween,
  type Instant,
  type LocalTime,
  localTimeOf,
  midnightOf,
} from './zone.ts';

/** The days that a report covers, and the preceding period that it compares them with. */
export interface ReportPeriod {
  /** The report counts the forms whose own local time is in this span. */
  readonly span: Span;
  /** The calendar days that overlap the span. */
  readonly days: DayRange;
  readonly dayCount: number;
  /**
   * The preceding period. Its length is that of the report's period, rounded to whole days. If the report's period is
   * shorter than half a day, the length is not rounded.
   * Null if nothing from before the period may be shown, as in a share whose first day the person has chosen.
   */
  readonly before: Span | null;
}

/**
 * The days whose changes of medication are shown. A change on the first day also shows the plan before that day, so the
 * first day is left out if nothing from before the period may be shown.
 */
export function daysOfChanges({ days, before }: Pick<ReportPeriod, 'days' | 'before'>): DayRange {
  return before ? days : { ...days, first: addDays(days.first, 1) };
}

/**
 * The period of a report, not before 1900-01-01 and not after today.
 *
 * @param wanted `from` is the day of the first form by default, `to` is the end of today by default
 * @param firstLogged the local time of the person's earliest form; undefined if there is no form
 * @param zone the person's present zone, in which `wanted` and today are read
 * @returns undefined if the period is empty or starts in the future
 */
export function reportPeriod(
  wanted: { readonly from?: Instant | undefined; readonly to?: Instant | undefined },
  firstLogged: LocalTime | undefined,
  now: Instant,
  zone: string,
): ReportPeriod | undefined {
  const localNow = localTimeOf(now, zone);
  const endOfToday = midnightOf(addDays(dayOf(localNow), 1));
  const to =
    wanted.to === undefined ? endOfToday : Math.min(localTimeOf(wanted.to, zone), endOfToday);
  const firstDay = midnightOf(dayOf(Math.min(firstLogged ?? localNow, to - 1)));
  const from = Math.max(
    wanted.from === undefined ? firstDay : localTimeOf(wanted.from, zone),
    midnightOf(EARLIEST_CUSTOM_DATE),
  );
  if (from >= to || from > localNow) return undefined;
  const days = { first: dayOf(from), last: dayOf(to - 1) };
  const length = Math.round((to - from) / DAY_MS) * DAY_MS || to - from;
  return {
    span: { from, to },
    days,
    dayCount: daysBetween(days.first, days.last),
    before: { from: from - length, to: from },
  };
}
