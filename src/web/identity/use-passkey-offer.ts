import { useEffect } from 'react';
import { canKeepHere } from './passkey.ts';
import { setOffer } from './passkey-offer.ts';

/** Finds out, on a screen for signing in, whether this device can keep a passkey. */
export function usePasskeyOffer(): void {
  useEffect(() => {
    void canKeepHere().then(setOffer, () => {});
  }, []);
}
