import type { Dose } from '../../contract/entities.ts';
import { capitalized } from '../../domain/capitalized.ts';
import { dateFormats } from '../../domain/formats.ts';
import { DeletedMessage } from '../entries/deleted-entry.tsx';
import { useTellDeleted } from '../entries/deleted-notice.tsx';
import { EntryRow } from '../entries/entry-row.tsx';
import { useMinute } from '../platform/use-today.ts';
import { useUser } from '../platform/user.ts';
import { Breakable } from '../ui/breakable.tsx';
import { useDoseQueue, useRestoreDoses } from './dose-kind.ts';
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

  return (
    <>
      <EntryRow
        title={clocks(dose.timeZone, user).format(Date.parse(dose.takenAt))}
        action="Edit dose"
        isWaiting={isWaiting}
        isBusy={isWaiting || editing.isDeleting}
        author={dose.author}
        onOpen={dose.readOnly ? undefined : () => editing.open(dose)}
      >
        <Breakable text={doseText} />
      </EntryRow>
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
  const restoring = useRestoreDoses();
  const { doseId } = dose;

  function restore() {
    if (!wasWaiting) {
      restoring.mutate([doseId], { onSuccess: onRestored });
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
