import { useMutation } from '@tanstack/react-query';
import { call } from '../platform/client.ts';
import { useUser } from '../platform/user.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Loading } from '../ui/loading.tsx';
import { deviceWord } from './device-word.ts';
import { ProveFirst } from './owner-proof.tsx';
import { makeKey } from './passkey.ts';
import { PasskeyFailure } from './passkey-failure.tsx';
import { useAccount, useReloadAccount } from './queries.ts';

/**
 * Makes a passkey, after the owner has proved that the account is theirs.
 *
 * @param here only on this device
 */
export function AddPasskey({
  here = false,
  onClose,
  onAdded,
}: {
  readonly here?: boolean;
  readonly onClose: () => void;
  readonly onAdded: () => void;
}) {
  const { id: userId } = useUser();
  const account = useAccount(userId);
  const reload = useReloadAccount(userId);
  const adding = useMutation({
    meta: { showsOwnError: true },
    mutationFn: async () => {
      const options = await call('getPasskeyCreation', { userId });
      const passkey = await makeKey(options, { here });
      if (passkey) await call('addPasskey', { userId, passkey });
      return passkey !== undefined;
    },
    // After an error too, because the owner's proof may have expired.
    onSettled: reload,
  });

  function add() {
    if (adding.isPending) return;
    // Uses the promise, because `mutate` calls no callback if the dialog is closed before the answer arrives.
    void adding.mutateAsync().then(
      (isAdded) => isAdded && onAdded(),
      () => {},
    );
  }

  const title = here ? `Sign in with this ${deviceWord()}` : 'Add a passkey';
  return (
    <Dialog title={title} onClose={onClose}>
      {!account.data && <Loading />}
      {account.data && !account.data.confirmed && <ProveFirst account={account.data} />}
      {account.data?.confirmed && (
        <div className="stack">
          <p>
            Your {here ? deviceWord() : 'browser'} now asks for your fingerprint, your face or the
            screen lock. It keeps a key for Symptom Tracker, which is called a passkey. We never see
            your finger or your face.
          </p>
          <p>Your other ways to sign in stay.</p>
          <PasskeyFailure of={adding.error} />
          <Button kind="main" busy={adding.isPending} onPress={add}>
            {adding.isPending ? 'Waiting for your device...' : 'Continue'}
          </Button>
        </div>
      )}
    </Dialog>
  );
}
