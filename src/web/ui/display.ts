import { DISPLAY_OPTIONS, type DisplayOption } from '../../domain/display.ts';
import { dropText, keepText, readText } from '../platform/kept-text.ts';

/** The display options. Each device stores what is chosen, and the account has a copy for the person's other devices. */

const STORAGE_KEY = 'display';
const OWNER_KEY = 'displayOf';

/** Reads the display options that are on, as this device has stored them. */
export function readDisplay(): DisplayOption[] {
  return displayFrom(readText(STORAGE_KEY) ?? '');
}

/** Reads a stored list of options; empty if it cannot be read. */
export function displayFrom(text: string): DisplayOption[] {
  try {
    const kept: unknown = JSON.parse(text);
    return Array.isArray(kept) ? DISPLAY_OPTIONS.filter((key) => kept.includes(key)) : [];
  } catch {
    return [];
  }
}

/**
 * Stores the options that are on, and applies them to the page.
 *
 * @param userId whose choice it is; undefined if nobody is signed in
 */
export function setDisplay(on: readonly DisplayOption[], userId?: string): void {
  // If the browser blocks storage, the options last until the page is closed.
  keepText(STORAGE_KEY, JSON.stringify(on));
  if (userId === undefined) dropText(OWNER_KEY);
  else keepText(OWNER_KEY, userId);
  showDisplay(on);
}

/** Whose choice this device shows: a user id, or null if nobody was signed in. */
export function displayOwner(): string | null {
  return readText(OWNER_KEY);
}

/** Sets the attributes that the style sheets use. */
export function showDisplay(on: readonly DisplayOption[]): void {
  for (const key of DISPLAY_OPTIONS) {
    document.documentElement.toggleAttribute(attributeOf(key), on.includes(key));
  }
}

/** The options that are applied to the page. They may differ from the stored ones if the browser blocks storage. */
export function shownDisplay(): DisplayOption[] {
  return DISPLAY_OPTIONS.filter((key) => document.documentElement.hasAttribute(attributeOf(key)));
}

function attributeOf(key: DisplayOption): string {
  return `data-${key.toLowerCase()}`;
}
