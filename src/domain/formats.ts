import { type Instant, type LocalTime, localTimeOf } from './zone.ts';

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

const MONTHS = [
  ...['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August'],
  ...['September', 'October', 'November', 'December'],
];
const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
const SHORT = 3;

/** The parts of a date or a time, named as `Intl.DateTimeFormat` names them. */
export interface DateParts {
  readonly dateStyle?: 'medium' | 'long';
  readonly timeStyle?: 'short';
  readonly weekday?: 'short' | 'long';
  readonly year?: 'numeric';
  readonly month?: 'short' | 'long';
  readonly day?: 'numeric';
  readonly hour?: 'numeric';
  readonly minute?: '2-digit';
}

interface DateFormat {
  readonly format: (instant: Instant) => string;
  /** The days from one instant to another: 'Nov 15 – 17', with the years if they differ. Needs a day and a month. */
  readonly formatRange: (from: Instant, to: Instant) => string;
}

/**
 * Returns a function that formats English dates and times in a time zone, as `Intl` of Node 26 does. `Intl` itself
 * differs between versions ('Sep' and 'Sept'), and the HTML of the server must be what the browser writes. It would also
 * be slow. A zone that this device does not know yet is shown in UTC.
 */
export function dateFormats(parts: DateParts): (zone: string, style?: DateStyle) => DateFormat {
  const { dateStyle, timeStyle, hour } = parts;
  const hasClock = timeStyle !== undefined || hour !== undefined;
  const hasDate = dateStyle !== undefined || [parts.weekday, parts.month, parts.day].some(Boolean);
  const date: DateParts = dateStyle
    ? { month: dateStyle === 'long' ? 'long' : 'short', day: 'numeric', year: 'numeric' }
    : parts;
  return (zone, style = DEFAULT_DATE_STYLE) => ({
    format(instant) {
      const time = localTimeOf(instant, zone);
      const texts = [
        hasDate && dateText(time, date, style),
        hasClock && clockText(time, parts, style),
      ];
      return texts.filter(Boolean).join(dateStyle === 'long' ? ' at ' : ', ');
    },
    formatRange(from, to) {
      return rangeText(
        [from, to].map((each) => localTimeOf(each, zone)),
        date,
        style,
      );
    },
  });
}

function dateText(time: LocalTime, parts: DateParts, { dateOrder }: DateStyle): string {
  const at = new Date(time);
  const month = parts.month && monthName(at.getUTCMonth(), parts.month, dateOrder);
  const day = parts.day && String(at.getUTCDate());
  const year = parts.year && String(at.getUTCFullYear());
  const weekday = parts.weekday && cut(WEEKDAYS[at.getUTCDay()], parts.weekday);
  if (dateOrder === 'mdy') {
    const monthAndDay = [month, day].filter(Boolean).join(' ');
    const whole = [monthAndDay, year].filter(Boolean).join(day ? ', ' : ' ');
    return [weekday, whole].filter(Boolean).join(', ');
  }
  const whole = [day, month, year].filter(Boolean).join(' ');
  return [weekday, whole].filter(Boolean).join(year ? ', ' : ' ');
}

function monthName(month: number, length: 'short' | 'long', dateOrder: DateOrder): string {
  const name = MONTHS[month];
  // British English.
  return length === 'short' && dateOrder === 'dmy' && name === 'September'
    ? 'Sept'
    : cut(name, length);
}

function cut(name = '', length: 'short' | 'long'): string {
  return length === 'short' ? name.slice(0, SHORT) : name;
}

function clockText(time: LocalTime, parts: DateParts, { hourCycle, dateOrder }: DateStyle): string {
  const at = new Date(time);
  const hours = at.getUTCHours();
  const minutes = parts.timeStyle || parts.minute ? `:${twoDigits(at.getUTCMinutes())}` : '';
  const isBritish = dateOrder === 'dmy';
  if (hourCycle === 'h23') {
    const isShort = isBritish && parts.minute !== undefined;
    return `${isShort ? hours : twoDigits(hours)}${minutes}`;
  }
  const ofHalf = hours % 12 || 12;
  const half = hours < 12 ? 'AM' : 'PM';
  const shown = isBritish && parts.timeStyle ? twoDigits(ofHalf) : ofHalf;
  return `${shown}${minutes} ${isBritish ? half.toLowerCase() : half}`;
}

function twoDigits(number: number): string {
  return String(number).padStart(2, '0');
}

const TO = ' – ';

function rangeText([from = 0, to = 0]: LocalTime[], parts: DateParts, style: DateStyle): string {
  const [first, last] = [new Date(from), new Date(to)];
  const withoutYear = (time: LocalTime) => dateText(time, { ...parts, year: undefined }, style);
  const year = parts.year && `${style.dateOrder === 'mdy' ? ', ' : ' '}${last.getUTCFullYear()}`;
  if (first.getUTCFullYear() !== last.getUTCFullYear()) {
    const whole = { ...parts, year: 'numeric' } as const;
    return dateText(from, whole, style) + TO + dateText(to, whole, style);
  }
  if (first.getUTCMonth() !== last.getUTCMonth()) {
    return withoutYear(from) + TO + withoutYear(to) + (year ?? '');
  }
  if (first.getUTCDate() === last.getUTCDate()) return dateText(from, parts, style);
  const [firstDay, lastDay] = [first.getUTCDate(), last.getUTCDate()];
  return style.dateOrder === 'mdy'
    ? withoutYear(from) + TO + lastDay + (year ?? '')
    : firstDay + TO + withoutYear(to) + (year ?? '');
}
