import { useState } from 'react';
import type { Form } from '../../../contract/entities.ts';
import { useDeletedCheckIns } from '../../api/check-ins.ts';
import { useDeletedDoses } from '../../api/doses.ts';
import { useDeletedForms, useSetDeleted } from '../../api/forms.ts';
import { useUser } from '../../api/user.ts';
import { KeptHeight } from '../../ui/kept-height.tsx';
import { DeletedCheckIn } from './check-in-row.tsx';
import { DeletedNotice, DeletedRow, Restored } from './deleted-entry.tsx';
import { DeletedDose } from './dose-row.tsx';
import { FormText } from './form-text.tsx';
import { formTime } from './form-time.ts';

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

/** The entries that were deleted in the last 30 days, folded. Shown only if there are any. */
export function DeletedForms() {
  const user = useUser();
  const deleted = useDeletedForms(user);
  const [isOpen, setOpen] = useState(false);
  /** The forms whose Restore was pressed. */
  const [restored, setRestored] = useState<readonly Form[]>([]);
  const left = deleted.data ?? [];
  const doses = useDeletedDoses(user).data ?? [];
  const checkIns = useDeletedCheckIns(user).data ?? [];
  // A row that was restored says so in its place.
  const gone = restored.filter(
    (form) => !left.some(({ formNumber }) => formNumber === form.formNumber),
  );
  const rows = [...left, ...gone].sort((one, other) => deletedAt(other) - deletedAt(one));
  if (rows.length + doses.length + checkIns.length === 0) return null;
  return (
    <details className="fold apart" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>Deleted in the last 30 days</summary>
      {isOpen && (
        <ul className="past-forms" aria-label="Deleted in the last 30 days">
          {checkIns.map((checkIn) => (
            <li key={checkIn.day}>
              <DeletedCheckIn checkIn={checkIn} />
            </li>
          ))}
          {doses.map((dose) => (
            <li key={dose.doseId}>
              <DeletedDose dose={dose} />
            </li>
          ))}
          {rows.map((form) => (
            <li key={form.formNumber}>
              <KeptHeight>
                {gone.includes(form) ? (
                  <Restored name={`Form #${form.formNumber}`} />
                ) : (
                  <DeletedForm form={form} onRestore={() => setRestored([...restored, form])} />
                )}
              </KeptHeight>
            </li>
          ))}
        </ul>
      )}
    </details>
  );
}

function deletedAt(form: Form): number {
  return Date.parse(form.deletedAt ?? form.date);
}

function DeletedForm({
  form,
  onRestore,
}: {
  readonly form: Form;
  /** Called at the press. */
  readonly onRestore: () => void;
}) {
  const user = useUser();
  const restoring = useSetDeleted(user);
  const { formNumber, deletedAt } = form;
  return (
    <DeletedRow
      name={`Form #${formNumber}`}
      kind="form"
      restoring={restoring}
      onRestore={() => {
        onRestore();
        restoring.mutate({ formNumber, isDeleted: false });
      }}
    >
      <FormText form={form}>
        {deletedAt && (
          <span className="tag">Deleted on {formTime(deletedAt, user.timeZone, user).day}</span>
        )}
      </FormText>
    </DeletedRow>
  );
}
