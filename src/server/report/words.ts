import { dateFormat } from '../../domain/formats.ts';
import type { ReportPerson } from '../../domain/report.ts';
import type { DayRange } from '../../domain/windows.ts';
import type { CalendarDate, Instant } from '../../domain/zone.ts';

/** Formats the report's dates, times and figures. */

const NOT_PROVIDED = 'not provided';
const DEFAULT_ZONE = 'America/New_York';

/** 'November 21, 2026'. A calendar day has no time zone. */
function longDay(date: CalendarDate): string {
  return LONG_DAY.format(Date.parse(date));
}

/** 'August 24, 2026 to November 21, 2026'. */
export function daysWords({ first, last }: DayRange): string {
  return `${longDay(first)} to ${longDay(last)}`;
}

const LONG_DAY = dateFormat({ dateStyle: 'long', timeZone: 'UTC' });

/** Formats instants in one zone. Creating the formats is slow, so reuse the object. */
export class Moments {
  readonly #day: Intl.DateTimeFormat;
  readonly #time: Intl.DateTimeFormat;

  constructor(zone: string) {
    this.#day = dateFormat({ dateStyle: 'medium', timeZone: zone });
    this.#time = dateFormat({ timeStyle: 'short', timeZone: zone });
  }

  /** 'Nov 21, 2026'. */
  day(instant: Instant): string {
    return this.#day.format(instant);
  }

  /** '8:10 AM'. */
  time(instant: Instant): string {
    return this.#time.format(instant).replace('\u202f', ' ');
  }

  both(instant: Instant): string {
    return `${this.day(instant)}, ${this.time(instant)}`;
  }
}

/** 'America/New_York (EST)'. The spec says EST all year round (SPEC section 2). */
export function zoneWords(zone: string, now: Instant): string {
  if (zone === DEFAULT_ZONE) return `${zone} (EST)`;
  const name = dateFormat({ timeZone: zone, timeZoneName: 'short' })
    .formatToParts(now)
    .find(({ type }) => type === 'timeZoneName')?.value;
  return name && name !== zone ? `${zone} (${name})` : zone;
}

export function birthWords({ birthday }: ReportPerson): string {
  return birthday === '' ? NOT_PROVIDED : longDay(birthday);
}

export function yearsWords({ yearsWithParkinsons }: ReportPerson): string {
  if (yearsWithParkinsons === null) return NOT_PROVIDED;
  return counted(yearsWithParkinsons, 'year');
}

export function counted(count: number, thing: string): string {
  return `${count} ${thing}${count === 1 ? '' : 's'}`;
}

/** '2.3', or 'No data'. */
export function meanWords(mean: number | null): string {
  return mean === null ? 'No data' : mean.toFixed(1);
}

/** '+0.4', '−0.4' (with U+2212), '0.0', or a dash if there is nothing to compare. */
export function changeWords(change: number | null): string {
  if (change === null) return '–';
  const size = Math.abs(change).toFixed(1);
  if (size === '0.0') return size;
  return `${change > 0 ? '+' : '\u2212'}${size}`;
}
