import { type CalendarDate, dateOf } from '../../domain/zone.ts';
import { nearDayText } from '../ui/calendar-date-text.ts';
import { dayTimeText } from '../ui/time-text.ts';
import { useMinute, useToday } from './use-today.ts';
import { useUser } from './user.ts';

/** Writes a calendar day as the person reads it, with the year only if it is another one: 'Nov 21', 'Nov 21, 2025'. */
export function useNearDay(): (day: CalendarDate) => string {
  const user = useUser();
  const [today] = useToday(user.timeZone);
  return (day) => nearDayText(day, today, user);
}

/** As `useNearDay`, for the day of an instant (ISO) in the person's zone. */
export function useNearDayOf(): (at: string) => string {
  const { timeZone } = useUser();
  const textOf = useNearDay();
  return (at) => textOf(dateOf(Date.parse(at), timeZone));
}

/** Writes an instant (ISO) in a zone, by default in the person's, after its day: 'Nov 21, 8:00 AM'. */
export function useDayTime(): (at: string, zone?: string) => string {
  const user = useUser();
  const now = useMinute();
  return (at, zone = user.timeZone) =>
    dayTimeText(Date.parse(at), now, { ...user, timeZone: zone });
}
