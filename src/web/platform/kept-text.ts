/**
 * Texts in local storage (`site`) or session storage (`tab`). A text that the browser does not store, because storage
 * is blocked or full, is kept in this page's memory.
 */

type Kept = 'site' | 'tab';

/** The texts that the browser has not stored. They are newer than the stored texts of the same key. */
const unstored = { site: new Map<string, string>(), tab: new Map<string, string>() };

export function readText(key: string, kept: Kept = 'site'): string | null {
  const text = unstored[kept].get(key);
  if (text !== undefined) return text;
  try {
    return storageOf(kept).getItem(key);
  } catch {
    return null;
  }
}

export function keepText(key: string, text: string, kept: Kept = 'site'): void {
  try {
    storageOf(kept).setItem(key, text);
    unstored[kept].delete(key);
  } catch {
    unstored[kept].set(key, text);
  }
}

export function dropText(key: string, kept: Kept = 'site'): void {
  unstored[kept].delete(key);
  try {
    storageOf(kept).removeItem(key);
  } catch {
    // Storage is blocked.
  }
}

/** The keys of the `site` texts that begin with a text. */
export function textKeys(prefix: string): readonly string[] {
  const keys = new Set([...unstored.site.keys(), ...storedKeys()]);
  return [...keys].filter((key) => key.startsWith(prefix));
}

function storedKeys(): readonly string[] {
  try {
    return Object.keys(localStorage);
  } catch {
    return [];
  }
}

function storageOf(kept: Kept): Storage {
  return kept === 'site' ? localStorage : sessionStorage;
}
