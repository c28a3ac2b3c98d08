import { useUser } from '../platform/user.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Loading } from '../ui/loading.tsx';
import { Message } from '../ui/message.tsx';
import { ProveFirst } from './owner-proof.tsx';
import { useAccount } from './queries.ts';

/** Asks for the proof that a call needs. Show it outside of forms: its own form would submit them too. */
export function ProofDialog({
  why,
  onProved,
  onClose,
}: {
  /** What the call does, so that the person knows why we ask. */
  readonly why: string;
  /** Called after the proof, to repeat the call. */
  readonly onProved: () => void;
  readonly onClose: () => void;
}) {
  const account = useAccount(useUser().id);
  return (
    <Dialog title="Is it you?" onClose={onClose}>
      <div className="stack">
        <p>{why}</p>
        {account.isPending && <Loading />}
        {account.isError && !account.data && (
          <>
            <Message kind="danger">We couldn’t load your account.</Message>
            <Button onPress={account.refetch}>Try again</Button>
          </>
        )}
        {account.data && <ProveFirst account={account.data} onProved={onProved} />}
      </div>
    </Dialog>
  );
}
