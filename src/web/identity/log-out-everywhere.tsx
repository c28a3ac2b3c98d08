import { useEffect, useEffectEvent } from 'react';
import { Unsaved } from '../entries/log-out-dialog.tsx';
import { useOnThisDevice } from '../entries/on-this-device.ts';
import { useNamedDeletion } from '../entries/use-named-deletion.ts';
import { Failure } from '../platform/failure.tsx';
import { useUser } from '../platform/user.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { useSignOutEverywhere } from './queries.ts';

/** Asks whether to end all sessions, and names what this device would delete. */
export function LogOutEverywhere({ onClose }: { readonly onClose: () => void }) {
  const { id } = useUser();
  const onDevice = useOnThisDevice();
  const signOut = useSignOutEverywhere(id, onDevice.forget);
  const deletion = useNamedDeletion(onDevice.findUnsaved);
  const name = useEffectEvent(deletion.name);
  useEffect(() => void name(), []);
  return (
    <Dialog title="Log out everywhere" onClose={onClose}>
      <p>You will be logged out on every phone and computer, and here too.</p>
      <p>What you saved is not deleted.</p>
      <Unsaved sentences={onDevice.sentencesOf(deletion.named)} isChanged={deletion.isChanged} />
      <Failure of={signOut.error} />
      <Button
        kind="main"
        busy={signOut.isPending || deletion.isChecking}
        onPress={() => deletion.confirm(signOut.mutate)}
      >
        {signOut.isPending ? 'Logging out...' : 'Log out everywhere'}
      </Button>
    </Dialog>
  );
}
