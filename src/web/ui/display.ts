import { keepText, readText } from '../kept-text.ts';

/** Display options, stored on this device. They need no account, and the server does not learn them. */
export const DISPLAY_OPTIONS = [
  { key: 'largeText', label: 'Larger text' },
  { key: 'highContrast', label: 'High contrast' },
  { key: 'largeControls', label: 'Large controls' },
] as const;

export type DisplayOption = (typeof DISPLAY_OPTIONS)[number]['key'];

const STORAGE_KEY = 'display';

/** Reads the display options that the person has turned on. */
export function readDisplay(): ReadonlySet<DisplayOption> {
  try {
    const kept: unknown = JSON.parse(readText(STORAGE_KEY) ?? '[]');
    const on = Array.isArray(kept) ? kept : [];
    return new Set(DISPLAY_OPTIONS.map(({ key }) => key).filter((key) => on.includes(key)));
  } catch {
    return new Set();
  }
}

/** Stores the options that are on, and applies them to the page. */
export function setDisplay(on: ReadonlySet<DisplayOption>): void {
  // If the browser blocks storage, the options last until the page is closed.
  keepText(STORAGE_KEY, JSON.stringify([...on]));
  showDisplay(on);
}

/** Sets the attributes that the style sheets use. */
export function showDisplay(on: ReadonlySet<DisplayOption>): void {
  for (const { key } of DISPLAY_OPTIONS) {
    document.documentElement.toggleAttribute(mark(key), on.has(key));
  }
}

/** The options that the page is shown with, which a browser that blocks storage does not store. */
export function shownDisplay(): ReadonlySet<DisplayOption> {
  const isShown = (key: DisplayOption) => document.documentElement.hasAttribute(mark(key));
  return new Set(DISPLAY_OPTIONS.map(({ key }) => key).filter(isShown));
}

function mark(key: DisplayOption): string {
  return `data-${key.toLowerCase()}`;
}
