import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { Answer } from '../../contract/endpoints.ts';
import { errors } from '../../contract/errors.ts';
import { PROVIDERS, type ProviderKey } from '../../contract/providers.ts';
import type { OwnerProof as Proof } from '../../contract/ways-in.ts';
import { call, refusalOf } from '../platform/client.ts';
import { useProviderNames } from '../platform/config.ts';
import { Failure } from '../platform/failure.tsx';
import { useUser } from '../platform/user.ts';
import { Address } from '../ui/address.tsx';
import { Button } from '../ui/button.tsx';
import { PasswordField } from '../ui/fields.tsx';
import { Form } from '../ui/form.tsx';
import { Message } from '../ui/message.tsx';
import { CodeEntry, NewCodeButton, useCodeStep } from './code-step.tsx';
import { useOAuthFlow } from './oauth-popup.ts';
import { signWithKey } from './passkey.ts';
import { PasskeyFailure } from './passkey-failure.tsx';
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
            onProved={onProved}
            onCode={proofs.includes('code') ? () => setChosen('code') : undefined}
          />
        ) : (
          <ByCode email={account.email} onProved={onProved} />
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

function ByPassword({ onCode, onProved }: Way & { readonly onCode: (() => void) | undefined }) {
  const { id, email } = useUser();
  const prove = useProveOwner(id);
  const [password, setPassword] = useState('');
  const wrong = refusalOf(prove.error, errors.wrongPassword);

  function submit() {
    if (prove.isPending) return;
    void prove.mutateAsync({ password }).then(onProved, () => {});
  }

  return (
    <Form className="stack" onSubmit={submit}>
      {/* Tells password managers which account the password is for. */}
      <input type="email" hidden autoComplete="username" value={email} readOnly />
      <PasswordField
        label="Your password"
        autoComplete="current-password"
        value={password}
        problem={password ? '' : 'Please enter your password.'}
        refusal={wrong}
        onChange={setPassword}
      />
      {!wrong && <Failure of={prove.error} />}
      <Button kind="main" type="submit" busy={prove.isPending}>
        {prove.isPending ? 'Checking...' : 'Continue'}
      </Button>
      {onCode && (
        <Button wide onPress={onCode}>
          Use a code by email instead
        </Button>
      )}
    </Form>
  );
}

function ByCode({ email, onProved }: Way & { readonly email: string }) {
  const prove = useProveOwner(useUser().id);
  const step = useCodeStep('prove owner', undefined);
  const proof = step.proofFor(email);
  const wrong = proof ? refusalOf(prove.error, errors.wrongCode) : '';

  function send(withCode: typeof proof) {
    if (prove.isPending) return;
    // Uses the promise, because `mutate` calls no callback if the dialog is closed before the answer arrives.
    void prove.mutateAsync(withCode ?? {}).then(
      (answer) => {
        if ('challenge' in answer) {
          step.begin(email, answer.challenge);
          return;
        }
        step.end();
        onProved();
      },
      () => {},
    );
  }

  return (
    <Form className="stack" onSubmit={() => send(proof)}>
      {proof ? (
        <CodeEntry step={step} sent={`We sent a 6-digit code to ${email}.`} refusal={wrong} />
      ) : (
        <p>
          We’ll email a code to{' '}
          <strong>
            <Address of={email} />
          </strong>
          .
        </p>
      )}
      {!wrong && <Failure of={prove.error} />}
      <Button kind="main" type="submit" busy={prove.isPending}>
        {labelOf(proof !== undefined, prove.isPending)}
      </Button>
      {proof && (
        <NewCodeButton step={step} busy={prove.isPending} onPress={() => send(undefined)} />
      )}
    </Form>
  );
}

function labelOf(hasCode: boolean, isPending: boolean): string {
  if (hasCode) return isPending ? 'Checking...' : 'Continue';
  return isPending ? 'Sending...' : 'Send code';
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
