import { useState } from 'react';
import { findUnsentForms } from './api/device.ts';
import { useSending } from './api/send-unsent.ts';
import { useSignOut } from './api/session.ts';
import { useUser } from './api/user.ts';
import { BrandMark } from './ui/brand.tsx';
import { Button } from './ui/button.tsx';
import { DialogLoading } from './ui/dialog-loading.tsx';
import { later } from './ui/later.tsx';
import { Message } from './ui/message.tsx';

export const unsentDialog = later(
  async () => (await import('./unsent-dialog.tsx')).UnsentDialog,
  <DialogLoading />,
);

/** How long signing out waits for forms that are sent before it: milliseconds. */
const PATIENCE_MS = 5000;

/** Whose page it is, and the way out. */
export function Header() {
  const { id, name, firstName, email } = useUser();
  const { count, sendNow } = useSending();
  const signOut = useSignOut(id);
  const [isLeaving, setIsLeaving] = useState(false);
  /** How many forms could not be sent before signing out. */
  const [unsent, setUnsent] = useState(0);

  async function leave() {
    setIsLeaving(true);
    const left = await countUnsent(id, sendNow);
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
      {isLeaving && count > 0 && (
        <div className="header-message">
          <Message kind="info">Sending your forms first...</Message>
        </div>
      )}
      {signOut.isError && (
        <div className="header-message">
          <Message kind="danger">You are still signed in. Please try again.</Message>
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

/** How many forms are on this device alone, after another try at sending them; none where it cannot tell. */
async function countUnsent(userId: string, send: () => Promise<void>): Promise<number> {
  const find = async () => (await findUnsentForms(userId))?.length ?? 0;
  if ((await find()) === 0) return 0;
  const tooLong = new Promise((resolve) => setTimeout(resolve, PATIENCE_MS));
  await Promise.race([send(), tooLong]);
  return await find();
}
