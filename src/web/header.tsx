import { useState } from 'react';
import { useSignOut } from './api/session.ts';
import { useUser } from './api/user.ts';
import { useEntries, useEntryStore } from './entries/use-entries.tsx';
import { BrandMark } from './ui/brand.tsx';
import { Button } from './ui/button.tsx';
import { DialogLoading } from './ui/dialog-loading.tsx';
import { Message } from './ui/message.tsx';
import { part } from './ui/part.tsx';

export const unsentDialog = part(
  async () => (await import('./unsent-dialog.tsx')).UnsentDialog,
  <DialogLoading />,
);

/** How long a log-out waits for the waiting forms to be sent (ms). */
const PATIENCE_MS = 5000;

/** The person's name and the Logout button. */
export function Header() {
  const { id, name, firstName, email } = useUser();
  const store = useEntryStore();
  const isWaiting = useEntries().entries.some(({ status }) => status === 'waiting');
  const signOut = useSignOut(id, store.forgetDrafts);
  const [isLeaving, setIsLeaving] = useState(false);
  /** How many forms could not be sent before the log-out. */
  const [unsent, setUnsent] = useState(0);

  async function leave() {
    setIsLeaving(true);
    const left = await store.sendAllWithin(PATIENCE_MS);
    setIsLeaving(false);
    setUnsent(left);
    if (left === 0) signOut.mutate();
  }

  return (
    <header className="header">
      <div className="header-content">
        <h1 className="brand">
          <BrandMark />
          Symptom Tracker
        </h1>
        <p className="welcome welcome-long">Welcome, {name || firstName || email}</p>
        <p className="welcome welcome-short">Welcome, {firstName || name || email}</p>
        <Button kind="small" busy={isLeaving || signOut.isPending} onPress={leave}>
          Logout
        </Button>
      </div>
      {isLeaving && isWaiting && (
        <div className="header-message">
          <Message kind="info">Sending your saved forms before you log out...</Message>
        </div>
      )}
      {signOut.isError && (
        <div className="header-message">
          <Message kind="danger">
            <p>We couldn’t log you out. Please try again.</p>
            <p>
              You are still signed in. The offline copy of your data was removed from this device.
            </p>
          </Message>
        </div>
      )}
      {unsent > 0 && (
        <unsentDialog.Component
          count={unsent}
          onStay={() => setUnsent(0)}
          onLeave={() => {
            setUnsent(0);
            signOut.mutate();
          }}
        />
      )}
    </header>
  );
}
