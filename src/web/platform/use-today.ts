import { useCallback, useEffect, useState } from 'react';
import { type CalendarDate, dateOf, hourOf, type Instant, localTimeOf } from '../../domain/zone.ts';
import { useFirstNow } from '../ui/page-start.ts';

/** How often a page that stays open checks for a new day or part of the day (ms). */
const CHECK_EVERY_MS = 60_000;

/**
 * Today in a time zone. Updated on demand, every minute, and when this tab of the app is shown again. Also updated when
 * the page becomes visible or hidden, because a sleeping device runs no timers.
 *
 * @returns the date, and a function that updates it
 */
export function useToday(zone: string): [CalendarDate, () => void] {
  return useChecked(useCallback((now) => dateOf(now, zone), [zone]));
}

/** The hour of the day in a time zone, 0 to 23, updated like `useToday`. */
export function useHour(zone: string): number {
  const read = useCallback((now: Instant) => hourOf(localTimeOf(now, zone)), [zone]);
  return useChecked(read)[0];
}

/** The current time (ms), rounded down to the minute and updated like `useToday`. */
export function useMinute(): Instant {
  return useChecked(toMinute)[0];
}

function toMinute(now: Instant): Instant {
  return Math.floor(now / CHECK_EVERY_MS) * CHECK_EVERY_MS;
}

function useChecked<Value>(read: (now: Instant) => Value): [Value, () => void] {
  const first = useFirstNow();
  const [value, setValue] = useState(() => read(first));
  const renew = useCallback(() => setValue(read(Date.now())), [read]);
  useEffect(() => {
    renew();
    const checking = setInterval(renew, CHECK_EVERY_MS);
    document.addEventListener('visibilitychange', renew);
    return () => {
      clearInterval(checking);
      document.removeEventListener('visibilitychange', renew);
    };
  }, [renew]);
  return [value, renew];
}
