import { useEffect, useState } from 'react';
import { whenSettled } from '../ui/when-idle.ts';

/** Which rows were added since the page has settled. */
export interface NewRows {
  /** @param marks what identifies a row, whether it waits or is saved; a row of several entries has several */
  isNew(marks: readonly string[]): boolean;
  /** Called when a new row has been shown as one. */
  note(marks: readonly string[]): void;
}

/**
 * Tells new rows from those that were there before. What waits on this device is read while the page settles.
 *
 * @param shown the marks of all rows
 */
export function useNewRows(shown: readonly string[], isLoaded: boolean): NewRows {
  const [isSettled, setIsSettled] = useState(false);
  const [known, setKnown] = useState<ReadonlySet<string>>();
  useEffect(() => whenSettled(() => setIsSettled(true)), []);
  if (!known && isSettled && isLoaded) setKnown(new Set(shown));
  return {
    isNew: (marks) => known !== undefined && marks.some((mark) => !known.has(mark)),
    note: (marks) => setKnown((before) => before && new Set([...before, ...marks])),
  };
}
