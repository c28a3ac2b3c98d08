import type { ReactNode } from 'react';
import { useIsFromHtml } from './from-html.ts';

/** Content that depends on what only this device knows. The server's HTML is without it. */
export function OnDevice({ children }: { readonly children: ReactNode }) {
  return useIsFromHtml() ? null : children;
}
