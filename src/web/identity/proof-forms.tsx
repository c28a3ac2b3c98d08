import type { UseMutationResult } from '@tanstack/react-query';
import { useState } from 'react';
import { accountErrors } from '../../contract/account-errors.ts';
import { refusalOf } from '../platform/client.ts';
import { Failure } from '../platform/failure.tsx';
import { Address } from '../ui/address.tsx';
import { Button } from '../ui/button.tsx';
import { PasswordField } from '../ui/fields.tsx';
import { Form } from '../ui/form.tsx';
import { CodeEntry, NewCodeButton, useCodeStep } from './code-step.tsx';

/** The forms with which somebody proves that an account is theirs. */

interface Proof {
  readonly password?: string;
  readonly challenge?: string;
  readonly code?: string;
}

interface Way {
  /** The address of the account. */
  readonly email: string;
  /** The call that checks the proof. Without one, it mails a code and answers with a challenge. */
  readonly prove: UseMutationResult<object, Error, Proof>;
  readonly onProved: () => void;
}

/**
 * Proves it with the account's password.
 *
 * @param onCode chooses a code by email instead; undefined if no code can be sent
 */
export function ByPassword({
  email,
  prove,
  label = 'Your password',
  hint,
  onCode,
  onProved,
}: Way & {
  readonly label?: string;
  readonly hint?: string;
  readonly onCode: (() => void) | undefined;
}) {
  const [password, setPassword] = useState('');
  const wrong = refusalOf(prove.error, accountErrors.wrongPassword);

  function submit() {
    if (prove.isPending) return;
    void prove.mutateAsync({ password }).then(onProved, () => {});
  }

  return (
    <Form className="stack" onSubmit={submit}>
      {/* Tells password managers which account the password is for. */}
      <input type="email" hidden autoComplete="username" value={email} readOnly />
      <PasswordField
        label={label}
        autoComplete="current-password"
        value={password}
        missing="Enter your password."
        refusal={wrong}
        onChange={setPassword}
      />
      {hint && <p>{hint}</p>}
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

/** Proves it with a code that is mailed to the account's address. */
export function ByCode({
  email,
  prove,
  step: name,
  onProved,
}: Way & {
  /** Distinguishes the codes of different screens. */
  readonly step: string;
}) {
  const step = useCodeStep(name, undefined);
  const proof = step.proofFor(email);
  const wrong = proof ? refusalOf(prove.error, accountErrors.wrongCode) : '';

  function send(withCode: typeof proof) {
    if (prove.isPending) return;
    // Uses the promise, because `mutate` calls no callback if the dialog is closed before the answer arrives.
    void prove.mutateAsync(withCode ?? {}).then(
      (answer) => {
        if ('challenge' in answer && typeof answer.challenge === 'string') {
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
            <Address of={email} end="." />
          </strong>
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
