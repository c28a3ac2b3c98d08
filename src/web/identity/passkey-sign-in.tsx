import { useMutation } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { errors } from '../../contract/errors.ts';
import type { PasskeyRequest } from '../../contract/passkeys.ts';
import { call, refusalOf } from '../platform/client.ts';
import { useConfig } from '../platform/config.ts';
import { useSetSession } from '../platform/session.ts';
import { Button } from '../ui/button.tsx';
import { Message } from '../ui/message.tsx';
import {
  canAutofill,
  forgetKey,
  knowsPasskeys,
  PasskeyProblem,
  signWithKey,
  stopAsking,
} from './passkey.ts';
import { PasskeyFailure } from './passkey-failure.tsx';
import { setOffer } from './passkey-offer.ts';

/** How often the offer in the email field gets a new challenge (ms). It must not be older than five minutes. */
const RENEW_EVERY_MS = 240_000;

/**
 * Signs in with a passkey: with this button, which needs no email, or with the offer of the browser in the email field,
 * whose `autoComplete` names it.
 */
export function PasskeySignIn() {
  const config = useConfig().data;
  const pressed = useSignInBy({ autofill: false });
  const filled = useSignInBy({ autofill: true });
  const isOffered = config?.passkeys === 'yes';

  const offer = useEffectEvent(async () => {
    // The browser has one request at a time, and the person waits for that of the button.
    if (!pressed.isPending && (await canAutofill())) filled.mutate();
  });
  useEffect(() => {
    if (!isOffered) return undefined;
    void offer();
    const renewing = setInterval(() => void offer(), RENEW_EVERY_MS);
    return () => {
      clearInterval(renewing);
      stopAsking();
    };
  }, [isOffered]);
  // The button has replaced the offer.
  useEffect(() => {
    if (pressed.isError) void offer();
  }, [pressed.isError]);

  if (!isOffered) return null;
  return (
    <div className="stack-close">
      <Button wide busy={pressed.isPending} onPress={pressed.mutate}>
        {pressed.isPending ? 'Waiting for your passkey...' : 'Sign in with a passkey'}
      </Button>
      <PasskeyFailure of={filled.error ?? pressed.error} />
      {config?.formerHost && (
        <Message kind="info">
          Passkeys that you made at {config.formerHost} do not work here. Sign in another way, then
          add a new one in Settings.
        </Message>
      )}
    </div>
  );
}

function useSignInBy(how: { readonly autofill: boolean }) {
  const setSession = useSetSession();
  return useMutation({
    meta: { showsOwnError: true },
    mutationFn: () => ask(how),
    onSuccess: (session) => {
      if (!session) return;
      // The person has one on this device, or near it.
      setOffer(false);
      setSession(session);
    },
  });
}

/** @returns undefined if the person chose no passkey in the email field, or another request has replaced this one */
async function ask({ autofill }: { readonly autofill: boolean }) {
  // The person has not asked for the offer in the email field, so nothing is said if there is none.
  const signed = autofill
    ? await sign({ autofill }).catch(() => undefined)
    : await sign({ autofill });
  if (!signed) return undefined;
  const { passkey, host } = signed;
  try {
    return await call('signInWithPasskey', { passkey });
  } catch (error) {
    if (refusalOf(error, errors.passkeyGone)) await forgetKey(passkey.id, host);
    throw error;
  }
}

async function sign({ autofill }: { readonly autofill: boolean }) {
  if (!knowsPasskeys()) throw new PasskeyProblem('This browser has no passkeys.');
  const request: PasskeyRequest = await call('getPasskeyRequest', {});
  const passkey = await signWithKey(request, { autofill });
  return passkey && { passkey, host: request.rpId };
}
