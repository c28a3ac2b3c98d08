import { useState } from 'react';
import { useAccount } from '../../api/account.ts';
import { useUser } from '../../api/user.ts';
import { Button } from '../../ui/button.tsx';
import { DeleteAccount } from './delete-account.tsx';

/** Alone at the end of the settings, so that no slip of the hand reaches it. */
export function DeleteCard() {
  const account = useAccount(useUser().id);
  const [isOpen, setOpen] = useState(false);
  return (
    <section className="apart" aria-label="Delete account">
      <Button
        kind="danger"
        wide
        busy={account.isFetching && !account.data}
        // The account's card says if it could not be loaded.
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
