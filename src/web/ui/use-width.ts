import { type RefObject, useLayoutEffect, useRef, useState } from 'react';

/** What was measured last: a chart that comes back, or a second one, is drawn at once, and once. */
let lastWidth = 0;

/** The width of an element in CSS px, kept up to date; before the first is laid out 0. */
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
