import { dateFormat } from '../../../domain/formats.ts';

const DEFAULT_ZONE = 'America/New_York';

/** The time of a form: 'November 21, 2026' and '8:10 AM EST' (DECISIONS 26). */
export function formTime(date: string, zone: string): { day: string; time: string } {
  const day = dateFormat({ dateStyle: 'long', timeZone: zone });
  const clock = dateFormat({ ...CLOCK, timeZone: zone });
  const instant = Date.parse(date);
  return { day: day.format(instant), time: `${clock.format(instant)} ${zoneName(instant, zone)}` };
}

/** A recent time: 'Monday, November 16, 8:10 AM EST'. */
export function recentTime(instant: number, zone: string): string {
  const day = dateFormat({ ...WEEKDAY, timeZone: zone });
  const { time } = formTime(new Date(instant).toISOString(), zone);
  return `${day.format(instant)}, ${time}`;
}

/** A time in the device's own time zone: 'Monday, November 16, 2:10 PM'. */
export function deviceTime(instant: number): string {
  const [day, clock] = [WEEKDAY, CLOCK].map((parts) => new Intl.DateTimeFormat('en-US', parts));
  return `${day?.format(instant)}, ${clock?.format(instant)}`;
}

const WEEKDAY = { weekday: 'long', month: 'long', day: 'numeric' } as const;
const CLOCK = { hour: 'numeric', minute: '2-digit' } as const;

/** The abbreviation of a time zone at an instant. The spec labels Eastern time EST all year round. */
export function zoneName(instant: number, zone: string): string {
  if (zone === DEFAULT_ZONE) return 'EST';
  const format = dateFormat({ timeZone: zone, timeZoneName: 'short' });
  return format.formatToParts(instant).find(({ type }) => type === 'timeZoneName')?.value ?? zone;
}
