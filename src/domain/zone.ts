import { wallClocks } from './time-zones.ts';

/**
 * Calendar days and hours in a time zone. They use `Intl`, because many phones do not have `Temporal` yet.
 * The tests compare these functions with Node's `Temporal`.
 */

/** A calendar day without a time zone, 'YYYY-MM-DD'. Sorting the strings sorts the dates. */
export type CalendarDate = string;

/** Milliseconds since 1970-01-01T00:00:00Z. */
export type Instant = number;

/**
 * What a calendar and a clock show, without a time zone: milliseconds since 1970-01-01T00:00 on that clock. The
 * same number means the same local time in every zone.
 */
export type LocalTime = number;

export const DAY_MS = 86_400_000;

/** The local time in `zone`. */
export function localTimeOf(instant: Instant, zone: string): LocalTime {
  if (zone === 'UTC') return instant;
  const day = Math.floor(instant / DAY_MS);
  const offset = offsetAtStart(day, zone);
  // No zone changes its clocks twice within a day. So if the offset is the same at both ends of the UTC day, it is the
  // same all day.
  const isSameAllDay = offset === offsetAtStart(day + 1, zone);
  return isSameAllDay ? instant + offset : clockOf(instant, zone);
}

/** Offsets (ms) at the start of days in UTC, by zone. `Intl` takes about a hundred times as long as a look-up. */
const offsets = new Map<string, Map<number, number>>();
let offsetCount = 0;
/** The most cached offsets. They take about 2 MB. */
const MOST_OFFSETS = 50_000;

/** @param day counted from 1970 in UTC */
function offsetAtStart(day: number, zone: string): number {
  const known = offsets.get(zone)?.get(day);
  if (known !== undefined) return known;
  if (offsetCount === MOST_OFFSETS) {
    offsets.clear();
    offsetCount = 0;
  }
  const offset = clockOf(day * DAY_MS, zone) - day * DAY_MS;
  const ofZone = offsets.get(zone) ?? new Map<number, number>();
  offsets.set(zone, ofZone.set(day, offset));
  offsetCount += 1;
  return offset;
}

/** What a clock in `zone` shows, by `Intl`. */
function clockOf(instant: Instant, zone: string): LocalTime {
  const field: Record<string, number> = {};
  for (const { type, value } of wallClocks(zone).formatToParts(instant)) {
    field[type] = Number(value);
  }
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = field;
  // `Date.UTC` would read the years 0 to 99 as 1900 to 1999.
  const midnight = new Date(0).setUTCFullYear(year, month - 1, day);
  const milliseconds = instant - Math.floor(instant / 1000) * 1000;
  return midnight + ((hour * 60 + minute) * 60 + second) * 1000 + milliseconds;
}

/** The zone's offset from UTC at an instant, in milliseconds, east positive. */
function offsetAt(instant: Instant, zone: string): number {
  return localTimeOf(instant, zone) - instant;
}

/** The start of a calendar day, as a local time. */
export function midnightOf(date: CalendarDate): LocalTime {
  return Date.parse(`${date}T00:00:00Z`);
}

/** The calendar day of a local time. */
export function dayOf(time: LocalTime): CalendarDate {
  return new Date(time).toISOString().slice(0, 10);
}

/**
 * The minute that contains an instant, counted from 1970. It is the same in every zone, because since 1972 offsets are
 * whole minutes.
 */
export function minuteOf(instant: Instant): number {
  return Math.floor(instant / 60_000);
}

/** The hour of a local time, 0 to 23. */
export function hourOf(time: LocalTime): number {
  return new Date(time).getUTCHours();
}

/** The calendar day of an instant in a zone. */
export function dateOf(instant: Instant, zone: string): CalendarDate {
  return dayOf(localTimeOf(instant, zone));
}

/** The date `days` later; earlier if `days` is negative. */
export function addDays(date: CalendarDate, days: number): CalendarDate {
  return dayOf(midnightOf(date) + days * DAY_MS);
}

/** The number of days from `first` to `last`, both included; 0 or less if `last` is before `first`. */
export function daysBetween(first: CalendarDate, last: CalendarDate): number {
  return (midnightOf(last) - midnightOf(first)) / DAY_MS + 1;
}

/** Today and a number of days before it. @param zone the person's present zone (IANA) */
export function recentDays(
  daysBefore: number,
  now: Instant,
  zone: string,
): { readonly from: CalendarDate; readonly to: CalendarDate } {
  const today = dateOf(now, zone);
  return { from: addDays(today, -daysBefore), to: today };
}

/** True if the text is 'YYYY-MM-DD' and the calendar has that date. */
export function isCalendarDate(text: string): boolean {
  return (
    /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(midnightOf(text)) && addDays(text, 0) === text
  );
}

/** The local time of an instant in a zone, 'HH:MM' (00:00 to 23:59). */
export function timeOf(instant: Instant, zone: string): string {
  return new Date(localTimeOf(instant, zone)).toISOString().slice(11, 16);
}

/** An instant as ISO 8601 in UTC. */
export function isoOf(instant: Instant): string {
  return new Date(instant).toISOString();
}

/** An instant in ISO 8601 with the zone's offset, to the second: '2026-11-18T12:00:00-05:00'. */
export function isoIn(instant: Instant, zone: string): string {
  const shown = new Date(localTimeOf(instant, zone)).toISOString().slice(0, -'.000Z'.length);
  const offset = offsetAt(instant, zone);
  // Offsets from before standard time zones have seconds, which are cut off, because offsets in ISO 8601 have none.
  const distance = new Date(Math.abs(offset)).toISOString().slice(11, 16);
  return `${shown}${offset < 0 ? '-' : '+'}${distance}`;
}

/**
 * The instant of a local date and time in a zone. If the local time occurs twice, the first. If it is
 * skipped, it is shifted forward by the length of the gap.
 *
 * @param time 'HH:MM'
 */
export function instantAt(date: CalendarDate, time: string, zone: string): Instant {
  const shown = Date.parse(`${date}T${time}:00Z`);
  const before = shown - offsetAt(shown - DAY_MS, zone);
  const after = shown - offsetAt(shown + DAY_MS, zone);
  return localTimeOf(after, zone) === shown &&
    (after < before || localTimeOf(before, zone) !== shown)
    ? after
    : before;
}

/**
 * The first instant of a day in a zone. This is midnight; the first of the two if midnight occurs twice; the
 * end of the gap if the clocks skip midnight.
 */
export function startOfDay(date: CalendarDate, zone: string): Instant {
  const midnight = midnightOf(date);
  const before = midnight - offsetAt(midnight - DAY_MS, zone);
  const after = midnight - offsetAt(midnight + DAY_MS, zone);
  const [first, second] = before < after ? [before, after] : [after, before];
  if (localTimeOf(first, zone) === midnight) return first;
  if (localTimeOf(second, zone) === midnight) return second;
  return firstInstantFrom(first, second, (instant) => dateOf(instant, zone) >= date);
}

/**
 * Finds the first instant in (from, to] where `holds` is true, in steps of a second from `from`, by
 * bisection. `holds` must stay true once it is true.
 */
function firstInstantFrom(from: Instant, to: Instant, holds: (instant: Instant) => boolean) {
  let [low, high] = [from, to];
  while (high - low > 1000) {
    const middle = low + Math.round((high - low) / 2000) * 1000;
    if (holds(middle)) high = middle;
    else low = middle;
  }
  return high;
}
