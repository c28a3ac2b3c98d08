import type { Form } from '../../../contract/entities.ts';
import { useSetDeleted } from '../../api/forms.ts';
import { useUser } from '../../api/user.ts';
import { DeletedNotice } from './deleted-entry.tsx';

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
  const restoring = useSetDeleted(useUser());
  return (
    <DeletedNotice
      name={`Form #${formNumber}`}
      kind="form"
      restoring={restoring}
      isRestored={isRestored}
      onRestore={() =>
        restoring.mutate({ formNumber, isDeleted: false }, { onSuccess: onRestored })
      }
    />
  );
}
