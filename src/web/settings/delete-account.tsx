import { type FormEvent, useState } from 'react';
import { errors } from '../../contract/errors.ts';
import { allKindsWords } from '../../domain/unsent.ts';
import { useReport } from '../data/queries.ts';
import { useOnThisDevice } from '../entries/on-this-device.ts';
import {
  type Account,
  canProve,
  needsPassword,
  OwnerProof,
  ProveFirst,
} from '../identity/owner-proof.tsx';
import { useDeleteAccount } from '../identity/queries.ts';
import { refusalOf } from '../platform/client.ts';
import { Failure } from '../platform/failure.tsx';
import { useUser } from '../platform/user.ts';
import { ReportButton, ReportState } from '../report/report-download.tsx';
import { SpreadsheetStays } from '../spreadsheet/spreadsheet-stays.tsx';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';

/** Lists what is deleted, asks for proof of identity, and deletes everything (DECISIONS 10). */
export function DeleteAccount({
  account,
  onClose,
}: {
  readonly account: Account;
  readonly onClose: () => void;
}) {
  const user = useUser();
  const [password, setPassword] = useState('');
  const [mistake, setMistake] = useState('');
  const deletion = useDeleteAccount(user.id, useOnThisDevice().forget);
  const wrong = mistake || refusalOf(deletion.error, errors.wrongPassword);
  const report = useReport(user);

  function remove() {
    const isMissing = needsPassword(account) && password === '';
    setMistake(isMissing ? 'Enter your password.' : '');
    if (isMissing) deletion.reset();
    else deletion.mutate(password ? { password } : {});
  }

  // Only the button deletes; Enter in the password field does not.
  const submit = (event: FormEvent) => event.preventDefault();

  return (
    <Dialog title="Delete Account" onClose={onClose}>
      <div className="stack">
        <p>This permanently deletes everything you entered:</p>
        <ul className="listed">
          <li>your profile, your symptoms and your medication,</li>
          <li>your {allKindsWords()}, with all notes,</li>
          <li>your email, your password and every other way to sign in.</li>
        </ul>
        <p>
          Your links for doctors stop working. People who help you can’t see your data any more. You
          can’t undo this.
        </p>
        <p>
          You can download the report for your doctor first. If you want a full copy, get it under
          ‘Download your data’, before you delete your account.
        </p>
        <ReportButton kind="plain" report={report} onPress={() => report.mutate({})} />
        <ReportState report={report} />
        <SpreadsheetStays />
        {canProve(account) ? (
          <form className="stack" onSubmit={submit}>
            <OwnerProof {...{ account, password }} refusal={wrong} onPassword={setPassword} />
          </form>
        ) : (
          <ProveFirst account={account} />
        )}
        {!wrong && <Failure of={deletion.error} />}
        {/* The button that changes nothing is the larger one, but for a proof that is asked for first. */}
        <Button kind={canProve(account) ? 'main' : 'plain'} wide onPress={onClose}>
          Keep my account
        </Button>
        {canProve(account) && (
          <div className="apart">
            <Button kind="danger-main" wide busy={deletion.isPending} onPress={remove}>
              {deletion.isPending ? 'Deleting...' : 'Delete my account permanently'}
            </Button>
          </div>
        )}
      </div>
    </Dialog>
  );
}
