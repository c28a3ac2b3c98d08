import { dateFormats, type TimePreferences } from '../../domain/formats.ts';
import { addDays, dateOf, type Instant } from '../../domain/zone.ts';
import { nearDayText } from './calendar-date-text.ts';

const clocks = dateFormats({ timeStyle: 'short' });

/**
 * A time, after its day if that is not today: '7:55 PM', 'yesterday, 7:55 PM', 'tomorrow, 8:00 AM', 'Nov 15, 8:00 AM' or,
 * in another year, 'Nov 15, 2025, 8:00 AM'.
 *
 * @param preferences with the zone (IANA) in which the time is shown and which decides what day it is
 */
export function timeText(at: Instant, now: Instant, preferences: TimePreferences): string {
  const day = dayText(at, now, preferences);
  const time = clocks(preferences.timeZone, preferences).format(at);
  return day ? `${day}, ${time}` : time;
}

/** As `timeText`, to follow an amount: 'at 8:00 AM', 'at 8:00 PM yesterday'. */
export function atTimeText(at: Instant, now: Instant, preferences: TimePreferences): string {
  const day = dayText(at, now, preferences);
  const time = clocks(preferences.timeZone, preferences).format(at);
  return day ? `at ${time} ${day}` : `at ${time}`;
}

/** A time, then its day, which may be today: '6:35 PM today', '8:00 PM yesterday', '8:00 AM Nov 15'. */
export function timeAndDayText(at: Instant, now: Instant, preferences: TimePreferences): string {
  const time = clocks(preferences.timeZone, preferences).format(at);
  return `${time} ${dayText(at, now, preferences) || 'today'}`;
}

/** A day, which may be today, with its time: 'today at 6:35 PM', 'yesterday at 8:00 PM', 'on Nov 15 at 8:00 AM'. */
export function dayAtTimeText(at: Instant, now: Instant, preferences: TimePreferences): string {
  const { timeZone } = preferences;
  const time = clocks(timeZone, preferences).format(at);
  const day = dayText(at, now, preferences) || 'today';
  return `${/\d/.test(day) ? `on ${day}` : day} at ${time}`;
}

/** A time after its day, which may be today: 'Nov 15, 8:00 AM', in another year 'Nov 15, 2025, 8:00 AM'. */
export function dayTimeText(at: Instant, now: Instant, preferences: TimePreferences): string {
  const { timeZone } = preferences;
  const day = nearDayText(dateOf(at, timeZone), dateOf(now, timeZone), preferences);
  return `${day}, ${clocks(timeZone, preferences).format(at)}`;
}

/** The day of an instant; '' for today. */
function dayText(at: Instant, now: Instant, preferences: TimePreferences): string {
  const { timeZone } = preferences;
  const [today, day] = [dateOf(now, timeZone), dateOf(at, timeZone)];
  if (day === today) return '';
  if (day === addDays(today, -1)) return 'yesterday';
  if (day === addDays(today, 1)) return 'tomorrow';
  return nearDayText(day, today, preferences);
}
