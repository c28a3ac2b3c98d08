import { type DateStyle, dateFormats, type TimePreferences } from '../../domain/formats.ts';
import { zoneName } from '../../domain/time-zones.ts';
import { type CalendarDate, dateOf } from '../../domain/zone.ts';
import { deviceZone } from './device-zone.ts';

const WEEKDAY = { weekday: 'long', month: 'long', day: 'numeric' } as const;
const CLOCK = { hour: 'numeric', minute: '2-digit' } as const;

const days = dateFormats({ dateStyle: 'long' });
const weekdays = dateFormats(WEEKDAY);
const clocks = dateFormats(CLOCK);
const shortDays = dateFormats({ weekday: 'short', month: 'short', day: 'numeric' });

/** The date of a time (ISO instant), in the zone where it was entered. */
export function dayOf({
  date,
  timeZone,
}: {
  readonly date: string;
  readonly timeZone: string;
}): CalendarDate {
  return dateOf(Date.parse(date), timeZone);
}

/** A time in a zone: 'November 21, 2026' and '8:10 AM EST' (DECISIONS 26). */
export function formTime(
  date: string,
  zone: string,
  style: DateStyle,
): { day: string; time: string } {
  const instant = Date.parse(date);
  const time = `${clocks(zone, style).format(instant)} ${zoneName(instant, zone)}`;
  return { day: days(zone, style).format(instant), time };
}

/** A recent time: 'Monday, November 16, 8:10 AM EST'. */
export function recentTime(instant: number, preferences: TimePreferences): string {
  const { timeZone: zone } = preferences;
  const { time } = formTime(new Date(instant).toISOString(), zone, preferences);
  return `${weekdays(zone, preferences).format(instant)}, ${time}`;
}

/** A time in the device's own time zone: 'Monday, November 16, 2:10 PM'. */
export function deviceTime(instant: number, style: DateStyle): string {
  const zone = deviceZone();
  return `${weekdays(zone, style).format(instant)}, ${clocks(zone, style).format(instant)}`;
}

/** A time in the device's own time zone, with its day unless that is today: '1:03 AM', 'Wed, Nov 18, 2:10 PM'. */
export function asOfText(instant: number, style: DateStyle): string {
  const zone = deviceZone();
  // A time is not broken over two lines.
  const time = clocks(zone, style).format(instant).replaceAll(/\s/g, '\u00a0');
  if (dateOf(instant, zone) === dateOf(Date.now(), zone)) return time;
  return `${shortDays(zone, style).format(instant)}, ${time}`;
}
