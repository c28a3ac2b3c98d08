import { useSyncExternalStore } from 'react';

const never = () => () => {};

/**
 * Whether the component is taking over the HTML of the build: true in that first rendering, and false from the next
 * one on. What differs between the build and this device must wait for that.
 */
export function useIsFromHtml(): boolean {
  return useSyncExternalStore(
    never,
    () => false,
    () => true,
  );
}
