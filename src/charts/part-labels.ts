import { type DateStyle, dateFormats } from '../domain/formats.ts';
import type { Span } from '../domain/windows.ts';
import { DAY_MS } from '../domain/zone.ts';

/**
 * Labels for the parts of a window: short labels for the axis, full labels for tables and tooltips. A part is a
 * span of local times, so the labels have no zone: `Intl` formats local times as if they were in UTC.
 */

/** From this length on, labels have the year, because a window may contain the same day and month twice. */
const LONG_WINDOW_MS = 360 * DAY_MS;

const days = dateFormats({ month: 'short', day: 'numeric' });
const months = dateFormats({ month: 'short', year: 'numeric' });
const daysAndYears = dateFormats({ month: 'short', day: 'numeric', year: 'numeric' });

/** The first day of each part, 'Nov 28'; in a window of 360 days or more its month, 'Nov 2026'. */
export function axisLabels(parts: readonly Span[], style?: DateStyle): string[] {
  const format = (isLong(parts) ? months : days)('UTC', style);
  return parts.map(({ from }) => format.format(from));
}

/** The days of each part, 'Nov 15' or 'Nov 15 – 17'; with the year in a window of 360 days or more. */
export function spanLabels(parts: readonly Span[], style?: DateStyle): string[] {
  const format = (isLong(parts) ? daysAndYears : days)('UTC', style);
  return parts.map(({ from, to }) => format.formatRange(from, to - 1));
}

function isLong(parts: readonly Span[]): boolean {
  const [first, last] = [parts[0], parts.at(-1)];
  return first !== undefined && last !== undefined && last.to - first.from >= LONG_WINDOW_MS;
}
