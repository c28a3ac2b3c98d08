import { useState } from 'react';
import { STATE_WORDS } from '../../domain/diary.ts';
import { Breakable } from '../ui/breakable.tsx';
import { Button } from '../ui/button.tsx';
import { Message } from '../ui/message.tsx';
import { useDeleteDiary, useDiaryQueue, useQueuedDiary, type WaitingHalfHours } from './kind.ts';
import { DiaryRefused } from './refused.tsx';

/** Says what the last press entered, and offers Undo. If the server rejected the press, says why. */
export function Pressed({
  press,
  text,
  onUndone,
}: {
  readonly press: WaitingHalfHours;
  readonly text: string;
  readonly onUndone?: () => void;
}) {
  const queue = useDiaryQueue();
  const deleting = useDeleteDiary();
  const [isUndone, setIsUndone] = useState(false);
  const [undonePress, setUndonePress] = useState<string>();
  const [refusedPress, setRefusedPress] = useState<string>();
  const refused = useQueuedDiary().queued.filter(
    ({ entry, problem }) => entry.pressId === press.pressId && problem !== undefined,
  );
  if (refused.length > 0 && refusedPress !== press.pressId) setRefusedPress(press.pressId);
  const isRemoved = isUndone && undonePress === press.pressId;

  async function undo() {
    if (!(await queue.withdraw(press.pressId))) {
      await deleting.mutateAsync(press.slots);
    }
    setUndonePress(press.pressId);
    setIsUndone(true);
    onUndone?.();
  }

  // After the server has rejected the press, only the rejection is shown, until the person has decided about it.
  if (refusedPress === press.pressId) return <DiaryRefused refused={refused} />;
  const name = `${STATE_WORDS[press.state].name}, ${text}`;
  if (isRemoved)
    return (
      <Message kind="info">
        <Breakable text={`Removed: ${name}.`} />
      </Message>
    );
  return (
    <Message kind={deleting.isError ? 'danger' : 'success'}>
      <span>
        <Breakable
          text={deleting.isError ? 'We couldn’t undo that. Please try again.' : `Entered: ${name}.`}
        />
      </span>{' '}
      <Button
        kind="quiet"
        icon="undo"
        busy={deleting.isPending}
        onPress={() => void undo().catch(() => {})}
      >
        Undo
      </Button>
    </Message>
  );
}
