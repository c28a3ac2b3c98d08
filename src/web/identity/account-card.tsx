import './account.css';
import { useState } from 'react';
import { NotLoaded } from '../platform/not-loaded.tsx';
import { closeSetting, openSetting, type Setting } from '../platform/setting.ts';
import { OpenSetting } from '../platform/setting-dialog.tsx';
import { useUser } from '../platform/user.ts';
import { Address } from '../ui/address.tsx';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Loading } from '../ui/loading.tsx';
import { Message } from '../ui/message.tsx';
import { Row } from '../ui/row.tsx';
import { AnsweredNo } from './address-notice.tsx';
import { ChangeEmail } from './change-email.tsx';
import { ChangePassword } from './change-password.tsx';
import { DevicesRow } from './devices-row.tsx';
import { useReturnFrom } from './oauth-popup.ts';
import { ProveAddress } from './prove-address.tsx';
import { useAccount } from './queries.ts';
import { EntriesComeLater, isLongApart } from './split-notice.tsx';
import { WaysInRow } from './ways-in-row.tsx';

type Open = 'own' | 'other' | 'split';

/** The person's address and password, the ways to sign in, and the devices. */
export function AccountCard() {
  const { id } = useUser();
  const account = useAccount(id);
  const [done, setDone] = useState('');
  const returned = useReturnFrom('confirm');

  function finish(setting: Setting, message: string) {
    closeSetting(setting);
    setDone(message);
  }

  function show(setting: Setting) {
    setDone('');
    openSetting(setting);
  }

  const { data } = account;
  return (
    <section className="card" aria-labelledby="account">
      <h2 id="account">Account</h2>
      {account.isPending && <Loading />}
      {account.isError && !data && <NotLoaded what="your account" query={account} />}
      {returned !== undefined && (
        <Message kind={returned ? 'danger' : 'success'}>
          {returned || 'You have confirmed that it’s you. Now press the same button as before.'}
        </Message>
      )}
      {done && <Message kind="success">{done}</Message>}
      {data && (
        <div className="rows">
          <Row
            icon="letter"
            title={data.email ? <Address of={data.email} /> : 'Email'}
            state={data.emailProven ? 'Your email' : data.email ? 'Not confirmed yet' : 'None yet'}
            onPress={() => show('email')}
          />
          <OpenSetting of="email">
            {/* Once it is done, the account is another one, for which another dialog would open. */}
            {done ? null : data.emailProven ? (
              <ChangeEmail
                account={data}
                onClose={() => closeSetting('email')}
                onDone={(message) => finish('email', message)}
              />
            ) : (
              <UnprovenEmail
                email={data.email}
                onClose={() => closeSetting('email')}
                onDone={(message) => finish('email', message)}
              />
            )}
          </OpenSetting>
          <Row
            icon="key"
            title={data.hasPassword ? 'Change password' : 'Set a password'}
            onPress={() => show('password')}
          />
          <OpenSetting of="password">
            <ChangePassword
              account={data}
              onClose={() => closeSetting('password')}
              onDone={(message) => finish('password', message)}
            />
          </OpenSetting>
          <WaysInRow account={data} />
          <DevicesRow />
        </div>
      )}
    </section>
  );
}

/** An address that is missing or not confirmed: what the person can do about it. */
function UnprovenEmail({
  email,
  onClose,
  onDone,
}: {
  readonly email: string;
  readonly onClose: () => void;
  readonly onDone: (message: string) => void;
}) {
  const { split } = useUser();
  const [open, show] = useState<Open>();
  const holdsEntries = split?.holds === 'entries';
  const saidNo = holdsEntries && split.joinsAt === null;
  const close = () => show(undefined);
  return (
    <Dialog title="Email" onClose={onClose}>
      {email && (
        <p className="account-email">
          You sign in as{' '}
          <strong>
            <Address of={email} />
          </strong>
        </p>
      )}
      {split && isLongApart(split) && <EntriesComeLater split={split} />}
      {holdsEntries && !saidNo && (
        <p>You have no email address here. First answer the question at the top of this page.</p>
      )}
      {(!holdsEntries || saidNo) && (
        <div className="account-confirm">
          <p>
            {email ? 'Your email address is not confirmed yet.' : 'You have no email address here.'}
          </p>
          {saidNo && <AnsweredNo email={split.email} />}
          <Button wide onPress={() => show(email ? 'own' : 'other')}>
            {email ? 'Confirm email' : 'Enter my email'}
          </Button>
          {email && (
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
      {open && <ProveAddress of={open} onClose={close} onDone={onDone} />}
    </Dialog>
  );
}
