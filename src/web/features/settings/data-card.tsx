import { useState } from 'react';
import { useAccount } from '../../api/account.ts';
import { useUser } from '../../api/user.ts';
import { Button } from '../../ui/button.tsx';
import { DeleteAccount } from './delete-account.tsx';

/** What can be done with all that was entered. */
export function DataCard() {
  const account = useAccount(useUser().id);
  const [deleting, setDeleting] = useState(false);
  return (
    <section className="card" aria-labelledby="data">
      <h2 id="data">Data Management</h2>
      <Button kind="danger" wide busy={!account.data} onPress={() => setDeleting(true)}>
        Delete Account
      </Button>
      {deleting && account.data && (
        <DeleteAccount account={account.data} onClose={() => setDeleting(false)} />
      )}
    </section>
  );
}
