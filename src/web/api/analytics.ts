import { keepText, readText } from '../kept-text.ts';

/** The local setting of 'Analytics & Improvements': whether this device reports errors. It is on by default. */

const STORAGE_KEY = 'allowAnalytics';
/** The choice while the page is open, for a browser that blocks storage. */
let chosen = 'true';

export function allowsAnalytics(): boolean {
  return (readText(STORAGE_KEY) ?? chosen) !== 'false';
}

export function allowAnalytics(isAllowed: boolean): void {
  chosen = String(isAllowed);
  keepText(STORAGE_KEY, chosen);
}
