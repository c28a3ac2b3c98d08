import { type ReactNode, useState } from 'react';
import { DISPLAY_OPTIONS } from '../domain/display.ts';
import { countOf, sumOf, type Unsent, unsentWords, without } from '../domain/unsent.ts';
import { useOnThisDevice } from './entries/on-this-device.ts';
import { useNamedDeletion } from './entries/use-named-deletion.ts';
import { Link } from './platform/navigation.tsx';
import { useSignOut } from './platform/session.ts';
import { useToday } from './platform/use-today.ts';
import { useMe } from './platform/user.ts';
import { useAccountDisplay, useSaveDisplay } from './profile/account-display.ts';
import { BrandMark } from './ui/brand.tsx';
import { Button } from './ui/button.tsx';
import { calendarDateText } from './ui/calendar-date-text.ts';
import { DialogLoading } from './ui/dialog-loading.tsx';
import { DisplayButton } from './ui/display-button.tsx';
import { Icon } from './ui/icon.tsx';
import { lazy } from './ui/lazy.tsx';
import { Message } from './ui/message.tsx';

export const logOutDialog = lazy(
  async () => (await import('./entries/log-out-dialog.tsx')).LogOutDialog,
  <DialogLoading />,
);

/** How long a log-out waits for the waiting entries to be sent (ms). */
const PATIENCE_MS = 5000;

interface Asked {
  /** The entries that could not be sent, without the refused ones. */
  readonly unsent: Unsent;
  /** The entries that the server has refused. They are not sent after the next sign-in. */
  readonly refused: Unsent;
  /** Those of `unsent` that cannot be sent after the next sign-in either, because the caregiver may no longer log. */
  readonly left: Unsent;
}

/**
 * The tabs, the person's name, the display options, the Logout button and, on a narrow window, the date.
 *
 * @param isOpened true on a page that was opened from the overview: the header leads back to it
 * @param band whose tracker is shown, for a caregiver
 */
export function Header({
  tabs,
  band,
  isOpened = false,
}: {
  readonly tabs?: ReactNode;
  readonly band: ReactNode;
  readonly isOpened?: boolean;
}) {
  const me = useMe();
  const { id, name, firstName, email } = me;
  const [today] = useToday(me.timeZone);
  const onDevice = useOnThisDevice();
  const signOut = useSignOut(id, onDevice.forget);
  const deletion = useNamedDeletion(onDevice.findUnsaved);
  useAccountDisplay();
  const saveDisplay = useSaveDisplay();
  const [isAsking, setIsAsking] = useState(false);
  /** What is being sent before the dialog opens, in words. */
  const [sending, setSending] = useState('');
  /** What the log-out dialog shows; undefined while the dialog is closed. */
  const [asked, setAsked] = useState<Asked>();

  async function ask() {
    setIsAsking(true);
    await onDevice.read();
    setSending(unsentWords(onDevice.countWaiting()));
    const waiting = await onDevice.sendAllWithin(PATIENCE_MS);
    const refused = onDevice.countRefused();
    const left = sumOf((await onDevice.findLeft()).map((each) => each.unsent));
    await deletion.name();
    setIsAsking(false);
    setSending('');
    setAsked({ unsent: sumOf([without(waiting, refused), left]), refused, left });
  }

  return (
    <header className={`header${isOpened ? ' header-of-opened' : ''}`}>
      <div className="header-bar">
        <div className="header-content">
          {isOpened && (
            <Link className="link header-back" to="/dashboard">
              <Icon name="back" />
              Overview
            </Link>
          )}
          <h1 className={isOpened ? 'visually-hidden' : 'brand'}>
            <BrandMark />
            Symptom Tracker
          </h1>
          <p className="welcome-long">Welcome, {name || firstName || email}</p>
          <div className="header-buttons">
            <DisplayButton options={DISPLAY_OPTIONS} onChange={saveDisplay} />
            <Button kind="quiet" busy={isAsking || signOut.isPending} onPress={ask}>
              Logout
            </Button>
          </div>
          {tabs}
        </div>
      </div>
      {band}
      <div className="welcome-short">
        <p>Welcome, {firstName || name || email}</p>
        <p className="welcome-date">{calendarDateText(today, 'weekday', me)}</p>
      </div>
      {sending && (
        <div className="header-message">
          <Message kind="info">Sending {sending} before you log out...</Message>
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
          unsent={{ words: unsentWords(asked.unsent), count: countOf(asked.unsent) }}
          refused={{ words: unsentWords(asked.refused), count: countOf(asked.refused) }}
          left={countOf(asked.left)}
          unsaved={onDevice.sentencesOf(deletion.named)}
          isChanged={deletion.isChanged}
          isBusy={deletion.isChecking}
          onStay={() => {
            deletion.cancel();
            setAsked(undefined);
          }}
          onLeave={() =>
            deletion.confirm((named) => {
              setAsked(undefined);
              signOut.mutate(named);
            })
          }
        />
      )}
    </header>
  );
}
