/**
 * Returns a function that gives the English date format of a time zone, and caches it. Creating a format is
 * slow, so call this once per set of options, at module level.
 */
export function dateFormats(
  options: Intl.DateTimeFormatOptions,
): (zone: string) => Intl.DateTimeFormat {
  const formats = new Map<string, Intl.DateTimeFormat>();
  return (zone) => {
    const known = formats.get(zone);
    if (known) return known;
    const format = new Intl.DateTimeFormat('en-US', { ...options, timeZone: zone });
    formats.set(zone, format);
    return format;
  };
}

const DEFAULT_ZONE = 'America/New_York';
const zoneNames = dateFormats({ timeZoneName: 'short' });

/** The abbreviation of a time zone at an instant. Eastern time is 'EST' all year round (SPEC section 2). */
export function zoneName(instant: number, zone: string): string {
  if (zone === DEFAULT_ZONE) return 'EST';
  const parts = zoneNames(zone).formatToParts(instant);
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? zone;
}
