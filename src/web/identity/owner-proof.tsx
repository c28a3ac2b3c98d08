import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { Answer } from '../../contract/endpoints.ts';
import { PROVIDERS, type ProviderKey } from '../../contract/providers.ts';
import type { OwnerProof as Proof } from '../../contract/ways-in.ts';
import { call } from '../platform/client.ts';
import { useProviderNames } from '../platform/config.ts';
import { useUser } from '../platform/user.ts';
import { Button } from '../ui/button.tsx';
import { PasswordField } from '../ui/fields.tsx';
import { Message } from '../ui/message.tsx';
import { useOAuthFlow } from './oauth-popup.ts';
import { signWithKey } from './passkey.ts';
import { PasskeyFailure } from './passkey-failure.tsx';
import { ByCode, ByPassword } from './proof-forms.tsx';
import { ProviderNotice } from './provider-notice.tsx';
import { useProveOwner, useReloadAccount } from './queries.ts';

export type Account = Answer<'getAccount'>;

/** Whether a call that takes the password needs it: a passkey counts in its place. */
export function needsPassword(account: Account): boolean {
  return account.hasPassword && !account.byPasskey;
}

/** Whether the owner need not prove anything before a call that takes the password, if the account has one. */
export function canProve(account: Account): boolean {
  return account.hasPassword || account.confirmed;
}

/**
 * The field for the password in a form whose call checks it. In an account without a password, the owner has confirmed
 * with `ProveFirst` that it is them.
 */
export function OwnerProof({
  account,
  password,
  refusal,
  onPassword,
}: {
  readonly account: Account;
  readonly password: string;
  /** Why the server rejected the password; '' if it did not. */
  readonly refusal: string;
  readonly onPassword: (password: string) => void;
}) {
  if (!needsPassword(account)) {
    return <Message kind="success">You have confirmed that it is you.</Message>;
  }
  return (
    <>
      {account.proofs.includes('passkey') && <ByPasskey />}
      <PasswordField
        label="Your password"
        autoComplete="current-password"
        missing="Enter your password."
        value={password}
        refusal={refusal}
        onChange={onPassword}
      />
    </>
  );
}

/**
 * Asks the person to prove that they own the account and are not, for example, someone who found the phone: with the
 * password, with a mailed code, or at a provider. Afterwards `account.confirmed` is true for five minutes.
 */
export function ProveFirst({
  account,
  onProved = () => {},
}: {
  readonly account: Account;
  readonly onProved?: () => void;
}) {
  const { proofs } = account;
  const prove = useProveOwner(useUser().id);
  const [chosen, setChosen] = useState<'password' | 'code'>(
    proofs.includes('password') ? 'password' : 'code',
  );
  const providers = proofs.filter(isProvider);
  if (proofs.length === 0) {
    return (
      <Message kind="info">
        To confirm it’s you, log out, sign in again, and come back here within 5 minutes.
      </Message>
    );
  }
  return (
    <div className="stack">
      <p>First, please confirm that it’s you.</p>
      {proofs.includes('passkey') && <ByPasskey onProved={onProved} />}
      {proofs.includes(chosen) &&
        (chosen === 'password' ? (
          <ByPassword
            email={account.email}
            prove={prove}
            onProved={onProved}
            onCode={proofs.includes('code') ? () => setChosen('code') : undefined}
          />
        ) : (
          <ByCode email={account.email} prove={prove} step="prove owner" onProved={onProved} />
        ))}
      {providers.map((provider) => (
        <ByProvider key={provider} provider={provider} onProved={onProved} />
      ))}
    </div>
  );
}

function isProvider(proof: Proof): proof is ProviderKey {
  return proof in PROVIDERS;
}

/** Proves it with a passkey. */
function ByPasskey({ onProved = () => {} }: Partial<Way>) {
  const { id: userId } = useUser();
  const { mutateAsync: proveOwner } = useProveOwner(userId);
  const prove = useMutation({
    meta: { showsOwnError: true },
    mutationFn: async () => {
      const passkey = await signWithKey(await call('getPasskeyProof', { userId }));
      if (passkey) await proveOwner({ passkey });
      return passkey !== undefined;
    },
  });
  return (
    <div className="stack-close">
      <Button
        wide
        busy={prove.isPending}
        onPress={() => {
          void prove.mutateAsync().then(
            (isProved) => isProved && onProved(),
            () => {},
          );
        }}
      >
        {prove.isPending ? 'Waiting for your passkey...' : 'Confirm with a passkey'}
      </Button>
      <PasskeyFailure of={prove.error} />
    </div>
  );
}

interface Way {
  readonly onProved: () => void;
}

function ByProvider({ provider, onProved }: Way & { readonly provider: ProviderKey }) {
  const reload = useReloadAccount(useUser().id);
  const flow = useOAuthFlow(provider, 'confirm', async () => {
    await reload();
    onProved();
  });
  const name = useProviderNames()[provider];
  return (
    <div className="stack-close">
      <Button wide onPress={flow.start}>
        Confirm with {name}
      </Button>
      <ProviderNotice provider={name} isOpen={flow.waiting} problem={flow.problem} />
    </div>
  );
}
