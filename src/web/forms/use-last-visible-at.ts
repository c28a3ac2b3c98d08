import { useEffect, useState } from 'react';

/**
 * The later of two times: when the component was mounted, and when the page last became visible. A phone that wakes
 * after days still shows the same page.
 *
 * @returns an instant (ms)
 */
export function useLastVisibleAt(): number {
  const [at, setAt] = useState(Date.now);
  useEffect(() => {
    const look = () => {
      if (document.visibilityState === 'visible') setAt(Date.now());
    };
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, []);
  return at;
}
