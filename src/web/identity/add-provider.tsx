import { useEffect, useEffectEvent } from 'react';
import { accountErrors } from '../../contract/account-errors.ts';
import type { ProviderKey } from '../../contract/providers.ts';
import { useProviderNames } from '../platform/config.ts';
import { useUser } from '../platform/user.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { useOAuthFlow } from './oauth-popup.ts';
import { type Account, ProveFirst } from './owner-proof.tsx';
import { ProviderNotice } from './provider-notice.tsx';
import { useReloadAccount } from './queries.ts';

/** Joins a provider to the account, after the owner has proved that the account is theirs. */
export function AddProvider({
  account,
  provider,
  onClose,
  onAdded,
}: {
  readonly account: Account;
  readonly provider: ProviderKey;
  readonly onClose: () => void;
  readonly onAdded: () => void;
}) {
  const reload = useReloadAccount(useUser().id);
  const name = useProviderNames()[provider];
  const flow = useOAuthFlow(provider, 'join', async () => {
    await reload();
    onAdded();
  });
  const isExpired = flow.problem === accountErrors.confirmationNeeded.message;
  const askAgain = useEffectEvent(() => void reload());
  useEffect(() => {
    if (isExpired) askAgain();
  }, [isExpired]);
  return (
    <Dialog title={`Add ${name}`} onClose={onClose}>
      {account.confirmed ? (
        <div className="stack">
          <p>
            {name} opens in a new window. Choose the {name} account that you want to sign in with
            here.
          </p>
          <Button kind="main" onPress={flow.start}>
            Continue to {name}
          </Button>
          <ProviderNotice provider={name} isOpen={flow.waiting} problem={flow.problem} />
        </div>
      ) : (
        <ProveFirst account={account} />
      )}
    </Dialog>
  );
}
