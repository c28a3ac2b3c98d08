import { useSyncExternalStore } from 'react';

/**
 * Whether the server answers, by the result of the latest call. It is not part of the cache of answers, because the
 * entries that wait on this device are sent without that cache.
 */
let isLost = false;
const listeners = new Set<() => void>();

/** Notes whether our server answered a call. An error of our server is an answer, too. */
export function noteCall(isAnswered: boolean): void {
  if (isLost === !isAnswered) return;
  isLost = !isAnswered;
  for (const listener of listeners) listener();
}

/** Whether the latest call did not reach the server. */
export function useIsLost(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => isLost,
    () => false,
  );
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
