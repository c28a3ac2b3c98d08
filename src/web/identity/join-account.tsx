import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { accountErrors } from '../../contract/account-errors.ts';
import type { Input } from '../../contract/endpoints.ts';
import { call, refusalOf } from '../platform/client.ts';
import { useConfig, useProviderNames } from '../platform/config.ts';
import { useSetSession } from '../platform/session.ts';
import { Address } from '../ui/address.tsx';
import { Button } from '../ui/button.tsx';
import { Message } from '../ui/message.tsx';
import { useCodeStep } from './code-step.tsx';
import { signInInTab } from './oauth-popup.ts';
import { ByCode, ByPassword } from './proof-forms.tsx';

/** The name of the step with the code. */
const STEP = 'join own provider';

/**
 * For somebody who has an account from before the operator's provider was the only way in: asks once for its password,
 * or for a code, and joins the two (DECISIONS 42).
 *
 * @param email the address of the account
 */
export function JoinAccount({ email }: { readonly email: string }) {
  const setSession = useSetSession();
  const sendsMail = useConfig().data?.signInLink === true;
  const name = useProviderNames().oidc;
  // The person has asked for a code, and the phone has loaded the page again meanwhile.
  const { email: codeSentTo } = useCodeStep(STEP, undefined);
  const [byCode, setByCode] = useState(codeSentTo === email);
  const prove = useMutation({
    // A 401 would mean a wrong password, not an ended session.
    meta: { showsOwnError: true },
    mutationFn: (proof: Input<'joinOwnProvider'>) => call('joinOwnProvider', proof),
    onSuccess: (answer) => {
      if (!('challenge' in answer)) setSession(answer);
    },
  });
  if (refusalOf(prove.error, accountErrors.joinExpired)) {
    return (
      <div className="stack">
        <Message kind="danger">{accountErrors.joinExpired.message}</Message>
        <Button kind="main" wide onPress={() => signInInTab('oidc')}>
          Sign in with {name}
        </Button>
      </div>
    );
  }
  const way = { email, prove, onProved: () => {} };
  return (
    <div className="stack">
      <p>
        You have an account here with{' '}
        <strong>
          <Address of={email} end="." />
        </strong>{' '}
        Please confirm once that it is yours. From then on, {name} opens it.
      </p>
      {byCode ? (
        <ByCode {...way} step={STEP} />
      ) : (
        <ByPassword
          {...way}
          label="The password of that account"
          {...(sendsMail && { hint: 'If that account has no password, use a code.' })}
          onCode={sendsMail ? () => setByCode(true) : undefined}
        />
      )}
    </div>
  );
}
