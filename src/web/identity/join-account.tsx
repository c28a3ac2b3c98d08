import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { Input } from '../../contract/endpoints.ts';
import { call } from '../platform/client.ts';
import { useConfig, useProviderNames } from '../platform/config.ts';
import { useSetSession } from '../platform/session.ts';
import { Address } from '../ui/address.tsx';
import { ByCode, ByPassword } from './proof-forms.tsx';

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
  const [byCode, setByCode] = useState(false);
  const prove = useMutation({
    // A 401 would mean a wrong password, not an ended session.
    meta: { showsOwnError: true },
    mutationFn: (proof: Input<'joinOwnProvider'>) => call('joinOwnProvider', proof),
    onSuccess: (answer) => {
      if (!('challenge' in answer)) setSession(answer);
    },
  });
  const way = { email, prove, onProved: () => {} };
  return (
    <div className="stack">
      <p>
        You have an account here with{' '}
        <strong>
          <Address of={email} />
        </strong>
        . Please confirm once that it is yours. From then on, {name} opens it.
      </p>
      {byCode ? (
        <ByCode {...way} />
      ) : (
        <ByPassword
          {...way}
          label="The password of that account"
          onCode={sendsMail ? () => setByCode(true) : undefined}
        />
      )}
    </div>
  );
}
