/** What only `Intl` knows: which time zones exist, their clocks, and their short names. */

/** Creating a format is slow, so each zone has one. A zone that this device does not know yet is shown in UTC. */
function zoneFormats(
  locale: string,
  options: Intl.DateTimeFormatOptions,
): (zone: string) => Intl.DateTimeFormat {
  const formats = new Map<string, Intl.DateTimeFormat>();
  return (zone) => {
    const known = formats.get(zone);
    if (known) return known;
    const timeZone = isTimeZone(zone) ? zone : 'UTC';
    const format = new Intl.DateTimeFormat(locale, { ...options, timeZone });
    formats.set(zone, format);
    return format;
  };
}

/** Names that were found to be zones, because `Intl` takes long to tell. */
const zones = new Set<string>();
/** There are about 600, but each may be written with small and capital letters. */
const MOST_ZONES = 1000;

/** True for the name of a time zone that this device knows, such as 'Europe/Berlin' (IANA). */
export function isTimeZone(name: string): boolean {
  // An offset such as '+02:00' is no zone, because it does not follow the clock changes.
  if (!/^[a-z]/i.test(name)) return false;
  if (zones.has(name)) return true;
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: name });
    if (zones.size < MOST_ZONES) zones.add(name);
    return true;
  } catch {
    return false;
  }
}

/** The numbers of a calendar and a clock in a zone. */
export const wallClocks = zoneFormats('en-US', {
  calendar: 'iso8601',
  hourCycle: 'h23',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
});

/** American English has names for American zones, British English for European ones. */
const zoneNames = ['en-US', 'en-GB'].map((locale) =>
  zoneFormats(locale, { timeZoneName: 'short' }),
);

/**
 * The abbreviation of a time zone at an instant: 'EST' in a New York winter, 'EDT' in its summer (DECISIONS 26).
 * Where English has none, the offset: 'GMT+9'. Another version of `Intl` may write it otherwise.
 */
export function zoneName(instant: number, zone: string): string {
  const names = zoneNames.map((formats) => {
    const parts = formats(zone).formatToParts(instant);
    return parts.find(({ type }) => type === 'timeZoneName')?.value ?? zone;
  });
  return names.find((name) => !/^(GMT|UTC)[+-]/.test(name)) ?? names[0] ?? zone;
}
