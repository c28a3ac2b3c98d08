import { type ReactNode, useEffect, useRef } from 'react';

/** How long the content may still grow (ms). The words of a message are inserted shortly after its box. */
const GROWS_MS = 500;

/** Scrolls its content into view when it appears. */
export function IntoView({ children }: { readonly children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const { current } = place;
    if (!current) return undefined;
    const growing = new ResizeObserver(() => current.scrollIntoView({ block: 'nearest' }));
    growing.observe(current);
    const timer = setTimeout(() => growing.disconnect(), GROWS_MS);
    return () => {
      clearTimeout(timer);
      growing.disconnect();
    };
  }, []);
  return <div ref={place}>{children}</div>;
}
