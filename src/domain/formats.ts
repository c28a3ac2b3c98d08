export const HOUR_CYCLES = ['h12', 'h23'] as const;
/** 'h12' is 8:10 PM, 'h23' is 20:10. */
type HourCycle = (typeof HOUR_CYCLES)[number];

export const DATE_ORDERS = ['mdy', 'dmy'] as const;
/** 'mdy' is November 21, 2026, 'dmy' is 21 November 2026. */
type DateOrder = (typeof DATE_ORDERS)[number];

/** How a person reads times and dates (DECISIONS 28). */
export interface DateStyle {
  readonly hourCycle: HourCycle;
  readonly dateOrder: DateOrder;
}

/** A person's time zone, and how they read times and dates. */
export interface TimePreferences extends DateStyle {
  /** The present zone (IANA). */
  readonly timeZone: string;
}

export const DEFAULT_DATE_STYLE: DateStyle = { hourCycle: 'h12', dateOrder: 'mdy' };

const LOCALES: Readonly<Record<DateOrder, string>> = { mdy: 'en-US', dmy: 'en-GB' };

/**
 * Returns a function that creates and caches the English date format of each time zone. Creating a format is slow, so
 * call `dateFormats` only once per set of options, at module level. A zone that this device does not know yet is shown
 * in UTC.
 */
export function dateFormats(
  options: Intl.DateTimeFormatOptions,
): (zone: string, style?: DateStyle) => Intl.DateTimeFormat {
  const formats = new Map<string, Intl.DateTimeFormat>();
  const hasClock = Boolean(options.hour || options.timeStyle);
  return (zone, style = DEFAULT_DATE_STYLE) => {
    const { hourCycle, dateOrder } = style;
    const key = `${zone} ${hourCycle} ${dateOrder}`;
    const known = formats.get(key);
    if (known) return known;
    const format = formatIn(zone, LOCALES[dateOrder], {
      ...(hasClock && { hourCycle }),
      ...options,
    });
    formats.set(key, format);
    return format;
  };
}

function formatIn(zone: string, locale: string, options: Intl.DateTimeFormatOptions) {
  const timeZone = isTimeZone(zone) ? zone : 'UTC';
  return new Intl.DateTimeFormat(locale, { ...options, timeZone });
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

const zoneNames = dateFormats({ timeZoneName: 'short' });

/**
 * The abbreviation of a time zone at an instant: 'EST' in a New York winter, 'EDT' in its summer (DECISIONS 26).
 * Where English has none, the offset: 'GMT+9'.
 */
export function zoneName(instant: number, zone: string): string {
  const names = DATE_ORDERS.map((dateOrder) => {
    const parts = zoneNames(zone, { ...DEFAULT_DATE_STYLE, dateOrder }).formatToParts(instant);
    return parts.find(({ type }) => type === 'timeZoneName')?.value ?? zone;
  });
  // American English has names for American zones, British English for European ones.
  return names.find((name) => !/^(GMT|UTC)[+-]/.test(name)) ?? names[0] ?? zone;
}
