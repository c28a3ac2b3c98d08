import { dateFormats, zoneName } from '../../../domain/formats.ts';

const WEEKDAY = { weekday: 'long', month: 'long', day: 'numeric' } as const;
const CLOCK = { hour: 'numeric', minute: '2-digit' } as const;

const days = dateFormats({ dateStyle: 'long' });
const weekdays = dateFormats(WEEKDAY);
const clocks = dateFormats(CLOCK);

/** The time of a form: 'November 21, 2026' and '8:10 AM EST' (DECISIONS 26). */
export function formTime(date: string, zone: string): { day: string; time: string } {
  const instant = Date.parse(date);
  const time = `${clocks(zone).format(instant)} ${zoneName(instant, zone)}`;
  return { day: days(zone).format(instant), time };
}

/** A recent time: 'Monday, November 16, 8:10 AM EST'. */
export function recentTime(instant: number, zone: string): string {
  const { time } = formTime(new Date(instant).toISOString(), zone);
  return `${weekdays(zone).format(instant)}, ${time}`;
}

/** A time in the device's own time zone: 'Monday, November 16, 2:10 PM'. */
export function deviceTime(instant: number): string {
  const [day, clock] = [WEEKDAY, CLOCK].map((parts) => new Intl.DateTimeFormat('en-US', parts));
  return `${day?.format(instant)}, ${clock?.format(instant)}`;
}
