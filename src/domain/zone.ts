import { dateFormat } from './formats.ts';

/**
 * Calendar days and hours of a time zone, on `Intl` alone: `Temporal` is not on the phones people
 * have yet. The test holds these functions against Node's `Temporal`.
 */

/** A day of the calendar in no zone, 'YYYY-MM-DD'. Sorts as text. */
export type CalendarDate = string;

/** Milliseconds since 1970-01-01T00:00:00Z. */
export type Instant = number;

export const DAY_MS = 86_400_000;

const WALL_CLOCK = {
  calendar: 'iso8601',
  hourCycle: 'h23',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
} as const;

/** What a clock on the wall in `zone` shows, as if it were UTC: milliseconds, whole seconds. */
function wallClock(instant: Instant, zone: string): number {
  const field: Record<string, number> = {};
  for (const { type, value } of dateFormat({ ...WALL_CLOCK, timeZone: zone }).formatToParts(
    instant,
  )) {
    field[type] = Number(value);
  }
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = field;
  // Not `Date.UTC`, which takes the years 0 to 99 for 1900 to 1999.
  const midnight = new Date(0).setUTCFullYear(year, month - 1, day);
  return midnight + ((hour * 60 + minute) * 60 + second) * 1000;
}

/** The zone's offset from UTC at an instant, in milliseconds, east positive. */
function offsetAt(instant: Instant, zone: string): number {
  return wallClock(instant, zone) - Math.floor(instant / 1000) * 1000;
}

function utcMidnight(date: CalendarDate): Instant {
  return Date.parse(`${date}T00:00:00Z`);
}

/** The calendar day of an instant in a zone. */
export function dateOf(instant: Instant, zone: string): CalendarDate {
  return new Date(wallClock(instant, zone)).toISOString().slice(0, 10);
}

/** The hour an instant falls in, 0 to 23, as the zone's clocks show it. */
export function hourOf(instant: Instant, zone: string): number {
  return new Date(wallClock(instant, zone)).getUTCHours();
}

/** The date `days` later, or earlier where negative. */
export function addDays(date: CalendarDate, days: number): CalendarDate {
  return new Date(utcMidnight(date) + days * DAY_MS).toISOString().slice(0, 10);
}

/** How many days lie from `first` to `last`, both counted; 0 or less where `last` comes first. */
export function daysBetween(first: CalendarDate, last: CalendarDate): number {
  return (utcMidnight(last) - utcMidnight(first)) / DAY_MS + 1;
}

/** True for a date that is in the calendar, written 'YYYY-MM-DD'. */
export function isCalendarDate(text: string): boolean {
  return (
    /^\d{4}-\d{2}-\d{2}$/.test(text) &&
    !Number.isNaN(utcMidnight(text)) &&
    addDays(text, 0) === text
  );
}

/** The time of day of an instant, 'HH:MM', as the zone's clocks show it. */
export function timeOf(instant: Instant, zone: string): string {
  return new Date(wallClock(instant, zone)).toISOString().slice(11, 16);
}

/** An instant as ISO 8601 in UTC. */
export function isoOf(instant: Instant): string {
  return new Date(instant).toISOString();
}

/** An instant as ISO 8601 with a zone's offset, to the second: '2026-11-18T12:00:00-05:00'. */
export function isoIn(instant: Instant, zone: string): string {
  const shown = new Date(wallClock(instant, zone)).toISOString().slice(0, -'.000Z'.length);
  const offset = offsetAt(instant, zone);
  // Before there were time zones, offsets had seconds, which ISO 8601 does not write.
  const distance = new Date(Math.abs(offset)).toISOString().slice(11, 16);
  return `${shown}${offset < 0 ? '-' : '+'}${distance}`;
}

/**
 * The instant at which a zone's clocks show a day and a time. Of a time that is shown twice the first; for
 * one that is skipped, as much after the gap as it lies behind its begin.
 *
 * @param time 'HH:MM'
 */
export function instantAt(date: CalendarDate, time: string, zone: string): Instant {
  const shown = Date.parse(`${date}T${time}:00Z`);
  const before = shown - offsetAt(shown - DAY_MS, zone);
  const after = shown - offsetAt(shown + DAY_MS, zone);
  return wallClock(after, zone) === shown && (after < before || wallClock(before, zone) !== shown)
    ? after
    : before;
}

/**
 * The first instant of a day in a zone: midnight, or where the clocks skip midnight the moment after
 * the gap. Midnight twice gives the first of the two.
 */
export function startOfDay(date: CalendarDate, zone: string): Instant {
  const midnight = utcMidnight(date);
  const before = midnight - offsetAt(midnight - DAY_MS, zone);
  const after = midnight - offsetAt(midnight + DAY_MS, zone);
  const [first, second] = before < after ? [before, after] : [after, before];
  if (wallClock(first, zone) === midnight) return first;
  if (wallClock(second, zone) === midnight) return second;
  return firstInstantFrom(first, second, (instant) => dateOf(instant, zone) >= date);
}

/** Bisection: the first whole second in (from, to] where `holds` is true, given that it stays true. */
function firstInstantFrom(from: Instant, to: Instant, holds: (instant: Instant) => boolean) {
  let [low, high] = [from, to];
  while (high - low > 1000) {
    const middle = low + Math.round((high - low) / 2000) * 1000;
    if (holds(middle)) high = middle;
    else low = middle;
  }
  return high;
}
