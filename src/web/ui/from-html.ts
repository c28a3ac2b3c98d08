import { useSyncExternalStore } from 'react';

const never = () => () => {};

/**
 * True in the first rendering, in which React takes over the HTML of the build, and false in each later one. Only a
 * later rendering may differ from the content of that HTML.
 */
export function useIsFromHtml(): boolean {
  return useSyncExternalStore(
    never,
    () => false,
    () => true,
  );
}
