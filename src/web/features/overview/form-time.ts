const DEFAULT_ZONE = 'America/New_York';

/** When a form was logged: 'November 21, 2026' and '8:10 AM EST' (DECISIONS 26). */
export function formTime(date: string, zone: string): { day: string; time: string } {
  const instant = instantOf(date);
  const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: zone });
  const time = new Intl.DateTimeFormat('en-US', {
    hour: 'numeric',
    minute: '2-digit',
    timeZone: zone,
    timeZoneName: 'short',
  });
  const parts = time.formatToParts(instant);
  const clock = parts
    .filter(({ type }) => type !== 'timeZoneName')
    .map(({ value }) => value)
    .join('')
    .trim();
  // The spec labels Eastern time EST all year round.
  const label =
    zone === DEFAULT_ZONE ? 'EST' : parts.find(({ type }) => type === 'timeZoneName')?.value;
  return { day: day.format(instant), time: `${clock} ${label}` };
}

/** The instant of a form's date: milliseconds. */
export function instantOf(date: string): number {
  return Date.parse(date);
}
