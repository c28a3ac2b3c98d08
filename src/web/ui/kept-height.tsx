import { type ReactNode, useEffect, useRef } from 'react';

/** Keeps the largest height that its content has had, so that nothing moves under the finger when it shrinks. */
export function KeptHeight({ children }: { readonly children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const { current } = place;
    if (!current) return;
    let width = 0;
    const observer = new ResizeObserver(() => {
      // After a turn of the phone, the former height is wrong.
      if (current.offsetWidth !== width) current.style.minHeight = '';
      width = current.offsetWidth;
      current.style.minHeight = `${current.offsetHeight}px`;
    });
    observer.observe(current);
    return () => observer.disconnect();
  }, []);
  return <div ref={place}>{children}</div>;
}
