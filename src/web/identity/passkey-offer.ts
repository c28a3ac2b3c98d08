/**
 * Whether to offer a passkey after this sign-in. The screen for the sign-in finds it out, so that the page after it does
 * not jump. A reload forgets it: nobody is asked twice for one sign-in.
 */
let isOffered = false;

export function setOffer(offered: boolean): void {
  isOffered = offered;
}

export function readOffer(): boolean {
  return isOffered;
}
