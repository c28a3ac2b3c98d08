import type { Dose } from '../../contract/entities.ts';
import { capitalized } from '../../domain/capitalized.ts';
import { dateFormats } from '../../domain/formats.ts';
import { DeletedMessage } from '../entries/deleted-entry.tsx';
import { useTellDeleted } from '../entries/deleted-notice.tsx';
import { EnteredBy } from '../entries/entered-by.tsx';
import { WaitingTag } from '../entries/waiting-tag.tsx';
import { useMinute } from '../platform/use-today.ts';
import { useUser } from '../platform/user.ts';
import { Breakable } from '../ui/breakable.tsx';
import { useDoseQueue, useSetDosesDeleted } from './dose-kind.ts';
import { doseView, nameOf, useDoseText } from './dose-view.tsx';
import { useEditDose } from './edit-dose.tsx';
import { type RemovedDose, useDoses, useWaitingDoses } from './use-doses.ts';

const clocks = dateFormats({ timeStyle: 'short' });

/** A dose, in Today and in the history. A press opens the dialog that corrects it. */
export function DoseRow({ dose }: { readonly dose: Dose }) {
  const user = useUser();
  const doseText = useDoseText()(dose);
  const isWaiting = useWaitingDoses().some(({ doseId }) => doseId === dose.doseId);
  const tellDeleted = useTellDeleted();
  const editing = useEditDose((deleted) => tellDeleted({ view: doseView, entries: [deleted] }));
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

/** Says in a medication's row that a dose was undone, perhaps before it was sent, and offers Undo. */
export function RemovedDoseNotice({
  removed: { dose, wasWaiting },
  onRestored,
}: {
  readonly removed: RemovedDose;
  readonly onRestored: () => void;
}) {
  const user = useUser();
  const now = useMinute();
  const queue = useDoseQueue();
  const doses = useDoses() ?? [];
  const doseText = useDoseText()(dose);
  const restoring = useSetDosesDeleted();
  const { doseId } = dose;

  function restore() {
    if (!wasWaiting) {
      restoring.mutate({ keys: [doseId], isDeleted: false }, { onSuccess: onRestored });
    } else {
      void queue.add(dose);
      onRestored();
    }
  }

  return (
    <DeletedMessage
      // In the zone of the rows.
      name={capitalized(nameOf(dose, doseText, now, user))}
      kind="doses"
      restoring={restoring}
      isRestored={wasWaiting ? doses.some((each) => each.doseId === doseId) : restoring.isSuccess}
      onRestore={restore}
    />
  );
}
