import './sticky-column.css';
import { type ReactNode, useLayoutEffect, useRef } from 'react';

/** The left one of two columns. It stays in view while the other one is scrolled, with its end if it is tall. */
export function StickyColumn({ children }: { readonly children: ReactNode }) {
  const column = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const { current } = column;
    if (!current) return;
    const observer = new ResizeObserver(() => {
      current.style.setProperty('--column-height', `${current.offsetHeight}px`);
    });
    observer.observe(current);
    return () => observer.disconnect();
  }, []);
  return (
    <div ref={column} className="sticky-column">
      {children}
    </div>
  );
}
