import { useSyncExternalStore } from 'react';

const wide = matchMedia('print, (min-width: 640px)');

function subscribe(listener: () => void): () => void {
  wide.addEventListener('change', listener);
  return () => wide.removeEventListener('change', listener);
}

/** Whether there is the room of a tablet. Paper has it. */
export function useWide(): boolean {
  return useSyncExternalStore(subscribe, () => wide.matches);
}
