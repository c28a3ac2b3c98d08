import { type RefObject, useState } from 'react';
import { flushSync } from 'react-dom';
import { shownDisplay } from '../ui/display.ts';

/** A form that shows one symptom at a time. */
export interface Steps {
  /** The index of the symptom that is shown. */
  readonly at: number;
  readonly count: number;
  readonly isLast: boolean;
  readonly go: (to: number) => void;
}

/**
 * With 'Large controls', the form shows one symptom at a time, because the large stops of one symptom fill a phone's
 * screen. The setting is read when the form opens; after that, only the offer in the form changes the view.
 *
 * @param screen the element that contains the symptom on the screen
 * @returns `steps`: undefined if all symptoms are shown together. `isOn`: whether 'Large controls' is on. `begin`:
 * starts to show one symptom at a time
 */
export function useSteps(
  count: number,
  screen: RefObject<HTMLElement | null>,
): {
  readonly steps: Steps | undefined;
  readonly isOn: boolean;
  readonly begin: (at: number) => void;
} {
  const [isOn, setIsOn] = useState(() => shownDisplay().includes('largeControls'));
  const [reached, setReached] = useState(0);
  const at = Math.min(reached, count - 1);

  function go(to: number) {
    flushSync(() => {
      setIsOn(true);
      setReached(to);
    });
    screen.current?.querySelector<HTMLElement>('[type="range"]')?.focus({ preventScroll: true });
    // Scrolled to the top, the dialog shows the symptom directly below its head.
    screen.current?.closest('dialog')?.scrollTo(0, 0);
  }

  const steps = isOn && count >= 2 ? { at, count, isLast: at === count - 1, go } : undefined;
  return { steps, isOn, begin: go };
}
