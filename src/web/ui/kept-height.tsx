import { type ReactNode, useLayoutEffect, useRef } from 'react';

/** Keeps the largest height that its content has had, so that nothing moves under the finger when it shrinks. */
export function KeptHeight({ children }: { readonly children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null);
  const width = useRef(0);
  useLayoutEffect(() => {
    const { current } = place;
    if (!current) return;
    // After the phone was turned, the stored height is wrong.
    if (current.offsetWidth !== width.current) current.style.minHeight = '';
    width.current = current.offsetWidth;
    current.style.minHeight = `${current.offsetHeight}px`;
  });
  return <div ref={place}>{children}</div>;
}
