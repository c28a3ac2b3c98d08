import { keepText, readText } from './kept-text.ts';

/** The local setting of 'Analytics & Improvements': whether this device reports errors. It is on by default. */

const STORAGE_KEY = 'allowAnalytics';
/** The last choice in this page, for a browser that blocks storage. */
let chosen = 'true';

export function allowsAnalytics(): boolean {
  return (readText(STORAGE_KEY) ?? chosen) !== 'false';
}

export function allowAnalytics(isAllowed: boolean): void {
  chosen = String(isAllowed);
  keepText(STORAGE_KEY, chosen);
}
