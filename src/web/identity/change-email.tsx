import '../ui/form-sheet.css';
import { useState } from 'react';
import { accountErrors } from '../../contract/account-errors.ts';
import { refusalOf } from '../platform/client.ts';
import { useNoMail } from '../platform/config.ts';
import { FailureInView } from '../platform/failure.tsx';
import { useUser } from '../platform/user.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { TextField } from '../ui/fields.tsx';
import { Form } from '../ui/form.tsx';
import { CodeEntry, codeButtonText, NewCodeButton, NoMail, useCodeStep } from './code-step.tsx';
import { type Account, canProve, OwnerProof, ProveFirst } from './owner-proof.tsx';
import { useChangeEmail } from './queries.ts';

/**
 * The first submission sends a code to the new address. The second one sends the code to the server, which changes the
 * email.
 */
export function ChangeEmail({
  account,
  onClose,
  onDone,
}: {
  readonly account: Account;
  readonly onClose: () => void;
  readonly onDone: (message: string) => void;
}) {
  const { id } = useUser();
  const step = useCodeStep('change email', useNoMail());
  const [email, setEmail] = useState(step.email);
  const [password, setPassword] = useState('');
  const change = useChangeEmail(id);
  const proof = step.proofFor(email);
  const wrongPassword = refusalOf(change.error, accountErrors.wrongPassword);
  const wrongCode = proof ? refusalOf(change.error, accountErrors.wrongCode) : '';
  const inUse = refusalOf(change.error, accountErrors.emailInUse);

  function send(withCode: typeof proof) {
    if (change.isPending) return;
    // Uses the promise, because the answer must be handled even if the dialog is closed before it arrives. A callback
    // of `mutate` would then not be called.
    void change.mutateAsync({ email, ...(password && { password }), ...withCode }).then(
      (answer) => {
        if ('challenge' in answer) {
          step.begin(email, answer.challenge);
        } else {
          step.end();
          onDone('Your email was changed.');
        }
      },
      () => {},
    );
  }

  function submit() {
    send(proof);
  }

  if (!canProve(account)) {
    return (
      <Dialog title="Change email" onClose={onClose}>
        <ProveFirst account={account} />
      </Dialog>
    );
  }
  return (
    <Dialog title="Change email" onClose={onClose}>
      <Form className="form-sheet" onSubmit={submit}>
        <div className="form-entries">
          <OwnerProof {...{ account, password }} refusal={wrongPassword} onPassword={setPassword} />
          <TextField
            label="New Email"
            type="email"
            autoComplete="email"
            missing="Enter your new email."
            value={email}
            refusal={inUse}
            onChange={setEmail}
          />
          <NoMail step={step} />
          {proof && (
            <CodeEntry
              step={step}
              sent={`We sent a 6-digit code to ${email.trim()}.`}
              refusal={wrongCode}
            />
          )}
        </div>
        {proof && (
          <NewCodeButton step={step} busy={change.isPending} onPress={() => send(undefined)} />
        )}
        {!(wrongPassword || wrongCode || inUse) && <FailureInView of={change.error} />}
        <div className="form-foot">
          <Button kind="main" type="submit" busy={change.isPending}>
            {codeButtonText(step, {
              hasCode: proof !== undefined,
              isPending: change.isPending,
              save: 'Save email',
            })}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}
