import { DISPLAY_OPTIONS, type DisplayOption } from '../../domain/display.ts';
import { keepText, readText } from '../kept-text.ts';

/** The display options of this device. An account has a copy, so that they are the same on the next device. */

export const DISPLAY_LABELS: Readonly<Record<DisplayOption, string>> = {
  largeText: 'Larger text',
  highContrast: 'High contrast',
  largeControls: 'Large controls',
};

const STORAGE_KEY = 'display';

/** Reads the display options that the person has turned on. */
export function readDisplay(): readonly DisplayOption[] {
  try {
    const kept: unknown = JSON.parse(readText(STORAGE_KEY) ?? '[]');
    return Array.isArray(kept) ? DISPLAY_OPTIONS.filter((key) => kept.includes(key)) : [];
  } catch {
    return [];
  }
}

/** Stores the options that are on, and applies them to the page. */
export function setDisplay(on: readonly DisplayOption[]): void {
  // If the browser blocks storage, the options last until the page is closed.
  keepText(STORAGE_KEY, JSON.stringify(on));
  showDisplay(on);
}

/** Sets the attributes that the style sheets use. */
export function showDisplay(on: readonly DisplayOption[]): void {
  for (const key of DISPLAY_OPTIONS) {
    document.documentElement.toggleAttribute(attributeOf(key), on.includes(key));
  }
}

/** The options that the page is shown with, which a browser that blocks storage does not store. */
export function shownDisplay(): DisplayOption[] {
  return DISPLAY_OPTIONS.filter((key) => document.documentElement.hasAttribute(attributeOf(key)));
}

function attributeOf(key: DisplayOption): string {
  return `data-${key.toLowerCase()}`;
}
