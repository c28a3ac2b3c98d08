import { useClearNewUser } from '../platform/session.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';

/** Greets a new user once. Closing the dialog clears the account's new-user flag. */
export function Welcome({ userId }: { readonly userId: string }) {
  const clearNewUser = useClearNewUser();
  const close = () => clearNewUser.mutate(userId);
  return (
    <Dialog
      title="Welcome to Your Parkinson's Disease Management App!"
      onClose={close}
      closeButton={false}
    >
      <p>First, add the 3 to 5 symptoms that affect your daily life most.</p>
      <p>Then log how severe each one is, 2 to 3 times a day.</p>
      <p>Simple charts will show you how they change.</p>
      <Button kind="main" onPress={close}>
        Get Started
      </Button>
    </Dialog>
  );
}
