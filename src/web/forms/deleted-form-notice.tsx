import type { Form } from '../../contract/entities.ts';
import { DeletedMessage } from '../entries/deleted-entry.tsx';
import { useUser } from '../platform/user.ts';
import { useSetFormDeleted } from './queries.ts';

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
  const restoring = useSetFormDeleted(useUser());
  return (
    <DeletedMessage
      name={`Form #${formNumber}`}
      kind="forms"
      restoring={restoring}
      isRestored={isRestored}
      onRestore={() =>
        restoring.mutate({ formNumber, isDeleted: false }, { onSuccess: onRestored })
      }
    />
  );
}
