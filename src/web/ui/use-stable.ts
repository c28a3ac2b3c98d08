import { useCallback, useLayoutEffect, useRef } from 'react';

/**
 * A function that stays the same and calls the newest `handler`, so that a new handler does not make a memoized
 * component render again. For event handlers only.
 */
export function useStable<Arguments extends unknown[]>(
  handler: (...given: Arguments) => void,
): (...given: Arguments) => void {
  const newest = useRef(handler);
  useLayoutEffect(() => {
    newest.current = handler;
  });
  return useCallback((...given) => newest.current(...given), []);
}
