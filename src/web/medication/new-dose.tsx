import { type ReactNode, useState } from 'react';
import type { Dose as SavedDose } from '../../contract/entities.ts';
import { plannedForEarlier } from '../../domain/dose-row.ts';
import type { Dose } from '../../domain/doses.ts';
import { amountWords } from '../../domain/regimen.ts';
import { useUser } from '../platform/user.ts';
import { Breakable } from '../ui/breakable.tsx';
import { Button } from '../ui/button.tsx';
import { atTimeText, timeText } from '../ui/time-text.ts';
import { useDoseQueue } from './dose-kind.ts';
import { EarlierTimes } from './earlier-times.tsx';
import { MedicationName } from './medication-name.tsx';
import { type MedicationRow, newDose } from './medication-row.ts';

/** The button that logs a dose now, and the choices behind 'Earlier time…'. */
export function NewDose({
  of: { medication, row, planned },
  now,
  amount,
  isPlanned,
  last,
  onLogged,
  children,
}: {
  readonly of: MedicationRow;
  readonly now: number;
  readonly amount: number;
  /** Whether the dose is for the planned time that the row offers. */
  readonly isPlanned: boolean;
  /** The last dose that was taken of an as-needed medication. */
  readonly last?: Dose | undefined;
  readonly onLogged: () => void;
  /** A button beside 'Earlier time…'. */
  readonly children?: ReactNode;
}) {
  const user = useUser();
  const queue = useDoseQueue();
  const [isOpen, setIsOpen] = useState(false);
  const offered = isPlanned && row.kind === 'offer' ? row.planned : undefined;

  function log(minutesAgo: number, status: SavedDose['status'] = 'taken') {
    setIsOpen(false);
    const pressedAt = Date.now();
    const takenAt = pressedAt - minutesAgo * 60_000;
    // A dose at an earlier time may belong to the previous planned dose.
    const planFor =
      minutesAgo === 0 ? offered : offered && plannedForEarlier(planned, offered, takenAt);
    const dose = {
      amount: planFor?.amount ?? amount,
      now: pressedAt,
      takenAt,
      status,
      zone: user.timeZone,
    };
    void queue.add(newDose(medication, { ...dose, scheduledFor: planFor?.at ?? null }));
    onLogged();
  }

  return (
    <>
      <button type="button" className="medication-press" onClick={() => log(0)}>
        <span className="medication-text">
          <MedicationName of={medication} />
          <span className="soft">
            <Breakable text={amountWords(amount, medication) + whenText()} />
          </span>
          {last && <LastLogged last={last} now={now} />}
        </span>
        <span className="medication-verb">Took it</span>
      </button>
      <div className="row-actions">
        <Button
          kind="small"
          label={`Earlier time…, ${medication.name}`}
          isExpanded={isOpen}
          onPress={() => setIsOpen(!isOpen)}
        >
          Earlier time…
        </Button>
        {children}
        {isOpen && (
          <>
            <EarlierTimes name={medication.name} from={Date.now()} onChoose={log} />
            {offered && (
              <Button
                kind="small"
                label={`Skipped, ${medication.name}`}
                onPress={() => log(0, 'skipped')}
              >
                Skipped
              </Button>
            )}
          </>
        )}
      </div>
    </>
  );

  /** Which planned time the dose is for, to follow the amount. A medication without planned times needs no words. */
  function whenText(): string {
    if (offered) return ` ${atTimeText(offered.at, now, user)}`;
    return planned.length > 0 ? ', an extra dose' : '';
  }
}

/** The row of a medication whose plan has no dose to offer now. */
export function NothingPlanned({
  of: { medication },
  last,
  now,
}: {
  readonly of: MedicationRow;
  readonly last: Dose | undefined;
  readonly now: number;
}) {
  return (
    <div className="medication-logged">
      <MedicationName of={medication} />
      <span className="soft">No dose is planned around this time.</span>
      {last && <LastLogged last={last} now={now} />}
    </div>
  );
}

function LastLogged({ last, now }: { readonly last: Dose; readonly now: number }) {
  return (
    <span className="soft">
      <Breakable text={`Last logged ${timeText(last.takenAt, now, useUser())}`} />
    </span>
  );
}
