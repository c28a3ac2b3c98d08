import { useEffect, useRef, useState } from 'react';
import type { Unsaved } from '../platform/unsaved.ts';
import { isNamed } from './unsaved.ts';

/** Names what a log-out deletes before it asks for a confirmation, and passes on only what was named. */
export function useNamedDeletion(find: () => Promise<readonly Unsaved[]>) {
  const [named, setNamed] = useState<readonly Unsaved[]>();
  const [isChanged, setIsChanged] = useState(false);
  const [isChecking, setIsChecking] = useState(false);
  /** Incremented when the dialog is closed, so that a check that ends later confirms nothing. */
  const run = useRef(0);
  useEffect(
    () => () => {
      run.current += 1;
    },
    [],
  );
  return {
    /** What the dialog names; empty until `name` has read it. */
    named: named ?? [],
    /** Whether more has been named since the person pressed the button that logs out. */
    isChanged,
    /** Whether the button that logs out has to wait. */
    isChecking: isChecking || named === undefined,
    /** To be called when the dialog is closed without a log-out, unless the caller is unmounted. */
    cancel() {
      run.current += 1;
      setIsChecking(false);
    },
    /** Reads what the dialog names. To be called before the dialog opens, or when it opens. */
    async name() {
      setNamed(await find());
      setIsChanged(false);
    },
    /**
     * Calls `onConfirmed` with what was named, unless another window has added something: that is named first, and
     * needs another press.
     */
    async confirm(onConfirmed: (named: readonly Unsaved[]) => void) {
      if (!named) return;
      setIsChecking(true);
      const { current } = run;
      const found = await find();
      if (current !== run.current) return;
      setIsChecking(false);
      if (isNamed(found, named)) {
        onConfirmed(named);
        return;
      }
      setNamed(found);
      setIsChanged(true);
    },
  };
}
