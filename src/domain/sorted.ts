/**
 * The number of items at the start of a list for which `holds` is true, found by binary search. `holds` must be true
 * for a first part of the list, which may be empty, and false for the rest.
 */
export function countWhile<T>(items: readonly T[], holds: (item: T) => boolean): number {
  let [low, high] = [0, items.length];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (holds(items[middle] as T)) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Orders texts by their UTF-16 code units, the same on every device. */
export function compareText(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
