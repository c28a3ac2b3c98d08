import {
  addDays,
  type CalendarDate,
  DAY_MS,
  daysBetween,
  type Instant,
  isCalendarDate,
  type LocalTime,
  midnightOf,
} from './zone.ts';

/** Timeframes of the charts, and the parts that divide them. SPEC section 9, DECISIONS 20 and 21. */

export const TIMEFRAMES = ['7days', 'month', '6weeks', '3months', 'custom'] as const;
export type Timeframe = (typeof TIMEFRAMES)[number];

/** The person's choice. The dates are used only if the timeframe is custom; an empty field is ''. */
export interface TimeframeChoice {
  readonly timeframe: Timeframe;
  readonly start: CalendarDate;
  readonly end: CalendarDate;
}

/** Whole calendar days, `first` and `last` included. Empty if `last` is before `first`. */
export interface DayRange {
  readonly first: CalendarDate;
  readonly last: CalendarDate;
}

/**
 * From a local time (inclusive) to another (exclusive). An entry belongs to the span that contains its own local
 * time, in the zone where it was made (DECISIONS 20).
 */
export interface Span {
  readonly from: LocalTime;
  readonly to: LocalTime;
}

const LINE_WINDOWS = {
  '7days': { days: 7, points: 7 },
  month: { days: 30, points: 10 },
  '6weeks': { days: 42, points: 12 },
  '3months': { days: 90, points: 14 },
} as const;
const LINE_FALLBACK_DAYS = 30;

const BAR_DAYS = { '7days': 7, month: 31, '6weeks': 42, '3months': 93 } as const;
const BAR_FALLBACK_DAYS = 90;

export const DEFAULT_CUSTOM_DAYS = 30;
export const EARLIEST_CUSTOM_DATE: CalendarDate = '1900-01-01';
export const LATEST_CUSTOM_DATE: CalendarDate = '2199-12-31';

/** The last `days` days, including today. */
export function lastDays(days: number, today: CalendarDate): DayRange {
  return { first: addDays(today, 1 - days), last: today };
}

/** The days that the line chart covers; the last 30 if the dates of a custom range are missing or invalid. */
export function lineDays(choice: TimeframeChoice, today: CalendarDate): DayRange {
  if (choice.timeframe !== 'custom') return lastDays(LINE_WINDOWS[choice.timeframe].days, today);
  return customDays(choice) ?? lastDays(LINE_FALLBACK_DAYS, today);
}

/** The timeframe whose line chart covers exactly `days` days; 'custom' if there is none. */
export function lineTimeframe(days: number): Timeframe {
  return (
    TIMEFRAMES.find((each) => each !== 'custom' && LINE_WINDOWS[each].days === days) ?? 'custom'
  );
}

/** The days that the bar chart covers; the last 90 if the dates of a custom range are missing or invalid. */
export function barDays(choice: TimeframeChoice, today: CalendarDate): DayRange {
  if (choice.timeframe !== 'custom') return lastDays(BAR_DAYS[choice.timeframe], today);
  return customDays(choice) ?? lastDays(BAR_FALLBACK_DAYS, today);
}

/** A date field contains years such as 0002 or 20266 while a person types. Such a date counts as missing. */
function customDays({ start, end }: TimeframeChoice): DayRange | undefined {
  return isCustomDate(start) && isCustomDate(end) ? { first: start, last: end } : undefined;
}

/** True for a calendar date from 1900-01-01 to 2199-12-31. Any other custom date counts as missing. */
export function isCustomDate(date: string): boolean {
  return isCalendarDate(date) && EARLIEST_CUSTOM_DATE <= date && date <= LATEST_CUSTOM_DATE;
}

/** From the midnight that begins a range to the midnight that ends it; `from` equals `to` if the range is empty. */
export function spanOf({ first, last }: DayRange): Span {
  const from = midnightOf(first);
  return { from, to: last < first ? from : midnightOf(addDays(last, 1)) };
}

/**
 * The instants from `from` (inclusive) to `to` (exclusive) that may have a local time in the span. One day is added on
 * each side, because a zone is up to 14 hours ahead of or behind UTC. Callers leave out the entries outside the span.
 */
export function instantsAround({ from, to }: Span): { from: Instant; to: Instant } {
  return { from: from - DAY_MS, to: to + DAY_MS };
}

/**
 * Divides a range into the parts of the line chart. The parts are in order and cover the range without gaps
 * or overlaps. All parts have equal length on the clock. In a custom range the last one may be shorter, because
 * it ends at the end date (DECISIONS 21).
 *
 * @returns no parts if the range is empty
 */
export function lineParts(choice: TimeframeChoice, range: DayRange): Span[] {
  const days = daysBetween(range.first, range.last);
  if (days <= 0) return [];
  const { length, count } = partsOf(choice.timeframe, days);
  const first = midnightOf(range.first);
  const bound = (part: number) => first + Math.round(Math.min(part * length, days) * DAY_MS);
  return Array.from({ length: count }, (_, part) => ({ from: bound(part), to: bound(part + 1) }));
}

/**
 * The position of a local time in consecutive parts: the index of the part that contains it, plus the fraction of
 * that part that has passed at that time.
 *
 * @returns undefined outside of all parts
 */
export function placeIn(parts: readonly Span[], at: LocalTime): number | undefined {
  const index = parts.findIndex(({ from, to }) => from <= at && at < to);
  const part = parts[index];
  return part && index + (at - part.from) / (part.to - part.from);
}

/** The length of each part in days, and the number of parts. */
function partsOf(timeframe: Timeframe, days: number): { length: number; count: number } {
  if (timeframe !== 'custom') {
    const { points } = LINE_WINDOWS[timeframe];
    return { length: days / points, count: points };
  }
  const points = Math.min(14, Math.max(7, Math.ceil(days / 3)));
  const length = Math.ceil(days / points);
  return { length, count: Math.ceil(days / length) };
}

/** The warnings for a custom range, in the words of the spec and of DECISIONS 25. */
export function rangeWarnings({ timeframe, start, end }: TimeframeChoice, today: CalendarDate) {
  if (timeframe !== 'custom') return [];
  const [hasStart, hasEnd] = [isCustomDate(start), isCustomDate(end)];
  return [
    hasStart && start > today && '⚠️ Start date is in the future - no data will be shown',
    hasEnd && end > today && '⚠️ End date is in the future - limited data may be shown',
    hasStart && hasEnd && start > end && 'Start date is after end date - no data will be shown',
  ].filter((warning): warning is string => Boolean(warning));
}
