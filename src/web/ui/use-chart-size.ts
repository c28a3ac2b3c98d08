import { type RefObject, startTransition, useEffect, useRef, useState } from 'react';
import type { Size } from '../../charts/plot.ts';

/** The browser's usual text size (px), for which the charts are laid out. */
const USUAL_TEXT = 16;

interface Measured extends Size {
  readonly scale: number;
}

/**
 * The last measured size, so that a second chart, or a chart that is mounted again, is drawn immediately with the right
 * size.
 */
let last: Measured = { width: 0, height: 0, scale: 1 };

/**
 * The size of an element in CSS px at the usual text size, kept up to date, and how much larger the text is. The
 * width is 0 before the first layout. The element's height must depend on the text size.
 */
export function useChartSize<Element extends HTMLElement>(): [
  RefObject<Element | null>,
  Size,
  number,
] {
  const ref = useRef<Element>(null);
  const [measured, setMeasured] = useState(last);
  useEffect(() => {
    const element = ref.current;
    if (!element) return;
    // An observer is called when the browser has laid out the page anyway.
    const observer = new ResizeObserver(() => {
      const { clientWidth, clientHeight } = element;
      const text = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
      const scale = text / USUAL_TEXT;
      const [width, height] = [clientWidth / scale, clientHeight / scale];
      if (width !== last.width || height !== last.height || scale !== last.scale) {
        last = { width, height, scale };
      }
      // A transition is drawn in short tasks, so that a slow phone can react to a finger between them.
      startTransition(() => setMeasured(last));
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [ref, measured, measured.scale];
}
