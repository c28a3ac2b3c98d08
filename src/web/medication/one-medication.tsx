import { type ReactNode, useRef, useState } from 'react';
import type { Dose } from '../../contract/entities.ts';
import { amountWords, medicationLabel } from '../../domain/regimen.ts';
import { DAY_MS } from '../../domain/zone.ts';
import { useUser } from '../platform/user.ts';
import { Breakable } from '../ui/breakable.tsx';
import { KeptHeight } from '../ui/kept-height.tsx';
import { atTimeText, timeText } from '../ui/time-text.ts';
import { AnotherButton } from './another-button.tsx';
import { useEditDose } from './edit-dose.tsx';
import { LoggedDose, LoggedTwice, loggedText } from './logged-dose.tsx';
import { MedicationName } from './medication-name.tsx';
import { type MedicationRow, SHOWN_MS } from './medication-row.ts';
import { RemovedDoses } from './removed-doses.tsx';
import { type RemovedDose, useLogDose } from './use-doses.ts';

/** The row of a medication: it logs the dose that is planned around now or taken as needed, or shows the logged one. */
export function OneMedication({
  of,
  saved,
  now,
  isInGroup = false,
  isUndoneWithGroup = false,
}: {
  readonly of: MedicationRow;
  readonly saved: readonly Dose[];
  /** To the minute (ms). */
  readonly now: number;
  /** Whether the planned time stands above the row. */
  readonly isInGroup?: boolean;
  /** Whether the group's Undo takes the dose back. */
  readonly isUndoneWithGroup?: boolean;
}) {
  const user = useUser();
  const place = useRef<HTMLFieldSetElement>(null);
  const { medication, row } = of;
  const log = useLogDose();
  const [removed, setRemoved] = useState<readonly RemovedDose[]>([]);
  // The pressed button is unmounted, so the focus would be lost.
  const keepFocus = () => place.current?.focus({ preventScroll: true });
  const editing = useEditDose((dose) => {
    setRemoved([{ dose, wasWaiting: false }]);
    keepFocus();
  });
  function onLogged() {
    setRemoved([]);
    keepFocus();
  }

  const doses = shownDoses(of, saved, now);
  const [first] = doses;
  const changes = { now, onChange: keepFocus, onRemoved: setRemoved };
  const status = first && loggedText(first, now, user);
  return (
    <fieldset
      ref={place}
      className="one-medication"
      tabIndex={-1}
      aria-label={medicationLabel(medication)}
    >
      <p className="visually-hidden" role="status">
        {status && `${medicationLabel(medication)}, ${status}`}
      </p>
      <KeptHeight>
        {content()}
        {/* Also below doses that a helper may not change. */}
        {(!isInGroup || first) && doses.every(({ readOnly }) => readOnly) && (
          <AnotherButton rows={[of]} of={medication.name} onLogged={onLogged} />
        )}
      </KeptHeight>
      <RemovedDoses removed={removed} onRestored={keepFocus} />
      {editing.dialog}
    </fieldset>
  );

  function content(): ReactNode {
    if (row.kind === 'twice') return <LoggedTwice doses={doses} {...changes} />;
    if (first) {
      return (
        <LoggedDose dose={first} hasUndo={!isUndoneWithGroup} onEdit={editing.open} {...changes} />
      );
    }
    if (row.kind !== 'offer' && row.kind !== 'asNeeded') {
      return (
        <div className="dose-logged">
          <MedicationName of={medication} />
          <span className="soft">No dose is planned around this time.</span>
        </div>
      );
    }
    return (
      <button
        type="button"
        className={isInGroup ? 'dose-press dose-press-grouped' : 'dose-press'}
        onClick={() => {
          log([of]);
          onLogged();
        }}
      >
        <MedicationName of={medication} />
        <span className="dose-text">
          <span className="soft">
            <Breakable text={offeredText()} />
          </span>
          {row.kind === 'asNeeded' && row.last && (
            <span className="soft">
              <Breakable text={`Last logged ${timeText(row.last.takenAt, now, user)}`} />
            </span>
          )}
        </span>
        <span className="dose-verb">Took it</span>
      </button>
    );
  }

  /** '1 tablet at 4:00 PM', or '1 tablet' below the time of the group or as needed. */
  function offeredText(): string {
    if (row.kind !== 'offer') return amountWords(1, medication);
    const { amount, at } = row.planned;
    const words = amountWords(amount, medication);
    return isInGroup ? words : `${words} ${atTimeText(at, now, user)}`;
  }
}

/** The logged doses that a row shows: the one for its planned time, or the last one of a short while ago. */
function shownDoses({ row }: MedicationRow, saved: readonly Dose[], now: number): readonly Dose[] {
  const storedIn = (doses: readonly { readonly doseId: string }[]) =>
    doses.flatMap(({ doseId }) => saved.find((each) => each.doseId === doseId) ?? []);
  if (row.kind === 'twice') return storedIn(row.doses);
  if (row.kind === 'logged') return storedIn([row.dose]);
  if (!('last' in row) || !row.last) return [];
  const shownFor = row.kind === 'asNeeded' ? SHOWN_MS : DAY_MS;
  return storedIn([row.last]).filter(({ enteredAt }) => now - Date.parse(enteredAt) < shownFor);
}
