import { useState } from 'react';
import { useAccount } from '../identity/queries.ts';
import { useUser } from '../platform/user.ts';
import { Button } from '../ui/button.tsx';
import { DeleteAccount } from './delete-account.tsx';

/** The button Delete Account, alone at the end of the settings to prevent accidental presses. */
export function DeleteCard() {
  const account = useAccount(useUser().id);
  const [isOpen, setOpen] = useState(false);
  return (
    <section className="delete-account" aria-label="Delete account">
      <Button
        kind="danger"
        busy={account.isFetching && !account.data}
        // If the account could not be loaded, `AccountCard` shows the error.
        onPress={() => (account.data ? setOpen(true) : account.refetch())}
      >
        Delete Account
      </Button>
      {isOpen && account.data && (
        <DeleteAccount account={account.data} onClose={() => setOpen(false)} />
      )}
    </section>
  );
}
