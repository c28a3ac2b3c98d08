import type { ReactNode } from 'react';
import { Breakable } from '../ui/breakable.tsx';
import { Button } from '../ui/button.tsx';
import { Message } from '../ui/message.tsx';

/** Says that the server did not save an entry, and why. */
export function RefusedEntry({
  name,
  problem,
  onSend,
  onDelete,
}: {
  /** The entry, as the beginning of a sentence. */
  readonly name: string;
  /** The sentence that says why the server rejected the entry. */
  readonly problem: string | undefined;
  readonly onSend: () => void;
  readonly onDelete: () => void;
}) {
  return (
    <Message kind="danger">
      <p>
        <Breakable text={name} /> could not be saved. {problem}
      </p>
      <div className="message-actions">
        <Button kind="small" onPress={onSend}>
          Send again
        </Button>
        <Button kind="small" onPress={onDelete}>
          Delete
        </Button>
      </div>
    </Message>
  );
}

/** Shows the entry that the server has and the one that it rejected, and lets the person choose. */
export function OtherIsSaved({
  saved,
  mine,
  onKeep,
  onReplace,
  children,
}: {
  /** Both entries in words. */
  readonly saved: string;
  readonly mine: string;
  readonly onKeep: () => void;
  /** Undefined if the person must not change what is saved. */
  readonly onReplace: (() => void) | undefined;
  /** The sentence that says why the entry was refused. */
  readonly children: ReactNode;
}) {
  return (
    <Message kind="warning">
      <p>{children}</p>
      <p className="message-detail">
        <b>Saved:</b> {saved}
      </p>
      <p className="message-detail">
        <b>Yours:</b> {mine}
      </p>
      <div className="message-actions">
        <Button kind="small" onPress={onKeep}>
          Keep what is saved
        </Button>
        {onReplace && (
          <Button kind="small" onPress={onReplace}>
            Save mine instead
          </Button>
        )}
      </div>
    </Message>
  );
}
