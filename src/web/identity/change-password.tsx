import '../ui/form-sheet.css';
import { useState } from 'react';
import { accountErrors } from '../../contract/account-errors.ts';
import { refusalOf } from '../platform/client.ts';
import { FailureInView } from '../platform/failure.tsx';
import { useUser } from '../platform/user.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Form } from '../ui/form.tsx';
import { NewPasswordFields } from './new-password-fields.tsx';
import { type Account, canProve, OwnerProof, ProveFirst } from './owner-proof.tsx';
import { useChangePassword } from './queries.ts';

export function ChangePassword({
  account,
  onClose,
  onDone,
}: {
  readonly account: Account;
  readonly onClose: () => void;
  readonly onDone: (message: string) => void;
}) {
  const { id, email } = useUser();
  const [password, setPassword] = useState('');
  const [newPassword, setNewPassword] = useState('');
  const [repeated, setRepeated] = useState('');
  const change = useChangePassword(id);
  const wrong = refusalOf(change.error, accountErrors.wrongPassword);
  const tooCommon = refusalOf(change.error, accountErrors.passwordTooCommon);

  function submit() {
    if (change.isPending) return;
    // Uses the promise, because `mutate` calls no callback if the dialog is closed before the answer arrives.
    void change.mutateAsync({ ...(password && { password }), newPassword }).then(
      () => onDone('Password changed. You have been logged out on your other devices.'),
      () => {},
    );
  }

  const title = account.hasPassword ? 'Change password' : 'Set a password';
  if (!canProve(account)) {
    return (
      <Dialog title={title} onClose={onClose}>
        <ProveFirst account={account} />
      </Dialog>
    );
  }
  return (
    <Dialog title={title} onClose={onClose}>
      <Form className="form-sheet" onSubmit={submit}>
        <div className="form-entries">
          {/* Tells password managers which account the password is for. */}
          <input type="email" hidden autoComplete="username" value={email} readOnly />
          <OwnerProof {...{ account, password }} refusal={wrong} onPassword={setPassword} />
          <NewPasswordFields
            password={newPassword}
            repeated={repeated}
            refusal={tooCommon}
            onPassword={setNewPassword}
            onRepeated={setRepeated}
          />
        </div>
        {!wrong && !tooCommon && <FailureInView of={change.error} />}
        <div className="form-foot">
          <Button kind="main" type="submit" busy={change.isPending}>
            {change.isPending ? 'Saving...' : 'Save password'}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}
