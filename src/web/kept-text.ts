/**
 * Texts in local storage (`site`) or session storage (`tab`). If the browser blocks storage, reads return
 * null and writes are no-ops.
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
    // Storage is blocked.
  }
}

export function dropText(key: string, kept: Kept = 'site'): void {
  try {
    storageOf(kept).removeItem(key);
  } catch {
    // Storage is blocked.
  }
}

/** The keys in local storage that begin with a text. */
export function textKeys(prefix: string): readonly string[] {
  try {
    return Object.keys(localStorage).filter((key) => key.startsWith(prefix));
  } catch {
    return [];
  }
}

function storageOf(kept: Kept): Storage {
  return kept === 'site' ? localStorage : sessionStorage;
}
