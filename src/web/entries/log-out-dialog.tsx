import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { IntoView } from '../ui/into-view.tsx';
import { Message } from '../ui/message.tsx';

interface Counted {
  /** '1 form and 2 doses'. */
  readonly words: string;
  readonly count: number;
}

const NONE: Counted = { words: '', count: 0 };

/** Asks before a log-out, because an unsteady hand may press Logout by mistake. */
export function LogOutDialog({
  unsent = NONE,
  refused = NONE,
  left = 0,
  unsaved = [],
  isChanged = false,
  isBusy = false,
  onStay,
  onLeave,
}: {
  /** The entries that exist only on this device, without the refused ones. */
  readonly unsent?: Counted;
  /** The entries that the server has refused. */
  readonly refused?: Counted;
  /**
   * How many of the entries are for people whom the signed-in caregiver may no longer log for. They are not sent after
   * the next sign-in either.
   */
  readonly left?: number;
  /** The sentences that name what the log-out deletes. */
  readonly unsaved?: readonly string[];
  /** Whether `unsaved` has changed after the person pressed the button that logs out. */
  readonly isChanged?: boolean;
  readonly isBusy?: boolean;
  readonly onStay: () => void;
  readonly onLeave: () => void;
}) {
  const { count } = unsent;
  return (
    <Dialog title={title(unsent, unsaved)} isQuestion onClose={onStay}>
      <Unsaved sentences={unsaved} isChanged={isChanged} />
      {count > 0 ? (
        <>
          <p>
            {unsaved.length > 0 && `${notSent(unsent)}. `}
            {count === 1
              ? 'It is saved on this device only.'
              : 'They are saved on this device only.'}
          </p>
          {left < count && (
            <p>
              If you log out, {sentLater(count, left)} will be sent the next time you sign in on
              this device.
            </p>
          )}
          {left > 0 && (
            <p>
              You may no longer log for some people. Entries for them stay on this device, and will
              not be sent.
            </p>
          )}
        </>
      ) : (
        <p>You will have to sign in again on this device.</p>
      )}
      {refused.count > 0 && (
        <p>
          {refused.words} could not be saved.{' '}
          {refused.count === 1
            ? 'It stays on this device until you send it again or delete it.'
            : 'They stay on this device until you send them again or delete them.'}
        </p>
      )}
      {count + refused.count > 0 && (
        <p>
          Until then, anyone who uses this device could read{' '}
          {count + refused.count === 1 ? 'it' : 'them'}.
        </p>
      )}
      <Button kind="main" onPress={onStay}>
        Stay signed in
      </Button>
      <div className="apart">
        <Button wide busy={isBusy} onPress={onLeave}>
          {unsaved.length > 0 ? 'Log out and delete' : count > 0 ? 'Log out anyway' : 'Log out'}
        </Button>
      </div>
    </Dialog>
  );
}

/** What is deleted comes before what only waits. */
function title(unsent: Counted, unsaved: readonly string[]): string {
  if (unsaved.length > 0) return 'Log out and delete what is not saved?';
  return unsent.count > 0 ? notSent(unsent) : 'Log out?';
}

function notSent({ words, count }: Counted): string {
  return `${words} ${count === 1 ? 'is' : 'are'} not sent yet`;
}

/** Names what a log-out deletes. */
export function Unsaved({
  sentences,
  isChanged,
}: {
  readonly sentences: readonly string[];
  readonly isChanged: boolean;
}) {
  return (
    <>
      {isChanged && (
        <IntoView>
          <Message kind="warning">
            More was typed in another window. Please read this again before you log out.
          </Message>
        </IntoView>
      )}
      {sentences.map((sentence) => (
        <p key={sentence}>
          <b>{sentence}</b>
        </p>
      ))}
    </>
  );
}

function sentLater(count: number, left: number): string {
  if (left > 0) return `${count - left} of them`;
  return count === 1 ? 'it' : 'they';
}
