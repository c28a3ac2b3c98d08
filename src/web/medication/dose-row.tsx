import type { Dose, Medication } from '../../contract/entities.ts';
import { dateFormats } from '../../domain/formats.ts';
import { doseWords, versionOn } from '../../domain/regimen.ts';
import { dateOf } from '../../domain/zone.ts';
import { DeletedNotice, DeletedRow, Restored } from '../entries/deleted-entry.tsx';
import { EnteredBy } from '../entries/entered-by.tsx';
import { useQueues } from '../entries/use-entries.tsx';
import { WaitingTag } from '../entries/waiting-tag.tsx';
import { useMinute } from '../platform/use-today.ts';
import { useUser } from '../platform/user.ts';
import { Breakable } from '../ui/breakable.tsx';
import { useChangeDose } from './dose-queries.ts';
import { useEditDose } from './edit-dose.tsx';
import { useMedications } from './queries.ts';
import { atTimeText } from './time-text.ts';
import { type RemovedDose, useDoses, useWaitingDoses } from './use-doses.ts';

const clocks = dateFormats({ timeStyle: 'short' });
const moments = dateFormats({ dateStyle: 'long', timeStyle: 'short' });

/** A dose in words: 'Levodopa/carbidopa 100 mg, 1½ tablets'. */
function useDoseText(dose: Dose): string {
  const medications = useMedications(useUser().id).data ?? [];
  const text = doseWords(dose, formOf(dose, medications));
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
  const isWaiting = useWaitingDoses().some(({ doseId }) => doseId === dose.doseId);
  const editing = useEditDose(onDeleted);
  const isBusy = isWaiting || editing.isDeleting;

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
        onClick={() => !isBusy && editing.open(dose)}
      >
        {text}
      </button>
      {editing.dialog}
    </>
  );
}

/** Says that a dose was deleted, and restores it. */
export function DeletedDoseNotice({
  removed: { dose, wasWaiting },
  zone = dose.timeZone,
  onRestored,
}: {
  readonly removed: RemovedDose;
  /** The zone in which the dose was shown; by default, its own. */
  readonly zone?: string;
  readonly onRestored: () => void;
}) {
  const user = useUser();
  const now = useMinute();
  const queue = useQueues().doses;
  const doses = useDoses() ?? [];
  const doseText = useDoseText(dose);
  const restoring = useChangeDose(user);
  const { doseId, takenAt } = dose;
  const time = atTimeText(Date.parse(takenAt), now, { ...user, timeZone: zone });

  function restore() {
    if (!wasWaiting) restoring.mutate({ kind: 'restore', doseId }, { onSuccess: onRestored });
    else {
      void queue.add(dose);
      onRestored();
    }
  }

  return (
    <DeletedNotice
      name={`The dose ${time} (${doseText})`}
      kind="dose"
      restoring={restoring}
      isRestored={wasWaiting ? doses.some((each) => each.doseId === doseId) : restoring.isSuccess}
      onRestore={restore}
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
