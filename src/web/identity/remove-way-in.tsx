import type { WayIn } from '../../contract/ways-in.ts';
import { useProviderNames } from '../platform/config.ts';
import { Failure } from '../platform/failure.tsx';
import { useUser } from '../platform/user.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { type Account, ProveFirst } from './owner-proof.tsx';
import { forgetKey } from './passkey.ts';
import { setPasskeyHere } from './passkey-here.ts';
import { useRemoveWayIn } from './queries.ts';
import { wayInSentence } from './way-names.ts';

/** Removes a way to sign in, after the owner has proved that the account is theirs. */
export function RemoveWayIn({
  account,
  way,
  onClose,
  onRemoved,
}: {
  readonly account: Account;
  readonly way: WayIn;
  readonly onClose: () => void;
  readonly onRemoved: () => void;
}) {
  const removal = useRemoveWayIn(useUser().id);
  const name = `${wayInSentence(way.kind, useProviderNames())}${ofPasskey(way)}`;

  function remove() {
    if (removal.isPending) return;
    // Uses the promise, because `mutate` calls no callback if the dialog is closed before the answer arrives.
    void removal.mutateAsync(way.wayId).then(
      () => {
        const { credentialId, otherHost = location.hostname } = way.passkey ?? {};
        if (credentialId) void forgetKey(credentialId, otherHost);
        const isLastKey = account.waysIn.every(
          ({ wayId, passkey }) => !passkey || wayId === way.wayId,
        );
        if (isLastKey) setPasskeyHere(false);
        onRemoved();
      },
      () => {},
    );
  }

  return (
    <Dialog title={`Remove ${name}`} onClose={onClose}>
      {account.confirmed ? (
        <div className="stack">
          <p>
            You can then no longer sign in with {name}. You stay signed in here, and are logged out
            on your other devices.
          </p>
          {way.kind === 'google' && (
            <p>If your spreadsheet uses this Google account, we stop copying to it.</p>
          )}
          <Failure of={removal.error} />
          {/* The button that changes nothing is the larger one. */}
          <Button kind="main" onPress={onClose}>
            Keep it
          </Button>
          <div className="apart">
            <Button kind="danger-main" wide busy={removal.isPending} onPress={remove}>
              {removal.isPending ? 'Removing...' : `Remove ${name}`}
            </Button>
          </div>
        </div>
      ) : (
        <ProveFirst account={account} />
      )}
    </Dialog>
  );
}

/** Tells passkeys apart. */
function ofPasskey({ passkey }: WayIn): string {
  return passkey ? `, ‘${passkey.name}’` : '';
}
