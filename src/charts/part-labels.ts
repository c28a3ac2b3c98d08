import { dateFormat } from '../domain/formats.ts';
import type { Span } from '../domain/windows.ts';
import { DAY_MS } from '../domain/zone.ts';

/** Labels for the parts of a window: short labels for the axis, full labels for tables and tooltips. */

/** From this length on, labels have the year, because a window may contain the same day and month twice. */
const LONG_WINDOW_MS = 360 * DAY_MS;

const DAY = { month: 'short', day: 'numeric' } as const;
const MONTH = { month: 'short', year: 'numeric' } as const;
const DAY_AND_YEAR = { ...DAY, year: 'numeric' } as const;

/** The first day of each part, 'Nov 28'; in a window of 360 days or more its month, 'Nov 2026'. */
export function axisLabels(parts: readonly Span[], zone: string): string[] {
  const format = dateFormat({ ...(isLong(parts) ? MONTH : DAY), timeZone: zone });
  return parts.map(({ from }) => format.format(from));
}

/** The days of each part, 'Nov 15' or 'Nov 15 – 17'; with the year in a window of 360 days or more. */
export function spanLabels(parts: readonly Span[], zone: string): string[] {
  const format = dateFormat({ ...(isLong(parts) ? DAY_AND_YEAR : DAY), timeZone: zone });
  return parts.map(({ from, to }) => format.formatRange(from, to - 1));
}

function isLong(parts: readonly Span[]): boolean {
  const [first, last] = [parts[0], parts.at(-1)];
  return first !== undefined && last !== undefined && last.to - first.from >= LONG_WINDOW_MS;
}
