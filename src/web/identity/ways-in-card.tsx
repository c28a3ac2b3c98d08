import './account.css';
import { useState } from 'react';
import { PROVIDERS, type ProviderKey } from '../../contract/providers.ts';
import type { WayIn } from '../../contract/ways-in.ts';
import { dateFormats } from '../../domain/formats.ts';
import { useConfig } from '../platform/config.ts';
import { useUser } from '../platform/user.ts';
import { Address } from '../ui/address.tsx';
import { Button } from '../ui/button.tsx';
import { Message } from '../ui/message.tsx';
import { AddProvider } from './add-provider.tsx';
import { useReturnFrom } from './oauth-popup.ts';
import { useAccount } from './queries.ts';
import { RemoveWayIn } from './remove-way-in.tsx';

const days = dateFormats({ dateStyle: 'medium' });

/** The ways to sign in to the account: adds and removes them (DECISIONS 42). */
export function WaysInCard() {
  const account = useAccount(useUser().id);
  const config = useConfig();
  const [adding, setAdding] = useState<ProviderKey>();
  const [removing, setRemoving] = useState<WayIn>();
  const [done, setDone] = useState('');
  const returned = useReturnFrom('join');
  // If the account could not be loaded, `AccountCard` shows the error.
  if (!account.data) return null;
  const { waysIn } = account.data;
  const offered = config.data?.providers ?? [];
  return (
    <section className="card" aria-labelledby="ways-in">
      <h2 id="ways-in">Ways to sign in</h2>
      <ul className="ways-in" aria-label="Ways to sign in">
        {waysIn.map((way) => (
          <li key={way.wayId} className="way-in">
            <WayInWords way={way} />
            {way.isRemovable && (
              <Button
                kind="small"
                label={`Remove, ${nameOf(way.kind)}`}
                onPress={() => {
                  setDone('');
                  setRemoving(way);
                }}
              >
                Remove
              </Button>
            )}
          </li>
        ))}
      </ul>
      {returned !== undefined && !done && (
        <Message kind={returned ? 'danger' : 'success'}>
          {returned || 'Done. You can now sign in this way too.'}
        </Message>
      )}
      {done && <Message kind="success">{done}</Message>}
      {offered
        .filter((provider) => !waysIn.some(({ kind }) => kind === provider))
        .map((provider) => (
          <Button
            key={provider}
            wide
            onPress={() => {
              setDone('');
              setAdding(provider);
            }}
          >
            Add {PROVIDERS[provider]}
          </Button>
        ))}
      {removing && (
        <RemoveWayIn
          account={account.data}
          way={removing}
          onClose={() => setRemoving(undefined)}
          onRemoved={() => {
            setRemoving(undefined);
            setDone(`Removed: ${nameOf(removing.kind)}. You are logged out on your other devices.`);
          }}
        />
      )}
      {adding && (
        <AddProvider
          account={account.data}
          provider={adding}
          onClose={() => setAdding(undefined)}
          onAdded={() => {
            setAdding(undefined);
            setDone(`Done. You can now sign in with ${PROVIDERS[adding]} too.`);
          }}
        />
      )}
    </section>
  );
}

/** What a way to sign in is, with its address and the day when it was added. */
function WayInWords({ way: { kind, email, since } }: { readonly way: WayIn }) {
  const user = useUser();
  const added = since && `Added ${days(user.timeZone, user).format(Date.parse(since))}`;
  return (
    <p>
      <b>{nameOf(kind)}</b>
      {email && (
        <span className="switch-state">
          <Address of={email} />
        </span>
      )}
      {added && <span className="switch-state">{added}</span>}
      {kind === 'link' && <span className="switch-state">This one always works.</span>}
    </p>
  );
}

/** The name of a way to sign in, at the start of a line. */
function nameOf(kind: WayIn['kind']): string {
  if (kind === 'password') return 'Password';
  return kind === 'link' ? 'Link by email' : PROVIDERS[kind];
}
