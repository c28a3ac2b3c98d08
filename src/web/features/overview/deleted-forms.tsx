import { useState } from 'react';
import type { Form } from '../../../contract/entities.ts';
import { isStatus } from '../../api/client.ts';
import { useDeletedForms, useSetDeleted } from '../../api/forms.ts';
import { useUser } from '../../api/user.ts';
import { Button } from '../../ui/button.tsx';
import { Loading } from '../../ui/loading.tsx';
import { LoggedOut } from '../../ui/logged-out.tsx';
import { Message } from '../../ui/message.tsx';
import { FormText } from './form-text.tsx';
import { formTime } from './form-time.ts';

/** Why a form could not be restored. */
function NotRestored({ error }: { readonly error: Error }) {
  if (isStatus(error, 401)) return <LoggedOut>try again.</LoggedOut>;
  return 'We couldn’t restore this form. Please try again.';
}

/** Says that a form was deleted, and restores it. */
export function DeletedNotice({
  form: { formNumber },
  onRestore,
}: {
  readonly form: Form;
  readonly onRestore: () => void;
}) {
  const restoring = useSetDeleted(useUser());
  const restore = () =>
    restoring.mutate({ formNumber, isDeleted: false }, { onSuccess: onRestore });
  return (
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
  );
}

/** The forms that were deleted in the last 30 days, which can be restored. Fetched when the list is opened. */
export function DeletedForms() {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button wide isExpanded={isOpen} onPress={() => setIsOpen(!isOpen)}>
        Deleted in the last 30 days
      </Button>
      {isOpen && <DeletedList />}
    </>
  );
}

function DeletedList() {
  const deleted = useDeletedForms(useUser());
  if (deleted.isError) {
    return (
      <>
        <Message kind="danger">Your deleted forms could not be loaded.</Message>
        <Button onPress={deleted.refetch}>Try again</Button>
      </>
    );
  }
  if (!deleted.data) return <Loading />;
  if (deleted.data.length === 0) return <p>You have no deleted forms.</p>;
  return (
    <ul className="past-forms" aria-label="Deleted in the last 30 days">
      {deleted.data.map((form) => (
        <li key={form.formNumber}>
          <DeletedRow form={form} />
        </li>
      ))}
    </ul>
  );
}

function DeletedRow({ form }: { readonly form: Form }) {
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
        onPress={() => restoring.mutate({ formNumber, isDeleted: false })}
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
