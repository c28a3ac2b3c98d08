import { useEffect, useState } from 'react';

/**
 * When what uses it was first shown, or the page was last turned to: a phone that slept for days shows it as it
 * was.
 *
 * @returns milliseconds
 */
export function useLookedAt(): number {
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
