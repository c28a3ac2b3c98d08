import type { ReactNode } from 'react';
import { Breakable } from '../ui/breakable.tsx';
import { Button } from '../ui/button.tsx';
import { Message } from '../ui/message.tsx';
import { isRefused, type Queued } from './device-queue.ts';
import type { EntryQueue } from './entry-queue.ts';
import type { WaitingEntry } from './kind.ts';

/** What to say of the entry that the server has in place of the refused one. */
interface OtherEntry {
  /** The sentence that says why the entry was refused. */
  readonly reason: ReactNode;
  /** Both entries in words. */
  readonly saved: string;
  readonly mine: string;
  /** Undefined if the person must not change what is saved. */
  readonly replace: (() => void) | undefined;
}

/**
 * Says that the server did not save an entry, and why. If the server has another entry in its place, shows both and
 * lets the person choose. Shows nothing while the entry only waits.
 */
export function Refusal<Saved, Waiting extends WaitingEntry>({
  of,
  queue,
  name,
  show,
  other,
}: {
  readonly of: Queued<Waiting> | undefined;
  readonly queue: EntryQueue<Waiting>;
  /** The entry, as the beginning of a sentence. */
  readonly name: string;
  /** Shows what the server has, if the person keeps that. */
  readonly show?: (saved: readonly Saved[]) => void;
  /** @param all with `first`, those that the server has of a kind that is saved several at once */
  readonly other?: (first: Saved, all: readonly Saved[]) => OtherEntry;
}) {
  if (!of || !isRefused(of)) return null;
  const { id, problem, answer } = of;
  const remove = () => void queue.remove(id);
  const { stored = [] } = (answer ?? {}) as { readonly stored?: Saved | Saved[] };
  const all: readonly Saved[] = Array.isArray(stored) ? stored : [stored];
  const [first] = all;
  if (!first || !other) {
    return (
      <Message kind="danger">
        <p>
          <Breakable text={name} /> could not be saved. {problem}
        </p>
        <div className="message-actions">
          <Button kind="small" onPress={() => void queue.sendAgain()}>
            Send again
          </Button>
          <Button kind="danger" onPress={remove}>
            Delete
          </Button>
        </div>
      </Message>
    );
  }
  const { reason, saved, mine, replace } = other(first, all);
  const keep = () => {
    show?.(all);
    remove();
  };
  return (
    <Message kind="warning">
      <p>{reason}</p>
      <p className="message-detail">
        <b>Saved:</b> {saved}
      </p>
      <p className="message-detail">
        <b>Yours:</b> {mine}
      </p>
      <Choices
        all={[
          ['Keep what is saved', keep],
          ...(replace ? [['Save mine instead', replace] as const] : []),
        ]}
      />
    </Message>
  );
}

function Choices({ all }: { readonly all: readonly (readonly [string, () => void])[] }) {
  return (
    <div className="message-actions">
      {all.map(([text, onPress]) => (
        <Button key={text} kind="small" onPress={onPress}>
          {text}
        </Button>
      ))}
    </div>
  );
}
