import { Button } from './ui/button.tsx';
import { Dialog } from './ui/dialog.tsx';

/** Asks who signs out while forms are on this device alone. */
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
    <Dialog title="Not sent yet" onClose={onStay}>
      <p>
        {count === 1
          ? 'A form is kept on this device and not sent yet.'
          : `${count} forms are kept on this device and not sent yet.`}
      </p>
      <p>
        If you sign out, {count === 1 ? 'it stays' : 'they stay'} here. We try again when you sign
        in on this device.
      </p>
      <Button kind="main" onPress={onStay}>
        Stay
      </Button>
      <Button wide onPress={onLeave}>
        Sign out anyway
      </Button>
    </Dialog>
  );
}
