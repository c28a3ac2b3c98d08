import type { Span } from '../domain/windows.ts';

/** Names for the parts of a window: short ones for the axis, whole ones for tables and tooltips. */

/** The day a part begins on: 'Nov 28'. */
export function axisLabels(parts: readonly Span[], zone: string): string[] {
  const days = dayFormat(zone);
  return parts.map(({ from }) => days.format(from));
}

/** The days a part touches: 'Nov 15', or 'Nov 15 – 17'. */
export function spanLabels(parts: readonly Span[], zone: string): string[] {
  const days = dayFormat(zone);
  return parts.map(({ from, to }) => days.formatRange(from, to - 1));
}

function dayFormat(zone: string): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat('en-US', { timeZone: zone, month: 'short', day: 'numeric' });
}
