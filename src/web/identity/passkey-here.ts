import { dropText, keepText, readText } from '../platform/kept-text.ts';

const KEY = 'passkeyHere';

/** Whether this device has a passkey that somebody uses here. The screen for signing in then begins with its button. */
export function usesPasskeyHere(): boolean {
  return readText(KEY) !== null;
}

export function setPasskeyHere(uses: boolean): void {
  if (uses) keepText(KEY, 'yes');
  else dropText(KEY);
}
