import { keepText, readText } from '../kept-text.ts';

/** How the pages look for someone, kept on this device: no account is needed for it, nor told of it. */
export const DISPLAY_OPTIONS = [
  { key: 'largeText', label: 'Larger text' },
  { key: 'highContrast', label: 'High contrast' },
  { key: 'largeControls', label: 'Large controls' },
] as const;

export type DisplayOption = (typeof DISPLAY_OPTIONS)[number]['key'];

const STORAGE_KEY = 'display';

/** The options that are kept as on. */
export function readDisplay(): ReadonlySet<DisplayOption> {
  try {
    const kept: unknown = JSON.parse(readText(STORAGE_KEY) ?? '[]');
    const on = Array.isArray(kept) ? kept : [];
    return new Set(DISPLAY_OPTIONS.map(({ key }) => key).filter((key) => on.includes(key)));
  } catch {
    return new Set();
  }
}

/** Keeps the options that are on, and shows the page with them. */
export function setDisplay(on: ReadonlySet<DisplayOption>): void {
  // A browser that keeps nothing shows it until it is closed.
  keepText(STORAGE_KEY, JSON.stringify([...on]));
  showDisplay(on);
}

/** Marks the document, for the style sheets. */
export function showDisplay(on: ReadonlySet<DisplayOption>): void {
  for (const { key } of DISPLAY_OPTIONS) {
    document.documentElement.toggleAttribute(mark(key), on.has(key));
  }
}

/** The options that the page is shown with: some browsers keep nothing. */
export function shownDisplay(): ReadonlySet<DisplayOption> {
  const isShown = (key: DisplayOption) => document.documentElement.hasAttribute(mark(key));
  return new Set(DISPLAY_OPTIONS.map(({ key }) => key).filter(isShown));
}

function mark(key: DisplayOption): string {
  return `data-${key.toLowerCase()}`;
}
