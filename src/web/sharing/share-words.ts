import type { SHARE_DAYS } from '../../domain/share.ts';
import {
  addDays,
  type CalendarDate,
  dateOf,
  type Instant,
  isCalendarDate,
  isoOf,
  startOfDay,
} from '../../domain/zone.ts';

/** When a link expires: after a number of days, or on a date. */
export type Expiry = `${(typeof SHARE_DAYS)[number]}` | 'date';
export const EXPIRIES: Readonly<Record<Expiry, string>> = {
  30: '30 days',
  90: '90 days',
  365: 'A year',
  date: 'Choose a date',
};

/** The first day that a link shows. */
export type Beginning = 'visit' | 'quarter' | 'year' | 'date';
export const BEGINNINGS: Readonly<Record<Beginning, string>> = {
  visit: 'Since my last visit',
  quarter: 'Last 3 months',
  year: 'Last 12 months',
  date: 'Choose a date',
};
const LENGTHS = { quarter: 90, year: 365 } as const;
/** The longest time that a link may work, and that it may look back (days). */
const MOST_DAYS = 365;

/** The last day on which a link works. */
export function lastDayOf(expiry: Expiry, date: string, today: CalendarDate): CalendarDate {
  return expiry === 'date' ? date : addDays(today, Number(expiry));
}

/** The instant (ISO) when a link expires: the end of its last day in the zone. */
export function expiryAfter(lastDay: CalendarDate, zone: string): string {
  return isoOf(startOfDay(addDays(lastDay, 1), zone));
}

/** The inverse of `expiryAfter`: a link's last day. */
export function lastDay(expiresAt: string, zone: string): CalendarDate {
  return dateOf(Date.parse(expiresAt) - 1, zone);
}

export function firstDayOf(
  beginning: Beginning,
  date: string,
  today: CalendarDate,
): CalendarDate | undefined {
  if (beginning === 'visit') return undefined;
  return beginning === 'date' ? date : addDays(today, 1 - LENGTHS[beginning]);
}

/** What is wrong with the last day of a link; '' if it is valid. */
export function expiryProblem(day: string, today: CalendarDate): string {
  if (!isCalendarDate(day)) return 'Choose a date.';
  if (day < today) return 'This day has passed. Choose a later one.';
  return day > addDays(today, MOST_DAYS) ? 'Choose a day within the next year.' : '';
}

/** What is wrong with the first day of a link; '' if it is valid. */
export function beginningProblem(day: string, today: CalendarDate): string {
  if (!isCalendarDate(day)) return 'Choose a date.';
  if (day > today) return 'This day is in the future. Choose an earlier one.';
  return day <= addDays(today, -MOST_DAYS) ? 'Choose a day within the last year.' : '';
}

/** A mailto URL that opens a draft in the person's email program. The draft never contains the passcode. */
export function mailtoOf(url: string, until: string, hasPasscode: boolean): string {
  const lines = [
    'Hello,',
    'With this link you can read what I log about my Parkinson’s. You need no account:',
    url,
    `It works until ${until}.`,
    ...(hasPasscode ? ['It has a passcode, which I will tell you.'] : []),
  ];
  const parts = { subject: 'What I log about my Parkinson’s', body: lines.join('\r\n\r\n') };
  const text = Object.entries(parts).map(([key, value]) => `${key}=${encodeURIComponent(value)}`);
  return `mailto:?${text.join('&')}`;
}

export function todayIn(zone: string, now: Instant = Date.now()): CalendarDate {
  return dateOf(now, zone);
}
