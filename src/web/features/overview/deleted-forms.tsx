import { useState } from 'react';
import type { Form } from '../../../contract/entities.ts';
import { useDeletedCheckIns } from '../../api/check-ins.ts';
import { isStatus } from '../../api/client.ts';
import { useDeletedDoses } from '../../api/doses.ts';
import { useDeletedForms, useSetDeleted } from '../../api/forms.ts';
import { useUser } from '../../api/user.ts';
import { Button } from '../../ui/button.tsx';
import { KeptHeight } from '../../ui/kept-height.tsx';
import { LoggedOut } from '../../ui/logged-out.tsx';
import { Message } from '../../ui/message.tsx';
import { DeletedCheckIn } from './check-in-row.tsx';
import { DeletedDose } from './dose-row.tsx';
import { FormText } from './form-text.tsx';
import { formTime } from './form-time.ts';

/** Why a form could not be restored. */
function NotRestored({ error }: { readonly error: Error }) {
  if (isStatus(error, 401)) return <LoggedOut>try again.</LoggedOut>;
  return 'We couldn’t restore this form. Please try again.';
}

/** Says that a form was deleted, restores it, and says so in the same place. */
export function DeletedNotice({
  form: { formNumber },
  isRestored,
  onRestore,
}: {
  readonly form: Form;
  readonly isRestored: boolean;
  readonly onRestore: () => void;
}) {
  const restoring = useSetDeleted(useUser());
  const restore = () =>
    restoring.mutate({ formNumber, isDeleted: false }, { onSuccess: onRestore });
  return (
    <KeptHeight>
      {isRestored ? (
        <Restored formNumber={formNumber} />
      ) : (
        <Message kind={restoring.isError ? 'danger' : 'info'}>
          {restoring.isError ? (
            <NotRestored error={restoring.error} />
          ) : (
            `Form #${formNumber} was deleted.`
          )}{' '}
          <Button kind="small" busy={restoring.isPending} onPress={restore}>
            Undo
          </Button>
        </Message>
      )}
    </KeptHeight>
  );
}

function Restored({ formNumber }: Pick<Form, 'formNumber'>) {
  return <Message kind="success">Form #{formNumber} is restored.</Message>;
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
                  <Restored formNumber={form.formNumber} />
                ) : (
                  <DeletedRow form={form} onRestore={() => setRestored([...restored, form])} />
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

function DeletedRow({
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
    <div className="form-row">
      <FormText form={form}>
        {deletedAt && (
          <span className="tag">Deleted on {formTime(deletedAt, user.timeZone, user).day}</span>
        )}
      </FormText>
      <Button
        kind="small"
        label={`Restore Form #${formNumber}`}
        busy={restoring.isPending}
        onPress={() => {
          onRestore();
          restoring.mutate({ formNumber, isDeleted: false });
        }}
      >
        Restore
      </Button>
      {restoring.isError && (
        <Message kind="danger">
          <NotRestored error={restoring.error} />
        </Message>
      )}
    </div>
  );
}
