import { createContext, useContext, useState } from 'react';
import type { Instant } from '../../domain/zone.ts';

/** What the first rendering shows, the same in the HTML and in the browser that takes the HTML over. */
export interface PageStart {
  /** When the HTML was made (ms). */
  readonly at: Instant;
  /** The path and the parameters of the page. */
  readonly address: string;
  /** Until when the browser may still take over parts of the HTML, by `performance.now` (ms). */
  readonly until: number;
}

/** How long a slow phone may take to take over a page's HTML (ms). */
export const TAKE_OVER_MS = 30_000;

/** Undefined for a page that the script draws. */
export const PageStartContext = createContext<PageStart | undefined>(undefined);

/** Whether the browser is taking over the HTML. Another screen of the app, such as that after a sign-in, is drawn. */
function isTakingOver({ address, until }: PageStart): boolean {
  const [path] = address.split('?');
  const shown = globalThis.location?.pathname ?? path;
  return shown === path && performance.now() < until;
}

/**
 * The time for a first rendering (ms): that of the HTML as long as the browser takes it over, because both must show
 * the same. An effect must replace it with the current time.
 */
export function useFirstNow(): Instant {
  const start = useContext(PageStartContext);
  return start && isTakingOver(start) ? start.at : Date.now();
}

/** Whether the caller was first rendered while the browser took over the page's HTML. */
export function useIsTakenOver(): boolean {
  const start = useContext(PageStartContext);
  const [isTakenOver] = useState(() => start !== undefined && isTakingOver(start));
  return isTakenOver;
}
