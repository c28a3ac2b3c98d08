import { useState } from 'react';
import { flushSync } from 'react-dom';
import type { Dose, Medication } from '../../../contract/entities.ts';
import { dateFormats } from '../../../domain/formats.ts';
import { amountWords, medicationLabel, versionOn } from '../../../domain/regimen.ts';
import { dateOf } from '../../../domain/zone.ts';
import { useChangeDose } from '../../api/doses.ts';
import { useMedications } from '../../api/medication.ts';
import { useUser } from '../../api/user.ts';
import { Breakable } from '../../ui/breakable.tsx';
import { DialogLoading } from '../../ui/dialog-loading.tsx';
import { part } from '../../ui/part.tsx';
import { DeletedNotice, DeletedRow, Restored } from './deleted-entry.tsx';
import { EnteredBy } from './entered-by.tsx';
import { useWaitingDoses } from './use-doses.ts';
import { WaitingTag } from './waiting-tag.tsx';

const doseDialog = part(
  async () => (await import('./dose-dialog.tsx')).DoseDialog,
  <DialogLoading />,
);

const clocks = dateFormats({ timeStyle: 'short' });
const moments = dateFormats({ dateStyle: 'long', timeStyle: 'short' });

/** A dose in words: 'Levodopa/carbidopa 100 mg, 1½ tablets'. */
function useDoseText(dose: Dose): string {
  const medications = useMedications(useUser().id).data ?? [];
  const text = `${medicationLabel(dose)}, ${amountWords(dose.amount, formOf(dose, medications))}`;
  return dose.status === 'skipped' ? `${text}, skipped` : text;
}

/** The form of the drug, such as 'tablet', which a dose does not store; '' if it is not known. */
function formOf({ medicationId, takenAt, timeZone }: Dose, medications: readonly Medication[]) {
  const versions = medications.filter((each) => each.medicationId === medicationId);
  const version = versionOn(versions, dateOf(Date.parse(takenAt), timeZone)) ?? versions.at(-1);
  return version?.form ?? '';
}

/** A dose, in Today and in the history. A press opens the dialog that corrects it. */
export function DoseRow({
  dose,
  onDeleted,
}: {
  readonly dose: Dose;
  readonly onDeleted: (dose: Dose) => void;
}) {
  const user = useUser();
  const doseText = useDoseText(dose);
  const [isOpen, setIsOpen] = useState(false);
  const isWaiting = useWaitingDoses().some(({ doseId }) => doseId === dose.doseId);
  // The mutation is not in the dialog, because the dialog may be closed before the server answers.
  const deleting = useChangeDose(user);
  const isBusy = isWaiting || deleting.isPending;

  async function remove() {
    const deleted = await deleting
      .mutateAsync({ kind: 'delete', doseId: dose.doseId })
      .catch(() => undefined);
    if (!deleted) return;
    // Closes the dialog at once, because an open dialog would keep the focus.
    flushSync(() => setIsOpen(false));
    onDeleted(deleted);
  }

  const text = (
    <>
      <b>{clocks(dose.timeZone, user).format(Date.parse(dose.takenAt))}</b>
      <span className="today-text">
        {!dose.readOnly && <span className="visually-hidden">Edit dose: </span>}
        <Breakable text={doseText} />
        {isWaiting && <WaitingTag />}
        <EnteredBy author={dose.author} />
      </span>
    </>
  );
  if (dose.readOnly) return <div className="today-row today-row-fixed">{text}</div>;
  return (
    <>
      <button
        type="button"
        className="today-row"
        aria-disabled={isBusy || undefined}
        onClick={() => !isBusy && setIsOpen(true)}
      >
        {text}
      </button>
      {isOpen && (
        <doseDialog.Component
          dose={dose}
          deleting={deleting}
          onClose={() => setIsOpen(false)}
          onDelete={() => void remove()}
        />
      )}
    </>
  );
}

/** Says that a dose was deleted, and restores it. */
export function DeletedDoseNotice({
  dose,
  onRestored,
}: {
  readonly dose: Dose;
  readonly onRestored: () => void;
}) {
  const doseText = useDoseText(dose);
  const restoring = useChangeDose(useUser());
  const { doseId } = dose;
  return (
    <DeletedNotice
      name={`The dose (${doseText})`}
      kind="dose"
      restoring={restoring}
      onRestore={() => restoring.mutate({ kind: 'restore', doseId }, { onSuccess: onRestored })}
    />
  );
}

/** A deleted dose, which can be restored. */
export function DeletedDose({
  dose,
  isRestored,
  onRestore,
}: {
  readonly dose: Dose;
  readonly isRestored: boolean;
  /** Called when Restore is pressed. */
  readonly onRestore: () => void;
}) {
  const user = useUser();
  const doseText = useDoseText(dose);
  const restoring = useChangeDose(user);
  const { doseId, timeZone } = dose;
  if (isRestored) return <Restored name={`The dose (${doseText})`} />;
  return (
    <DeletedRow
      name={doseText}
      kind="dose"
      restoring={restoring}
      onRestore={() => {
        onRestore();
        restoring.mutate({ kind: 'restore', doseId });
      }}
    >
      <span>
        <Breakable text={doseText} />, {moments(timeZone, user).format(Date.parse(dose.takenAt))}
      </span>
    </DeletedRow>
  );
}
