import { useUser } from '../platform/user.ts';
import { Button } from '../ui/button.tsx';
import { recentTime } from '../ui/form-time.ts';
import { Message } from '../ui/message.tsx';

/** Says in a dialog that it shows what was entered before and not saved, and offers to delete that. */
export function KeptNotice({
  isEdit,
  at,
  onDelete,
}: {
  /** Whether it changes something that is saved. */
  readonly isEdit: boolean;
  /** The time that the entry is for (ISO instant). */
  readonly at: string;
  readonly onDelete: () => void;
}) {
  const user = useUser();
  return (
    <Message kind="info">
      {isEdit
        ? 'We kept your unsaved changes.'
        : `We kept what you entered. It is for ${recentTime(Date.parse(at), user)}.`}{' '}
      <Button kind="danger" onPress={onDelete}>
        {isEdit ? 'Delete my changes' : 'Delete it and begin again'}
      </Button>
    </Message>
  );
}
