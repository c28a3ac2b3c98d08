/**
 * Texts that the browser keeps for this site, or for this tab alone. One that keeps nothing, as people may tell
 * it, refuses every access: then there is nothing, and nothing is kept.
 */

type Kept = 'site' | 'tab';

export function readText(key: string, kept: Kept = 'site'): string | null {
  try {
    return storageOf(kept).getItem(key);
  } catch {
    return null;
  }
}

export function keepText(key: string, text: string, kept: Kept = 'site'): void {
  try {
    storageOf(kept).setItem(key, text);
  } catch {
    // As said above.
  }
}

export function dropText(key: string, kept: Kept = 'site'): void {
  try {
    storageOf(kept).removeItem(key);
  } catch {
    // As said above.
  }
}

function storageOf(kept: Kept): Storage {
  return kept === 'site' ? localStorage : sessionStorage;
}
