import { useMutation } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { accountErrors } from '../../contract/account-errors.ts';
import type { SignedByPasskey } from '../../contract/passkeys.ts';
import { call, refusalOf } from '../platform/client.ts';
import { useConfig } from '../platform/config.ts';
import { useSetSession } from '../platform/session.ts';
import { Button } from '../ui/button.tsx';
import { Message } from '../ui/message.tsx';
import { canAutofill, PasskeyProblem, signWithKey, stopAsking } from './passkey.ts';
import { PasskeyFailure } from './passkey-failure.tsx';
import { setPasskeyHere } from './passkey-here.ts';
import { setOffer } from './passkey-offer.ts';

/** How often the offer in the email field gets a new challenge (ms). The server accepts one for an hour. */
const RENEW_EVERY_MS = 3_000_000;

/**
 * Signs in with a passkey: with this button, which needs no email, or with the offer of the browser in the email field,
 * whose `autoComplete` names it.
 *
 * @param isFirst the screen begins with the button, before it knows whether passkeys work at this address
 */
export function PasskeySignIn({ isFirst = false }: { readonly isFirst?: boolean }) {
  const config = useConfig().data;
  const setSession = useSetSession();
  const isOffered = config ? config.passkeys === 'yes' : isFirst;
  const [problem, setProblem] = useState<Error | null>(null);
  const [isPressed, setPressed] = useState(false);
  // Read after each wait: the browser has one request at a time, and the person waits for that of the button.
  const pressed = useRef(false);
  const offeredAt = useRef(0);

  const signIn = useMutation({
    meta: { showsOwnError: true },
    mutationFn: (passkey: SignedByPasskey) => call('signInWithPasskey', { passkey }),
    onSuccess: (session) => {
      // The person has one on this device, or near it.
      setOffer(false);
      setSession(session);
    },
    onError: (error) => {
      if (refusalOf(error, accountErrors.passkeyGone)) setPasskeyHere(false);
    },
  });

  /** The person has not asked for the offer in the email field, so nothing is said if there is none. */
  const offer = useEffectEvent(async () => {
    if (pressed.current || !(await canAutofill())) return;
    offeredAt.current = performance.now();
    try {
      const request = await call('getPasskeyRequest', {});
      if (pressed.current) return;
      const passkey = await signWithKey(request, { autofill: true });
      if (passkey) await signIn.mutateAsync(passkey).catch(fail);
    } catch {
      // The next offer tries again.
    }
  });

  const fail = (error: Error) => {
    setProblem(error);
    void offer();
  };

  async function press() {
    setProblem(null);
    setPressed(true);
    pressed.current = true;
    try {
      const passkey = await signWithKey(await call('getPasskeyRequest', {}));
      if (!passkey) throw new PasskeyProblem('You did not finish. Please try again.');
      await signIn.mutateAsync(passkey);
    } catch (error) {
      pressed.current = false;
      fail(error as Error);
    } finally {
      pressed.current = false;
      setPressed(false);
    }
  }

  useEffect(() => {
    if (!isOffered) return undefined;
    void offer();
    // A phone stops the timers of a page in the background.
    const renew = () => {
      const isOld = performance.now() - offeredAt.current >= RENEW_EVERY_MS;
      if (isOld && document.visibilityState === 'visible') void offer();
    };
    const renewing = setInterval(renew, RENEW_EVERY_MS);
    document.addEventListener('visibilitychange', renew);
    return () => {
      clearInterval(renewing);
      document.removeEventListener('visibilitychange', renew);
      stopAsking();
    };
  }, [isOffered]);

  return (
    <>
      {isOffered && (
        <div>
          <div className="passkey-press" data-press-nearest="action">
            <p>
              <b>Without a password</b>
            </p>
            <Button kind={isFirst ? 'main' : 'plain'} wide busy={isPressed} onPress={press}>
              {isPressed ? 'Waiting for your passkey...' : 'Sign in with a passkey'}
            </Button>
            <p className="soft small">Your fingerprint, your face or the screen lock is enough.</p>
          </div>
          <PasskeyFailure of={problem} />
        </div>
      )}
      {config?.formerHost && (
        <Message kind="info">
          Passkeys that you made at {config.formerHost} do not work here. Sign in another way, then
          add a new one in Settings.
        </Message>
      )}
    </>
  );
}
