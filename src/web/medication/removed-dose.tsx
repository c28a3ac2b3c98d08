import { capitalized } from '../../domain/capitalized.ts';
import { DeletedMessage } from '../entries/deleted-entry.tsx';
import { useMinute } from '../platform/use-today.ts';
import { useUser } from '../platform/user.ts';
import { useDoseQueue, useRestoreDoses } from './dose-kind.ts';
import { nameOf, useDoseText } from './dose-view.tsx';
import { type RemovedDose, useDoses } from './use-doses.ts';

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
