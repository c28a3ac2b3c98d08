import { countOf, type Unsent, unsentWords } from '../../domain/unsent.ts';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';

/** Asks before a log-out, because an unsteady hand may press Logout by mistake. */
export function LogOutDialog({
  unsent,
  left,
  hasDraft,
  onStay,
  onLeave,
}: {
  readonly unsent: Unsent;
  /**
   * Of `unsent`, the entries for people whom the signed-in caregiver may no longer log for. They are not sent after the
   * next sign-in either.
   */
  readonly left?: Unsent;
  /** Whether a form was begun and not submitted. */
  readonly hasDraft: boolean;
  readonly onStay: () => void;
  readonly onLeave: () => void;
}) {
  const count = countOf(unsent);
  const kept = left ? countOf(left) : 0;
  return (
    <Dialog title={titleOf(unsent)} onClose={onStay}>
      {count > 0 ? (
        <>
          <p>
            {count === 1
              ? 'It is saved on this device only.'
              : 'They are saved on this device only.'}
          </p>
          {kept < count && (
            <p>
              If you log out, {sentLater(count, kept)} will be sent the next time you sign in on
              this device.
            </p>
          )}
          {kept > 0 && (
            <p>
              You may no longer log for some people. Entries for them stay on this device, and will
              not be sent.
            </p>
          )}
        </>
      ) : (
        <p>You will have to sign in again on this device.</p>
      )}
      {hasDraft && <p>You have a form that is not submitted. It will be deleted.</p>}
      <Button kind="main" onPress={onStay}>
        Stay signed in
      </Button>
      <div className="apart">
        <Button wide onPress={onLeave}>
          {count > 0 ? 'Log out anyway' : 'Log out'}
        </Button>
      </div>
    </Dialog>
  );
}

function sentLater(count: number, kept: number): string {
  if (kept > 0) return `${count - kept} of them`;
  return count === 1 ? 'it' : 'they';
}

function titleOf(unsent: Unsent): string {
  const words = unsentWords(unsent);
  if (!words) return 'Log out?';
  return `${words} ${countOf(unsent) === 1 ? 'is' : 'are'} not sent yet`;
}
