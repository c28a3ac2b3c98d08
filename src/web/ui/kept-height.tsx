import { type ReactNode, useLayoutEffect, useRef } from 'react';

/** Keeps the largest height that its content has had, so that nothing moves under the finger when it shrinks. */
export function KeptHeight({ children }: { readonly children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null);
  const width = useRef<number>(undefined);
  useLayoutEffect(() => {
    const measure = () => {
      const { current } = place;
      if (!current) return;
      // After the phone was turned, the stored height is wrong.
      if (current.offsetWidth !== width.current) current.style.minHeight = '';
      width.current = current.offsetWidth;
      current.style.minHeight = `${current.offsetHeight}px`;
    };
    if (width.current !== undefined) measure();
    else {
      width.current = 0;
      // At first together with the rest of the page, which would otherwise be laid out twice.
      requestAnimationFrame(measure);
    }
  });
  return <div ref={place}>{children}</div>;
}
