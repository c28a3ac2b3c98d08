import { type ReactNode, useState } from 'react';
import { DISPLAY_OPTIONS } from '../domain/display.ts';
import type { Unsent } from '../domain/unsent.ts';
import { useAccountDisplay, useSaveDisplay } from './account-display.ts';
import { useSignOut } from './api/session.ts';
import { useMe } from './api/user.ts';
import {
  useAllWaiting,
  useForgetDrafts,
  useForOthers,
  usePartOfEntries,
} from './entries/use-entries.tsx';
import { BrandMark } from './ui/brand.tsx';
import { Button } from './ui/button.tsx';
import { DialogLoading } from './ui/dialog-loading.tsx';
import { DisplayButton } from './ui/display-button.tsx';
import { Message } from './ui/message.tsx';
import { part } from './ui/part.tsx';

export const logOutDialog = part(
  async () => (await import('./ui/log-out-dialog.tsx')).LogOutDialog,
  <DialogLoading />,
);

/** How long a log-out waits for the waiting entries to be sent (ms). */
const PATIENCE_MS = 5000;

interface Asked {
  /** The entries that could not be sent. */
  readonly unsent: Unsent;
  /** Those of `unsent` that cannot be sent after the next sign-in either, because the caregiver may no longer log. */
  readonly left: Unsent;
  readonly hasDraft: boolean;
}

const NONE: Unsent = { forms: 0, doses: 0, checkIns: 0, diary: 0, visits: 0 };

function unsentOf([forms = 0, doses = 0, checkIns = 0, diary = 0, visits = 0]: number[]): Unsent {
  return { forms, doses, checkIns, diary, visits };
}

function added(one: Unsent, other: Unsent): Unsent {
  return {
    forms: one.forms + other.forms,
    doses: one.doses + other.doses,
    checkIns: one.checkIns + other.checkIns,
    diary: one.diary + other.diary,
    visits: one.visits + other.visits,
  };
}

/**
 * The person's name, the display options and the Logout button.
 *
 * @param children the choice of the tracker, for a caregiver
 */
export function Header({ children }: { readonly children?: ReactNode }) {
  const { id, name, firstName, email } = useMe();
  const allWaiting = useAllWaiting();
  const forOthers = useForOthers();
  const isDraft = usePartOfEntries(({ entries }) =>
    entries.some(({ status }) => status === 'closed'),
  );
  const isWaiting = usePartOfEntries(({ entries }) =>
    entries.some(({ status }) => status === 'waiting'),
  );
  const signOut = useSignOut(id, useForgetDrafts());
  useAccountDisplay();
  const saveDisplay = useSaveDisplay();
  const [isSending, setIsSending] = useState(false);
  /** What the log-out dialog shows; undefined while the dialog is closed. */
  const [asked, setAsked] = useState<Asked>();

  async function ask() {
    setIsSending(true);
    const waiting = await Promise.all(
      allWaiting().map(async ({ store, queues: { doses, checkIns, diary, visits } }) => {
        const counts = await Promise.all(
          [store, doses, checkIns, diary, visits].map((each) => each.sendAllWithin(PATIENCE_MS)),
        );
        return unsentOf(counts);
      }),
    );
    const left = (await forOthers.findLeft()).map((each) => each.unsent);
    const hasDraft = isDraft || (await forOthers.hasDraft());
    setIsSending(false);
    setAsked({
      unsent: [...waiting, ...left].reduce(added, NONE),
      left: left.reduce(added, NONE),
      hasDraft,
    });
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
      {asked !== undefined && (
        <logOutDialog.Component
          {...asked}
          onStay={() => setAsked(undefined)}
          onLeave={() => {
            setAsked(undefined);
            signOut.mutate();
          }}
        />
      )}
    </header>
  );
}
