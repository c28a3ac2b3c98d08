import './medication-rows.css';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { Dose } from '../../contract/entities.ts';
import { medicationLabel } from '../../domain/regimen.ts';
import { DAY_MS } from '../../domain/zone.ts';
import { Refusal } from '../entries/refusal.tsx';
import { navigate, useAddress } from '../platform/navigation.tsx';
import { useMinute } from '../platform/use-today.ts';
import { useUser } from '../platform/user.ts';
import { Button } from '../ui/button.tsx';
import { ForWhom } from '../ui/for-whom.tsx';
import { Message } from '../ui/message.tsx';
import { timeText } from '../ui/time-text.ts';
import { useDoseQueue, useQueuedDoses } from './dose-kind.ts';
import { useEditDose } from './edit-dose.tsx';
import { LoggedDose, LoggedTwice, loggedText } from './logged-dose.tsx';
import { type MedicationRow, medicationRows, SHOWN_MS } from './medication-row.ts';
import { NewDose, NothingPlanned } from './new-dose.tsx';
import { useMedications } from './queries.ts';
import { RemovedDoseNotice } from './removed-dose.tsx';
import { type RemovedDose, useDoses } from './use-doses.ts';

/** How many rows are shown before 'More medications'. */
const FIRST_ROWS = 3;

/** A row for each medication in force. One press logs the dose that is planned around now, or an as-needed dose. */
export function MedicationRows() {
  const user = useUser();
  const medications = useMedications(user.id).data ?? [];
  const doses = useDoses();
  const now = useMinute();
  const [isAll, setIsAll] = useState(false);
  const section = useRef<HTMLElement>(null);
  const rows = doses ? medicationRows(medications, doses, { now, zone: user.timeZone }) : [];
  const hasRows = rows.length > 0;
  // A dose reminder opens the app with `?dose`. The row of the dose may be hidden behind 'More' or scrolled out of
  // view.
  const isAsked = useAddress().parameters.has('dose');
  useEffect(() => {
    if (!isAsked || !hasRows) return;
    navigate('/dashboard', { replace: true });
    setIsAll(true);
    section.current?.focus();
  }, [isAsked, hasRows]);
  if (!doses || !hasRows) return null;
  const shown = isAll ? rows : rows.slice(0, FIRST_ROWS);
  return (
    <section ref={section} className="card medication-rows" tabIndex={-1} aria-label="Medication">
      <ForWhom />
      {shown.map((row) => (
        <Row key={row.medication.medicationId} of={row} saved={doses} now={now} />
      ))}
      {rows.length > FIRST_ROWS && (
        <Button kind="small" isExpanded={isAll} onPress={() => setIsAll(!isAll)}>
          {isAll ? 'Fewer medications' : 'More medications'}
        </Button>
      )}
      <NotSaved now={now} />
    </section>
  );
}

/** The logged doses that a row shows, and the amount for 'Log another dose'; undefined if the row shows none. */
function loggedIn({ row }: MedicationRow, saved: readonly Dose[], now: number) {
  const storedIn = (doses: readonly { readonly doseId: string }[]) =>
    doses.flatMap(({ doseId }) => saved.find((each) => each.doseId === doseId) ?? []);
  if (row.kind === 'twice') return { doses: storedIn(row.doses), amount: row.planned.amount };
  if (row.kind === 'logged') return { doses: storedIn([row.dose]), amount: row.planned.amount };
  const isLoose = row.kind === 'asNeeded' || row.kind === 'unplanned';
  const doses = isLoose && row.last ? storedIn([row.last]) : [];
  const [last] = doses;
  if (!last || now - Date.parse(last.enteredAt) >= SHOWN_MS) return undefined;
  return { doses, amount: last.amount };
}

function Row({
  of,
  saved,
  now,
}: {
  readonly of: MedicationRow;
  readonly saved: readonly Dose[];
  readonly now: number;
}) {
  const user = useUser();
  const place = useRef<HTMLFieldSetElement>(null);
  const { medication, row } = of;
  const shown = `${row.kind} ${'planned' in row ? row.planned.at : ''}`;
  // 'Log another dose' opens the buttons of a new dose. They close when the row shows another planned dose.
  const [anotherOf, setAnotherOf] = useState('');
  const isAnother = anotherOf === shown;
  const [removed, setRemoved] = useState<readonly RemovedDose[]>([]);
  // The pressed button is unmounted, so the focus would be lost.
  const keepFocus = () => place.current?.focus({ preventScroll: true });
  const editing = useEditDose((dose) => {
    setRemoved([{ dose, wasWaiting: false }]);
    keepFocus();
  });
  const logged = loggedIn(of, saved, now);
  const [first] = logged?.doses ?? [];
  const changes = { now, onChange: keepFocus, onRemoved: setRemoved };

  function onLogged() {
    setAnotherOf('');
    setRemoved([]);
    keepFocus();
  }

  return (
    <fieldset
      ref={place}
      className="medication-row"
      tabIndex={-1}
      aria-label={medicationLabel(medication)}
    >
      <p className="visually-hidden" role="status">
        {first && `${medicationLabel(medication)}, ${loggedText(first, now, user)}`}
      </p>
      {content()}
      {removed.map((each) => (
        <RemovedDoseNotice
          key={`${each.dose.doseId} ${each.dose.deletedAt}`}
          removed={each}
          onRestored={keepFocus}
        />
      ))}
      {editing.dialog}
    </fieldset>
  );

  function content() {
    if (logged && first) {
      return (
        <>
          {row.kind === 'twice' ? (
            <LoggedTwice doses={logged.doses} {...changes} />
          ) : (
            <LoggedDose dose={first} isInert={isAnother} onEdit={editing.open} {...changes} />
          )}
          {another('Log another dose', logged.amount)}
        </>
      );
    }
    if (row.kind === 'unplanned') {
      return (
        <>
          <NothingPlanned of={of} last={row.last} now={now} />
          {another('Log a dose', medication.times[0]?.amount ?? 1, editLast())}
        </>
      );
    }
    return (
      <NewDose
        // Each planned dose has its own key, so that the choices behind 'Earlier time…' are closed when the next dose is
        // offered.
        key={row.kind === 'offer' ? row.planned.at : ''}
        of={of}
        now={now}
        amount={row.kind === 'offer' ? row.planned.amount : 1}
        isPlanned={row.kind === 'offer'}
        last={row.kind === 'asNeeded' ? row.last : undefined}
        onLogged={onLogged}
      >
        {editLast()}
      </NewDose>
    );
  }

  /** The button that corrects the dose of 'Last logged', for a day: it may be none of today's, which Today lists. */
  function editLast() {
    const last = 'last' in row && saved.find(({ doseId }) => doseId === row.last?.doseId);
    if (!last || last.readOnly || now - Date.parse(last.enteredAt) >= DAY_MS) return undefined;
    return (
      <Button kind="small" label={`Edit, ${medication.name}`} onPress={() => editing.open(last)}>
        Edit
      </Button>
    );
  }

  /** The button that opens the buttons of a dose without a planned time. */
  function another(text: string, amount: number, beside?: ReactNode) {
    return (
      <>
        <div className="row-actions">
          <Button
            kind="small"
            label={`${text}, ${medication.name}`}
            isExpanded={isAnother}
            onPress={() => setAnotherOf(isAnother ? '' : shown)}
          >
            {text}
          </Button>
          {beside}
        </div>
        {isAnother && (
          <NewDose of={of} now={now} amount={amount} isPlanned={false} onLogged={onLogged} />
        )}
      </>
    );
  }
}

/** Lists the doses that the server rejected, until the person sends or deletes them. */
function NotSaved({ now }: { readonly now: number }) {
  const user = useUser();
  const queue = useDoseQueue();
  const { queued, isUnstored } = useQueuedDoses();
  return (
    <>
      {isUnstored && (
        <Message kind="warning">
          This browser can’t store your doses. Please keep this page open until they are sent.
        </Message>
      )}
      {queued.map((each) => (
        <Refusal
          key={each.id}
          of={each}
          queue={queue}
          name={`${each.entry.name}, ${timeText(Date.parse(each.entry.takenAt), now, user)},`}
        />
      ))}
    </>
  );
}
