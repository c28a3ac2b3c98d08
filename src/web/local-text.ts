/**
 * Texts that the browser keeps for this site. One that keeps nothing, as people may tell it, refuses every
 * access: then there is nothing, and nothing is kept.
 */

export function readText(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

export function keepText(key: string, text: string): void {
  try {
    localStorage.setItem(key, text);
  } catch {
    // As said above.
  }
}

export function dropText(key: string): void {
  try {
    localStorage.removeItem(key);
  } catch {
    // As said above.
  }
}
