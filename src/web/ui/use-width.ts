import { type RefObject, useLayoutEffect, useRef, useState } from 'react';

/**
 * The last measured width, so that a chart that is mounted again, or a second one, is drawn at once and only
 * once.
 */
let lastWidth = 0;

/** The width of an element in CSS px, kept up to date; 0 before the first layout. */
export function useWidth<Element extends HTMLElement>(): [RefObject<Element | null>, number] {
  const ref = useRef<Element>(null);
  const [width, setWidth] = useState(lastWidth);
  useLayoutEffect(() => {
    const element = ref.current;
    if (!element) return;
    const measure = () => {
      lastWidth = element.clientWidth;
      setWidth(lastWidth);
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [ref, width];
}
