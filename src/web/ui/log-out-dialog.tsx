import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';

/** Asks before a log-out, because Logout is always within a slip of the hand. */
export function LogOutDialog({
  unsent,
  hasDraft,
  onStay,
  onLeave,
}: {
  /** The number of forms that exist only on this device. */
  readonly unsent: number;
  /** Whether a form was begun and not submitted. */
  readonly hasDraft: boolean;
  readonly onStay: () => void;
  readonly onLeave: () => void;
}) {
  return (
    <Dialog title={titleOf(unsent)} onClose={onStay}>
      {unsent > 0 ? (
        <>
          <p>
            {unsent === 1
              ? 'It is saved on this device only.'
              : 'They are saved on this device only.'}
          </p>
          <p>
            If you log out, {unsent === 1 ? 'it' : 'they'} will be sent the next time you sign in on
            this device.
          </p>
        </>
      ) : (
        <p>You will have to sign in again on this device.</p>
      )}
      {hasDraft && <p>A form that you have not submitted will be deleted.</p>}
      <Button kind="main" onPress={onStay}>
        Stay signed in
      </Button>
      <div className="apart">
        <Button wide onPress={onLeave}>
          {unsent > 0 ? 'Log out anyway' : 'Log out'}
        </Button>
      </div>
    </Dialog>
  );
}

function titleOf(unsent: number): string {
  if (unsent === 0) return 'Log out?';
  return unsent === 1 ? '1 form is not sent yet' : `${unsent} forms are not sent yet`;
}
