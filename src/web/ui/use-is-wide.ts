import { useSyncExternalStore } from 'react';

/** From this width on, the page has two columns. The style sheets have the same width. */
const WIDE = '(min-width: 1000px)';

/** Whether the page has two columns. */
export function useIsWide(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => matchMedia(WIDE).matches,
    () => false,
  );
}

function subscribe(onChange: () => void) {
  const wide = matchMedia(WIDE);
  wide.addEventListener('change', onChange);
  return () => wide.removeEventListener('change', onChange);
}
