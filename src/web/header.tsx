import { type ReactNode, useState } from 'react';
import { DISPLAY_OPTIONS } from '../domain/display.ts';
import { useAccountDisplay } from './account-display.ts';
import { useSignOut } from './api/session.ts';
import { useMe } from './api/user.ts';
import { useAllWaiting, useEntries, useForgetDrafts } from './entries/use-entries.tsx';
import { BrandMark } from './ui/brand.tsx';
import { Button } from './ui/button.tsx';
import { DialogLoading } from './ui/dialog-loading.tsx';
import { DisplayButton } from './ui/display-button.tsx';
import type { Unsent } from './ui/log-out-dialog.tsx';
import { Message } from './ui/message.tsx';
import { part } from './ui/part.tsx';

export const logOutDialog = part(
  async () => (await import('./ui/log-out-dialog.tsx')).LogOutDialog,
  <DialogLoading />,
);

/** How long a log-out waits for the waiting forms to be sent (ms). */
const PATIENCE_MS = 5000;

/**
 * The person's name, the display options and the Logout button.
 *
 * @param children whose tracker is shown, for a caregiver
 */
export function Header({ children }: { readonly children?: ReactNode }) {
  const { id, name, firstName, email } = useMe();
  const allWaiting = useAllWaiting();
  const { entries } = useEntries();
  const isWaiting = entries.some(({ status }) => status === 'waiting');
  const signOut = useSignOut(id, useForgetDrafts());
  const saveDisplay = useAccountDisplay();
  const [isSending, setIsSending] = useState(false);
  /** What could not be sent; undefined while nobody is asked whether to log out. */
  const [unsent, setUnsent] = useState<Unsent>();

  async function ask() {
    setIsSending(true);
    const left = await Promise.all(
      allWaiting().map(({ store, queues: { doses, checkIns, diary, visits } }) =>
        Promise.all(
          [store, doses, checkIns, diary, visits].map((each) => each.sendAllWithin(PATIENCE_MS)),
        ),
      ),
    );
    const [forms, doses, checkIns, diary, visits] = [0, 1, 2, 3, 4].map((kind) =>
      left.reduce((sum, counts) => sum + (counts[kind] ?? 0), 0),
    ) as [number, number, number, number, number];
    setIsSending(false);
    setUnsent({ forms, doses, checkIns, diary, visits });
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
        <div className="header-buttons">
          <DisplayButton options={DISPLAY_OPTIONS} onChange={saveDisplay} />
          <Button kind="small" busy={isSending || signOut.isPending} onPress={ask}>
            Logout
          </Button>
        </div>
        {children}
      </div>
      {isSending && isWaiting && (
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
      {unsent !== undefined && (
        <logOutDialog.Component
          unsent={unsent}
          hasDraft={entries.some(({ status }) => status === 'closed')}
          onStay={() => setUnsent(undefined)}
          onLeave={() => {
            setUnsent(undefined);
            signOut.mutate();
          }}
        />
      )}
    </header>
  );
}
