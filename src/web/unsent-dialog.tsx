import { Button } from './ui/button.tsx';
import { Dialog } from './ui/dialog.tsx';

/** Asks for confirmation before a log-out while forms exist only on this device. */
export function UnsentDialog({
  count,
  onStay,
  onLeave,
}: {
  readonly count: number;
  readonly onStay: () => void;
  readonly onLeave: () => void;
}) {
  return (
    <Dialog
      title={count === 1 ? '1 form is not sent yet' : `${count} forms are not sent yet`}
      onClose={onStay}
    >
      <p>
        {count === 1 ? 'It is saved on this device only.' : 'They are saved on this device only.'}
      </p>
      <p>
        If you log out, {count === 1 ? 'it' : 'they'} will be sent the next time you sign in on this
        device.
      </p>
      <Button kind="main" onPress={onStay}>
        Stay signed in
      </Button>
      <Button wide onPress={onLeave}>
        Log out anyway
      </Button>
    </Dialog>
  );
}
