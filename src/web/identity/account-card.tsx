import './account.css';
import { useEffect, useEffectEvent, useState } from 'react';
import { Unsaved } from '../entries/log-out-dialog.tsx';
import { useOnThisDevice } from '../entries/on-this-device.ts';
import { useNamedDeletion } from '../entries/use-named-deletion.ts';
import { Failure } from '../platform/failure.tsx';
import { NotLoaded } from '../platform/not-loaded.tsx';
import { useUser } from '../platform/user.ts';
import { Address } from '../ui/address.tsx';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Loading } from '../ui/loading.tsx';
import { Message } from '../ui/message.tsx';
import { AnsweredNo } from './address-notice.tsx';
import { ChangeEmail } from './change-email.tsx';
import { ChangePassword } from './change-password.tsx';
import { useReturnFrom } from './oauth-popup.ts';
import { ProveAddress } from './prove-address.tsx';
import { useAccount, useSignOutEverywhere } from './queries.ts';
import { EntriesComeLater, isLongApart } from './split-notice.tsx';

type Open = 'email' | 'own' | 'other' | 'split' | 'password' | 'everywhere';

/** The person's address, and the dialogs that change it and the password. */
export function AccountCard() {
  const { id, split } = useUser();
  const account = useAccount(id);
  const [open, setOpen] = useState<Open>();
  const [done, setDone] = useState('');
  const holdsEntries = split?.holds === 'entries';
  const saidNo = holdsEntries && split.joinsAt === null;
  const returned = useReturnFrom('confirm');
  const close = () => setOpen(undefined);

  function finish(message: string) {
    close();
    setDone(message);
  }

  function show(dialog: Open) {
    setDone('');
    setOpen(dialog);
  }

  return (
    <section className="card" aria-labelledby="account">
      <h2 id="account">Account</h2>
      {account.isPending && <Loading />}
      {account.isError && !account.data && <NotLoaded what="your account" query={account} />}
      {account.data && (
        <>
          {account.data.email && (
            <p className="account-email">
              You sign in as{' '}
              <strong>
                <Address of={account.data.email} />
              </strong>
            </p>
          )}
          {returned !== undefined && (
            <Message kind={returned ? 'danger' : 'success'}>
              {returned || 'You have confirmed that it’s you. Now press the same button as before.'}
            </Message>
          )}
          {done && <Message kind="success">{done}</Message>}
          {split && isLongApart(split) && <EntriesComeLater split={split} />}
          {holdsEntries && !saidNo && (
            <p>
              You have no email address here. First answer the question at the top of this page.
            </p>
          )}
          {!account.data.emailProven && (!holdsEntries || saidNo) && (
            <div className="account-confirm">
              <p>
                {account.data.email
                  ? 'Your email address is not confirmed yet.'
                  : 'You have no email address here.'}
              </p>
              {saidNo && <AnsweredNo email={split.email} />}
              <Button wide onPress={() => show(account.data.email ? 'own' : 'other')}>
                {account.data.email ? 'Confirm email' : 'Enter my email'}
              </Button>
              {account.data.email && (
                <Button wide onPress={() => show('other')}>
                  Correct the address
                </Button>
              )}
              {saidNo && (
                <Button wide onPress={() => show('split')}>
                  Yes, that is me after all
                </Button>
              )}
            </div>
          )}
          <div className="account-actions">
            {account.data.emailProven && (
              <Button wide onPress={() => show('email')}>
                Change email
              </Button>
            )}
            <Button wide onPress={() => show('password')}>
              {account.data.hasPassword ? 'Change password' : 'Set a password'}
            </Button>
            <Button wide onPress={() => show('everywhere')}>
              Log out everywhere
            </Button>
          </div>
          {open === 'email' && (
            <ChangeEmail account={account.data} onClose={close} onDone={finish} />
          )}
          {(open === 'own' || open === 'other' || open === 'split') && (
            <ProveAddress of={open} onClose={close} onDone={finish} />
          )}
          {open === 'password' && (
            <ChangePassword account={account.data} onClose={close} onDone={finish} />
          )}
          {open === 'everywhere' && <SignOutEverywhere onClose={close} />}
        </>
      )}
    </section>
  );
}

function SignOutEverywhere({ onClose }: { readonly onClose: () => void }) {
  const { id } = useUser();
  const onDevice = useOnThisDevice();
  const signOut = useSignOutEverywhere(id, onDevice.forget);
  const deletion = useNamedDeletion(onDevice.findUnsaved);
  const name = useEffectEvent(deletion.name);
  useEffect(() => void name(), []);
  return (
    <Dialog title="Log out everywhere" onClose={onClose}>
      <p>You will be logged out on every phone and computer, and here too.</p>
      <p>What you saved is not deleted.</p>
      <Unsaved sentences={onDevice.sentencesOf(deletion.named)} isChanged={deletion.isChanged} />
      <Failure of={signOut.error} />
      <Button
        kind="main"
        busy={signOut.isPending || deletion.isChecking}
        onPress={() => deletion.confirm(signOut.mutate)}
      >
        {signOut.isPending ? 'Logging out...' : 'Log out everywhere'}
      </Button>
    </Dialog>
  );
}
