import { useState } from 'react';
import { accountErrors } from '../../contract/account-errors.ts';
import { refusalOf } from '../platform/client.ts';
import { useNoMail } from '../platform/config.ts';
import { useUser } from '../platform/user.ts';
import { Dialog } from '../ui/dialog.tsx';
import { TextField } from '../ui/fields.tsx';
import { CodeForm } from './code-form.tsx';
import { useCodeStep } from './code-step.tsx';
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

  if (!canProve(account)) {
    return (
      <Dialog title="Change email" onClose={onClose}>
        <ProveFirst account={account} />
      </Dialog>
    );
  }
  return (
    <Dialog title="Change email" onClose={onClose}>
      <CodeForm
        step={step}
        email={email}
        refusal={wrongCode}
        failure={wrongPassword || wrongCode || inUse ? null : change.error}
        isPending={change.isPending}
        save="Save email"
        onSend={send}
      >
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
      </CodeForm>
    </Dialog>
  );
}
