import { useState } from 'react';
import { errors } from '../../../contract/errors.ts';
import { useChangeEmail } from '../../api/account.ts';
import { refusalOf, serverMessage, UNKNOWN_OUTCOME } from '../../api/client.ts';
import { useNoMail } from '../../api/config.ts';
import { useUser } from '../../api/user.ts';
import { type Account, canProve, OwnerProof, ProveFirst } from '../../owner-proof.tsx';
import { Button } from '../../ui/button.tsx';
import { CodeEntry, NewCodeButton, NoMail, useCodeStep } from '../../ui/code-step.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/fields.tsx';
import { Form } from '../../ui/form.tsx';
import { Message } from '../../ui/message.tsx';

/**
 * The first submission sends a code to the new address. The second one sends the code to the server, which changes the
 * email. The account's own address is confirmed in the same way.
 */
export function ChangeEmail({
  account,
  confirmed,
  onClose,
  onDone,
}: {
  readonly account: Account;
  /** The account's own address, to confirm it; undefined to change the address. */
  readonly confirmed?: string;
  readonly onClose: () => void;
  readonly onDone: (message: string) => void;
}) {
  const { id } = useUser();
  const step = useCodeStep(confirmed ? 'confirm email' : 'change email', useNoMail());
  const [email, setEmail] = useState(confirmed ?? step.email);
  const [password, setPassword] = useState('');
  const change = useChangeEmail(id);
  const proof = step.proofFor(email);
  const wrongPassword = refusalOf(change.error, errors.wrongPassword);
  const wrongCode = proof ? refusalOf(change.error, errors.wrongCode) : '';
  const inUse = confirmed ? '' : refusalOf(change.error, errors.emailInUse);

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
          onDone(confirmed ? 'Your email is confirmed.' : 'Your email was changed.');
        }
      },
      () => {},
    );
  }

  function submit() {
    send(proof);
  }

  const title = confirmed ? 'Confirm email' : 'Change email';
  if (!canProve(account)) {
    return (
      <Dialog title={title} onClose={onClose}>
        <ProveFirst account={account} />
      </Dialog>
    );
  }
  return (
    <Dialog title={title} onClose={onClose}>
      <Form className="stack" onSubmit={submit}>
        <OwnerProof {...{ account, password }} refusal={wrongPassword} onPassword={setPassword} />
        {confirmed ? (
          <p>
            {step.support || proof ? 'You need a code to confirm that' : 'We’ll email a code to'}{' '}
            <strong>{confirmed}</strong>{' '}
            {step.support || proof ? 'is your email address.' : 'to check that it’s yours.'}
          </p>
        ) : (
          <TextField
            label="New Email"
            type="email"
            autoComplete="email"
            required
            value={email}
            refusal={inUse}
            onChange={setEmail}
          />
        )}
        <NoMail step={step} />
        {proof && (
          <CodeEntry
            step={step}
            sent={`We sent a 6-digit code to ${email.trim()}.`}
            refusal={wrongCode}
          />
        )}
        {change.isError && !(wrongPassword || wrongCode || inUse) && (
          <Message kind="danger">{serverMessage(change.error, UNKNOWN_OUTCOME)}</Message>
        )}
        <Button kind="main" type="submit" busy={change.isPending}>
          {labelOf({
            hasCode: proof !== undefined,
            isPending: change.isPending,
            isMailed: step.support === undefined,
            isConfirmation: confirmed !== undefined,
          })}
        </Button>
        {proof && (
          <NewCodeButton step={step} busy={change.isPending} onPress={() => send(undefined)} />
        )}
      </Form>
    </Dialog>
  );
}

function labelOf({
  hasCode,
  isPending,
  isMailed,
  isConfirmation,
}: Readonly<Record<'hasCode' | 'isPending' | 'isMailed' | 'isConfirmation', boolean>>): string {
  if (hasCode && isPending) return 'Saving...';
  if (hasCode) return isConfirmation ? 'Confirm email' : 'Save email';
  if (isMailed) return isPending ? 'Sending...' : 'Send code';
  return isPending ? 'Creating...' : 'Create code';
}
