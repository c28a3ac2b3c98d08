import type { Form } from '../../contract/entities.ts';
import { DeletedMessage } from '../entries/deleted-entry.tsx';
import { useRestore } from '../entries/entries-of.ts';
import { forms } from './kind.ts';

/** Says that a form was deleted, and restores it. */
export function DeletedFormNotice({
  form: { formNumber },
  isRestored,
  onRestored,
}: {
  readonly form: Form;
  readonly isRestored: boolean;
  readonly onRestored: () => void;
}) {
  const restoring = useRestore(forms);
  return (
    <DeletedMessage
      name={`Form #${formNumber}`}
      kind="forms"
      restoring={restoring}
      isRestored={isRestored}
      onRestore={() => restoring.mutate([formNumber], { onSuccess: onRestored })}
    />
  );
}
