import { type CalendarDate, type Instant, instantAt, isCalendarDate } from './zone.ts';

/**
 * Time formats found in tables: an ISO instant with an offset, or a local time such as '2024-03-01 08:15',
 * '2024-03-01T08:15:30', '3/1/2024 8:15:30 AM' (month first) or '3/1/2024, 8:15 AM'.
 */

const ISO_INSTANT =
  /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:?\d{2})$/i;
const ISO_WALL = /^(\d{4})-(\d{2})-(\d{2})[T ](\d{1,2}):(\d{2})(?::(\d{2})(?:\.(\d{1,3})\d*)?)?$/i;
const US_WALL =
  /^(\d{1,2})\/(\d{1,2})\/(\d{4}),?\s+(\d{1,2}):(\d{2})(?::(\d{2}))?(?:\s*([ap])\.?m\.?)?$/i;

/**
 * Parses a time from a table.
 *
 * @param zone the zone of a time without an offset; see `instantAt` for local times that occur twice or never
 * @returns undefined if the text is not a time in one of these formats
 */
export function instantOf(text: string, zone: string): Instant | undefined {
  const trimmed = text.trim();
  if (ISO_INSTANT.test(trimmed)) {
    const instant = Date.parse(trimmed);
    return Number.isNaN(instant) || !isCalendarDate(trimmed.slice(0, 10)) ? undefined : instant;
  }
  const iso = ISO_WALL.exec(trimmed);
  if (iso) {
    const [, year, month, day, hour, minute, second = '0', fraction = '0'] = iso;
    const milliseconds = Number(second) * 1000 + Number(fraction.padEnd(3, '0'));
    return wallTime(`${year}-${month}-${day}`, Number(hour), Number(minute), milliseconds, zone);
  }
  const us = US_WALL.exec(trimmed);
  if (!us) return undefined;
  const [, month = '', day = '', year, hour, minute, second = '0', half] = us;
  const date = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const hours = half === undefined ? Number(hour) : hourOfTwelve(Number(hour), half);
  return hours === undefined
    ? undefined
    : wallTime(date, hours, Number(minute), Number(second) * 1000, zone);
}

/** @param half 'a' or 'p' */
function hourOfTwelve(hour: number, half: string): number | undefined {
  if (hour < 1 || hour > 12) return undefined;
  return (hour % 12) + (half.toLowerCase() === 'p' ? 12 : 0);
}

function wallTime(
  date: CalendarDate,
  hour: number,
  minute: number,
  milliseconds: number,
  zone: string,
): Instant | undefined {
  if (!isCalendarDate(date) || hour > 23 || minute > 59 || milliseconds >= 60_000) return undefined;
  const twoDigits = (value: number) => String(value).padStart(2, '0');
  return instantAt(date, `${twoDigits(hour)}:${twoDigits(minute)}`, zone) + milliseconds;
}
