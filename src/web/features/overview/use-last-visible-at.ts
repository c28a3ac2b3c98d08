import { useEffect, useState } from 'react';

/**
 * When the component was mounted or the page last became visible. A phone that slept for days still shows the
 * page as it was.
 *
 * @returns milliseconds
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
