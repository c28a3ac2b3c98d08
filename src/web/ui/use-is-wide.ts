import { useCallback, useSyncExternalStore } from 'react';

/** From this width on (px), the page has two columns. The style sheets have the same width. */
const WIDE = 1000;

/** Whether the page has two columns; undefined in the HTML of the server, which does not know the width. */
export function useIsWide(): boolean | undefined {
  return useIsAtLeast(WIDE);
}

/** Whether the window has at least this width (px); undefined in the HTML of the server. */
export function useIsAtLeast(width: number): boolean | undefined {
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
    () => undefined,
  );
}
