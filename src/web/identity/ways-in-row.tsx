import './account.css';
import { useState } from 'react';
import type { ProviderKey, ProviderNames } from '../../contract/providers.ts';
import type { WayIn } from '../../contract/ways-in.ts';
import { useConfig, useProviderNames } from '../platform/config.ts';
import { openSetting } from '../platform/setting.ts';
import { SettingDialog } from '../platform/setting-dialog.tsx';
import { useNearDayOf } from '../platform/use-near-day.ts';
import { Address } from '../ui/address.tsx';
import { Button } from '../ui/button.tsx';
import { Message } from '../ui/message.tsx';
import { Row } from '../ui/row.tsx';
import { AddPasskey } from './add-passkey.tsx';
import { AddProvider } from './add-provider.tsx';
import { useReturnFrom } from './oauth-popup.ts';
import type { Account } from './owner-proof.tsx';
import { RemoveWayIn } from './remove-way-in.tsx';
import { RenamePasskey } from './rename-passkey.tsx';
import { wayName } from './way-names.ts';

/** The ways to sign in to the account: adds and removes them (DECISIONS 42). */
export function WaysInRow({ account }: { readonly account: Account }) {
  const config = useConfig();
  const [adding, setAdding] = useState<ProviderKey>();
  const [removing, setRemoving] = useState<WayIn>();
  const [renaming, setRenaming] = useState<WayIn>();
  const [isAddingPasskey, setAddingPasskey] = useState(false);
  const [done, setDone] = useState('');
  const returned = useReturnFrom('join');
  const names = useProviderNames();
  const { waysIn } = account;
  const offered = config.data?.providers ?? [];
  const passkeys = config.data?.passkeys;
  return (
    <>
      <Row
        icon="signIn"
        title="Ways to sign in"
        state={[...new Set(waysIn.map(({ kind }) => wayName(kind, names)))].join(', ')}
        onPress={() => openSetting('ways-in')}
      />
      <SettingDialog of="ways-in" title="Ways to sign in">
        <ul className="ways-in" aria-label="Ways to sign in">
          {waysIn.map((way) => (
            <li key={way.wayId} className="way-in">
              <WayInWords way={way} />
              <div className="way-in-buttons">
                {way.passkey && (
                  <Button
                    kind="quiet"
                    icon="edit"
                    label={`Rename, ${fullName(way, names)}`}
                    onPress={() => {
                      setDone('');
                      setRenaming(way);
                    }}
                  >
                    Rename
                  </Button>
                )}
                {way.isRemovable && (
                  <Button
                    kind="danger"
                    label={`Remove, ${fullName(way, names)}`}
                    onPress={() => {
                      setDone('');
                      setRemoving(way);
                    }}
                  >
                    Remove
                  </Button>
                )}
              </div>
            </li>
          ))}
        </ul>
        {returned !== undefined && !done && (
          <Message kind={returned ? 'danger' : 'success'}>
            {returned || 'Done. You can now sign in this way too.'}
          </Message>
        )}
        {done && <Message kind="success">{done}</Message>}
        {passkeys === 'yes' && (
          <Button
            wide
            onPress={() => {
              setDone('');
              setAddingPasskey(true);
            }}
          >
            Add a passkey
          </Button>
        )}
        {passkeys && passkeys !== 'yes' && <NoPasskeys why={passkeys} />}
        {offered
          .filter(
            (provider) => !waysIn.some(({ kind, isUnusable }) => kind === provider && !isUnusable),
          )
          .map((provider) => (
            <Button
              key={provider}
              wide
              onPress={() => {
                setDone('');
                setAdding(provider);
              }}
            >
              Add {names[provider]}
            </Button>
          ))}
        {removing && (
          <RemoveWayIn
            account={account}
            way={removing}
            onClose={() => setRemoving(undefined)}
            onRemoved={() => {
              setRemoving(undefined);
              setDone(
                `Removed: ${fullName(removing, names)}. You are logged out on your other devices.`,
              );
            }}
          />
        )}
        {renaming && <RenamePasskey way={renaming} onClose={() => setRenaming(undefined)} />}
        {isAddingPasskey && (
          <AddPasskey
            onClose={() => setAddingPasskey(false)}
            onAdded={() => {
              setAddingPasskey(false);
              setDone('Done. You can now sign in with this passkey too.');
            }}
          />
        )}
        {adding && (
          <AddProvider
            account={account}
            provider={adding}
            onClose={() => setAdding(undefined)}
            onAdded={() => {
              setAdding(undefined);
              setDone(`Done. You can now sign in with ${names[adding]} too.`);
            }}
          />
        )}
      </SettingDialog>
    </>
  );
}

/** What a way to sign in is, with its address and the day when it was added. */
function WayInWords({ way }: { readonly way: WayIn }) {
  const { kind, email, since, passkey } = way;
  const names = useProviderNames();
  const dayOf = useNearDayOf();
  return (
    <p>
      <b>{wayName(kind, names)}</b>
      {passkey && <span className="switch-state">{passkey.name}</span>}
      {passkey?.otherHost && (
        <span className="switch-state">Works only at {passkey.otherHost}, not here.</span>
      )}
      {way.isUnusable && !passkey && (
        <span className="switch-state">Does not work here any more.</span>
      )}
      {email && (
        <span className="switch-state">
          <Address of={email} />
        </span>
      )}
      {since && <span className="switch-state">Added {dayOf(since)}</span>}
      {passkey?.lastUsedAt && (
        <span className="switch-state">Last used {dayOf(passkey.lastUsedAt)}</span>
      )}
      {kind === 'link' && <span className="switch-state">This one always works.</span>}
    </p>
  );
}

/** The name of a way to sign in; of a passkey also its own name. */
function fullName({ kind, passkey }: WayIn, names: ProviderNames): string {
  const name = wayName(kind, names);
  return passkey ? `${name}, ${passkey.name}` : name;
}

function NoPasskeys({ why }: { readonly why: 'address' | 'http' }) {
  return (
    <p className="soft">
      Passkeys do not work here, because{' '}
      {why === 'http'
        ? 'this site has no https address.'
        : 'the address of this site is a number. It needs a name.'}
    </p>
  );
}
