import { counted } from '../../domain/counted.ts';
import { type DateStyle, dateFormats } from '../../domain/formats.ts';
import type { ReportPerson } from '../../domain/report.ts';
import { zoneName } from '../../domain/time-zones.ts';
import type { DayRange } from '../../domain/windows.ts';
import type { CalendarDate, Instant } from '../../domain/zone.ts';

/** Formats the report's dates, times and figures. */

const NOT_PROVIDED = 'not provided';

const longDays = dateFormats({ dateStyle: 'long' });
const mediumDays = dateFormats({ dateStyle: 'medium' });
const times = dateFormats({ timeStyle: 'short' });

/** 'November 21, 2026'. A calendar day has no time zone. */
function longDay(date: CalendarDate, style: DateStyle): string {
  return longDays('UTC', style).format(Date.parse(date));
}

/** 'August 24, 2026 to November 21, 2026'. */
export function daysWords({ first, last }: DayRange, style: DateStyle): string {
  return `${longDay(first, style)} to ${longDay(last, style)}`;
}

/** 'Nov 21, 2026'. */
export function dayWords(date: CalendarDate, style: DateStyle): string {
  return mediumDays('UTC', style).format(Date.parse(date));
}

/** Formats instants as the person reads them. */
export class Moments {
  readonly zone: string;
  readonly style: DateStyle;
  readonly #zoneName: string;

  /** @param zone the person's present zone, whose name at `madeAt` is in the report's head */
  constructor(zone: string, style: DateStyle, madeAt: Instant) {
    this.zone = zone;
    this.style = style;
    this.#zoneName = zoneName(madeAt, zone);
  }

  /** 'Nov 21, 2026'. */
  day(instant: Instant, zone = this.zone): string {
    return mediumDays(zone, this.style).format(instant);
  }

  /**
   * '8:10 AM'. The zone's name follows if it differs from the name in the report's head: '8:10 AM EDT' in a report that
   * was made in winter.
   */
  time(instant: Instant, zone = this.zone): string {
    const time = times(zone, this.style).format(instant);
    const name = zoneName(instant, zone);
    return name === this.#zoneName ? time : `${time} ${name}`;
  }

  both(instant: Instant): string {
    return `${this.day(instant)}, ${this.time(instant)}`;
  }
}

/** 'America/New_York (EST)'. */
export function zoneWords(zone: string, now: Instant): string {
  const name = zoneName(now, zone);
  return name === zone ? zone : `${zone} (${name})`;
}

export function birthWords({ birthday }: ReportPerson, style: DateStyle): string {
  return birthday === '' ? NOT_PROVIDED : longDay(birthday, style);
}

export function yearsWords({ yearsWithParkinsons }: ReportPerson): string {
  if (yearsWithParkinsons === null) return NOT_PROVIDED;
  return counted(yearsWithParkinsons, 'year');
}

/** '2.3', or 'No data'. */
export function meanWords(mean: number | null): string {
  return mean === null ? 'No data' : mean.toFixed(1);
}
