import type { Form } from '../../../contract/entities.ts';
import {
  type DateStyle,
  dateFormats,
  type TimePreferences,
  zoneName,
} from '../../../domain/formats.ts';
import { type CalendarDate, dateOf } from '../../../domain/zone.ts';
import { deviceZone } from '../../ui/device-zone.ts';

const WEEKDAY = { weekday: 'long', month: 'long', day: 'numeric' } as const;
const CLOCK = { hour: 'numeric', minute: '2-digit' } as const;

const days = dateFormats({ dateStyle: 'long' });
const weekdays = dateFormats(WEEKDAY);
const clocks = dateFormats(CLOCK);

/** The date of a form, in the zone where it was made. */
export function dayOf({ date, timeZone }: Form): CalendarDate {
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
