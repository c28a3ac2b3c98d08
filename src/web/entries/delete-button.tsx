import { type KindName, wordFor } from '../../domain/unsent.ts';
import { isStatus } from '../platform/client.ts';
import { Button } from '../ui/button.tsx';
import { LoggedOut } from '../ui/logged-out.tsx';
import { Message } from '../ui/message.tsx';

/** The request that deletes an entry, while it runs and if it fails. */
export interface Deleting {
  readonly isPending: boolean;
  readonly error: Error | null;
}

/** The button that deletes the entry of a dialog, and the error message if deleting fails. */
export function DeleteButton({
  kind,
  deleting: { error, isPending },
  onDelete,
}: {
  readonly kind: KindName;
  readonly deleting: Deleting;
  readonly onDelete: () => void;
}) {
  return (
    <div className="stack-close apart">
      {error && (
        <Message kind="danger">
          {isStatus(error, 401) ? (
            <LoggedOut>try again.</LoggedOut>
          ) : (
            `We couldn’t delete this ${wordFor(kind)}. Please try again.`
          )}
        </Message>
      )}
      <Button kind="danger" busy={isPending} onPress={onDelete}>
        {`Delete this ${wordFor(kind)}`}
      </Button>
    </div>
  );
}
