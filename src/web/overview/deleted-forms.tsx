import { useEffect, useRef, useState } from 'react';
import type { Form } from '../../contract/entities.ts';
import { useDeletedCheckIns } from '../check-ins/queries.ts';
import { DeletedCheckIn } from '../check-ins/row.tsx';
import { DeletedDiary } from '../diary/list.tsx';
import { useDeletedDiary } from '../diary/queries.ts';
import { DeletedRow, Restored, useDeletedRows } from '../entries/deleted-entry.tsx';
import { NotOnDevice } from '../entries/not-on-device.tsx';
import { FormText } from '../forms/form-text.tsx';
import { useDeletedForms, useSetDeleted } from '../forms/queries.ts';
import { useDeletedDoses } from '../medication/dose-queries.ts';
import { DeletedDose } from '../medication/dose-row.tsx';
import { isUnreached, useIsOffline } from '../platform/offline.ts';
import { useUser } from '../platform/user.ts';
import { Button } from '../ui/button.tsx';
import { formTime } from '../ui/form-time.ts';
import { KeptHeight } from '../ui/kept-height.tsx';
import { Loading } from '../ui/loading.tsx';
import { Message } from '../ui/message.tsx';

/**
 * The entries that were deleted in the last 30 days, in a fold below the list of past forms. They are fetched when the
 * fold is opened. If there is no list of past forms, they are fetched at once, and the fold is shown only if there are
 * deleted entries.
 *
 * @param hasPast whether the list of past forms exists
 * @param isPast whether the list of past forms is shown
 */
export function DeletedForms({
  hasPast,
  isPast,
}: {
  readonly hasPast: boolean;
  readonly isPast: boolean;
}) {
  const user = useUser();
  const [isOpen, setOpen] = useState(false);
  const isWanted = isOpen || !hasPast;
  const forms = useDeletedForms(user, isWanted);
  const doses = useDeletedDoses(user, isWanted);
  const checkIns = useDeletedCheckIns(user, isWanted);
  const diary = useDeletedDiary(user, isWanted);
  const lists = [forms, doses, checkIns, diary];
  const isOffline = useIsOffline();
  const isOut = lists.some((list) => isUnreached(list, isOffline) && !list.data);
  const formRows = useDeletedRows(forms.data, ({ formNumber }) => formNumber);
  const doseRows = useDeletedRows(doses.data, ({ doseId }) => doseId);
  const checkInRows = useDeletedRows(checkIns.data, ({ day }) => day);
  const shown = [formRows.rows, doseRows.rows, checkInRows.rows, diary.data ?? []];
  const count = shown.flat().length;
  const left = lists.flatMap(({ data = [] }) => data as unknown[]).length;
  const summary = useRef<HTMLElement>(null);
  const leftBefore = useRef(left);
  useEffect(() => {
    const isLost = left < leftBefore.current && document.activeElement === document.body;
    leftBefore.current = left;
    // The pressed button is unmounted, so the focus would be lost.
    if (isOpen && isLost) summary.current?.focus({ preventScroll: true });
  }, [left, isOpen]);
  const isShown = isPast || isOpen || (!hasPast && count > 0);
  if (!isShown) return null;
  return (
    <details className="fold apart" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary ref={summary}>Deleted in the last 30 days</summary>
      {isOpen && lists.some(({ isPending }) => isPending) && <Loading />}
      {isOpen && isOut && <NotOnDevice what="deleted" />}
      {isOpen && lists.some((list) => list.isError && !isUnreached(list, isOffline)) && (
        <>
          <Message kind="danger">We couldn’t load the deleted entries.</Message>
          <Button
            onPress={() => {
              for (const list of lists) if (list.isError) void list.refetch();
            }}
          >
            Try again
          </Button>
        </>
      )}
      {isOpen && count === 0 && lists.every(({ isSuccess }) => isSuccess) && (
        <p role="status">Nothing was deleted in the last 30 days.</p>
      )}
      {isOpen && count > 0 && (
        <ul className="past-forms" aria-label="Deleted in the last 30 days">
          {checkInRows.rows.map((checkIn) => (
            <li key={checkIn.day}>
              <KeptHeight>
                <DeletedCheckIn
                  checkIn={checkIn}
                  isRestored={checkInRows.restored.includes(checkIn)}
                  onRestore={() => checkInRows.notePress(checkIn)}
                />
              </KeptHeight>
            </li>
          ))}
          <DeletedDiary halfHours={diary.data ?? []} />
          {doseRows.rows.map((dose) => (
            <li key={dose.doseId}>
              <KeptHeight>
                <DeletedDose
                  dose={dose}
                  isRestored={doseRows.restored.includes(dose)}
                  onRestore={() => doseRows.notePress(dose)}
                />
              </KeptHeight>
            </li>
          ))}
          {formRows.rows.map((form) => (
            <li key={form.formNumber}>
              <KeptHeight>
                {formRows.restored.includes(form) ? (
                  <Restored name={`Form #${form.formNumber}`} />
                ) : (
                  <DeletedForm form={form} onRestore={() => formRows.notePress(form)} />
                )}
              </KeptHeight>
            </li>
          ))}
        </ul>
      )}
    </details>
  );
}

function DeletedForm({
  form,
  onRestore,
}: {
  readonly form: Form;
  /** Called when Restore is pressed. */
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
