import { useSyncExternalStore } from 'react';

const never = () => () => {};

/**
 * Whether the component is taking over the HTML of the build: true in that first rendering, and false from the next
 * one on. Only from the next one on may the content differ from that of the build.
 */
export function useIsFromHtml(): boolean {
  return useSyncExternalStore(
    never,
    () => false,
    () => true,
  );
}
