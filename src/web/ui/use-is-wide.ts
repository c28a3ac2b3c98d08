import { useCallback, useSyncExternalStore } from 'react';

/** From this width on (px), the page has two columns. The style sheets have the same width. */
const WIDE = 1000;

/** Whether the page has two columns. */
export function useIsWide(): boolean {
  return useIsAtLeast(WIDE);
}

/** Whether the window has at least this width (px). */
export function useIsAtLeast(width: number): boolean {
  const query = `(min-width: ${width}px)`;
  const subscribe = useCallback(
    (onChange: () => void) => {
      const matching = matchMedia(query);
      matching.addEventListener('change', onChange);
      return () => matching.removeEventListener('change', onChange);
    },
    [query],
  );
  return useSyncExternalStore(
    subscribe,
    () => matchMedia(query).matches,
    () => false,
  );
}
