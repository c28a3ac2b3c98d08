import { dropText, keepText } from '../platform/kept-text.ts';

/**
 * The server's HTML does not know the doses that wait on this device, and would offer them again. So while some wait,
 * `first.ts` hides the medication of that HTML, until the app has read the device.
 */
const KEY = 'waits';

/** Notes whether entries wait on this device, for the next page. */
export function noteWaiting(isWaiting: boolean): void {
  if (isWaiting) keepText(KEY, 'yes');
  else dropText(KEY);
}

/** Shows the medication: the app now knows what waits. */
export function showWaiting(): void {
  delete document.documentElement.dataset.waits;
}
