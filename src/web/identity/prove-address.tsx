import { useState } from 'react';
import { accountErrors } from '../../contract/account-errors.ts';
import { refusalOf } from '../platform/client.ts';
import { useNoMail } from '../platform/config.ts';
import { useMe } from '../platform/user.ts';
import { Address } from '../ui/address.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { TextField } from '../ui/fields.tsx';
import { CodeForm } from './code-form.tsx';
import { useCodeStep } from './code-step.tsx';
import { useProveAddress } from './queries.ts';

/** Said once the accounts are one. A job then moves the entries, which takes a moment. */
export const JOINED =
  'Your entries are together now. It can take a few minutes until you see them all.';

const TITLES = {
  own: 'Confirm email',
  other: 'Correct the address',
  split: 'Yes, that is me after all',
};

/**
 * Confirms the account's address, or another one in its place while none was confirmed. The first submission sends a
 * code to the address, and the second one sends the code to the server. The code for the address of the account that
 * was split from this one joins the two (DECISIONS 44).
 */
export function ProveAddress({
  of,
  onClose,
  onDone,
}: {
  /** The account's own address, another one that the person enters, or that of the account that was split. */
  readonly of: keyof typeof TITLES;
  readonly onClose: () => void;
  readonly onDone: (message: string) => void;
}) {
  const { id, email: own, split } = useMe();
  const isOther = of === 'other';
  const present = of === 'split' ? (split?.email ?? '') : own;
  const step = useCodeStep(isOther ? 'correct email' : 'confirm email', useNoMail());
  const [typed, setTyped] = useState(isOther ? step.email || present : present);
  const email = isOther ? typed : present;
  const joins = split?.email === email.trim().toLowerCase();
  const prove = useProveAddress(id);
  const proof = step.proofFor(email);
  const wrongCode = proof ? refusalOf(prove.error, accountErrors.wrongCode) : '';
  const inUse = isOther ? refusalOf(prove.error, accountErrors.emailInUse) : '';

  function send(withCode: typeof proof) {
    if (prove.isPending) return;
    // Uses the promise, because the answer must be handled even if the dialog is closed before it arrives. A callback
    // of `mutate` would then not be called.
    void prove.mutateAsync({ email, ...withCode }).then(
      (answer) => {
        if ('challenge' in answer) {
          step.begin(email, answer.challenge);
        } else {
          step.end();
          onDone(joins ? JOINED : 'Your email is confirmed.');
        }
      },
      () => {},
    );
  }

  return (
    <Dialog title={isOther && !present ? 'Enter my email' : TITLES[of]} onClose={onClose}>
      <CodeForm
        step={step}
        email={email}
        refusal={wrongCode}
        failure={wrongCode || inUse ? null : prove.error}
        isPending={prove.isPending}
        save="Confirm email"
        onSend={send}
      >
        {isOther ? (
          <TextField
            label="Your email"
            type="email"
            autoComplete="email"
            missing="Enter your email."
            value={typed}
            refusal={inUse}
            onChange={setTyped}
          />
        ) : (
          <p>
            {step.support || proof ? 'You need a code to confirm that' : 'We’ll email a code to'}{' '}
            <strong>
              <Address of={email} />
            </strong>{' '}
            {step.support || proof ? 'is your email address.' : 'to check that it’s yours.'}
          </p>
        )}
        {split && (
          <p>
            {joins ? (
              'The other device uses this email. With the code, your entries show there too. You cannot undo this.'
            ) : (
              <>
                Did you use <Address of={split.email} /> on another device? Then enter that one.
                With any other email, your entries stay off that device for good.
              </>
            )}
          </p>
        )}
      </CodeForm>
    </Dialog>
  );
}
