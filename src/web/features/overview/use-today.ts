import { useCallback, useEffect, useState } from 'react';
import { type CalendarDate, dateOf } from '../../../domain/zone.ts';

/** How often a page that stays open looks whether it is after midnight (ms). */
const LOOK_EVERY_MS = 60_000;

/**
 * Today in a time zone. Updated on demand, every minute, when the tab is shown again, and when the page
 * becomes visible or hidden, because a device that slept runs no timers.
 */
export function useToday(zone: string): [CalendarDate, () => void] {
  const [today, setToday] = useState(() => dateOf(Date.now(), zone));
  const renew = useCallback(() => setToday(dateOf(Date.now(), zone)), [zone]);
  useEffect(() => {
    renew();
    const looking = setInterval(renew, LOOK_EVERY_MS);
    document.addEventListener('visibilitychange', renew);
    return () => {
      clearInterval(looking);
      document.removeEventListener('visibilitychange', renew);
    };
  }, [renew]);
  return [today, renew];
}
