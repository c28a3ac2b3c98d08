import { useState } from 'react';
import type { Dose } from '../../contract/entities.ts';
import { capitalized } from '../../domain/capitalized.ts';
import { DeletedMessage } from '../entries/deleted-entry.tsx';
import { useMinute } from '../platform/use-today.ts';
import { useUser } from '../platform/user.ts';
import { atTimeText } from '../ui/time-text.ts';
import { useDoseQueue, useRestoreDoses } from './dose-kind.ts';
import { nameOf, useDoseText } from './dose-view.tsx';
import { type RemovedDose, useDoses } from './use-doses.ts';

/** Says which doses Undo has taken away, some perhaps before they were sent, and brings them back. */
export function RemovedDoses({
  removed,
  onRestored,
}: {
  readonly removed: readonly RemovedDose[];
  readonly onRestored: () => void;
}) {
  const [first] = removed;
  if (!first) return null;
  // Another deletion has its own notice.
  const key = `${first.dose.doseId} ${first.dose.deletedAt}`;
  return <Removed key={key} removed={removed} onRestored={onRestored} />;
}

function Removed({ removed, onRestored }: Parameters<typeof RemovedDoses>[0]) {
  const user = useUser();
  const now = useMinute();
  const queue = useDoseQueue();
  const shown = useDoses() ?? [];
  const textOf = useDoseText();
  const restoring = useRestoreDoses();
  const [known] = useState(() => new Set([...shown, ...removed.map(({ dose }) => dose)].map(idOf)));
  const waiting = removed.filter(({ wasWaiting }) => wasWaiting).map(({ dose }) => dose);
  const sent = removed.filter(({ wasWaiting }) => !wasWaiting).map(({ dose }) => dose.doseId);
  const isBack = waiting.every(({ doseId }) => shown.some((each) => each.doseId === doseId));

  // Beside a dose that was logged since, Undo would seem to be for that one.
  const ids = removed.map(({ dose }) => dose.medicationId);
  if (shown.some((each) => ids.includes(each.medicationId) && !known.has(idOf(each)))) return null;

  function restore() {
    for (const dose of waiting) void queue.restore(dose);
    if (sent.length > 0) restoring.mutate(sent, { onSuccess: onRestored });
    else onRestored();
  }

  return (
    <DeletedMessage
      name={capitalized(name())}
      isMany={removed.length > 1}
      kind="doses"
      restoring={restoring}
      isRestored={isBack && (sent.length === 0 || restoring.isSuccess)}
      onRestore={restore}
    />
  );

  /** In the zone of the rows. */
  function name(): string {
    const [first, ...others] = removed.map(({ dose }) => dose);
    if (!first) return '';
    if (others.length === 0) return nameOf(first, textOf(first), now, user);
    const texts = [first, ...others].map(textOf).join('; ');
    return `the doses ${atTimeText(Date.parse(first.takenAt), now, user)} (${texts})`;
  }
}

function idOf({ doseId }: Dose): string {
  return doseId;
}
