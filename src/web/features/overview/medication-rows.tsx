import './medication-rows.css';
import { useEffect, useRef, useState } from 'react';
import type { Dose as SavedDose } from '../../../contract/entities.ts';
import { type Dose, offeredDose } from '../../../domain/doses.ts';
import { type DateStyle, dateFormats } from '../../../domain/formats.ts';
import { amountWords, medicationLabel } from '../../../domain/regimen.ts';
import { addDays, dateOf } from '../../../domain/zone.ts';
import { useMedications } from '../../api/medication.ts';
import { useUser } from '../../api/user.ts';
import { useQueuedDoses, useQueues } from '../../entries/use-entries.tsx';
import { navigate, useAddress } from '../../navigation.tsx';
import { Breakable } from '../../ui/breakable.tsx';
import { Button } from '../../ui/button.tsx';
import { calendarDateText } from '../../ui/calendar-date-text.ts';
import { ForWhom } from '../../ui/for-whom.tsx';
import { Message } from '../../ui/message.tsx';
import { EarlierTimes } from './earlier-times.tsx';
import { LoggedDose, LoggedTwice } from './logged-dose.tsx';
import { MedicationName } from './medication-name.tsx';
import { type MedicationRow, medicationRows, newDose } from './medication-row.ts';
import { RefusedEntry } from './refused-entry.tsx';
import { useDoses } from './use-doses.ts';
import { useMinute } from './use-today.ts';

const clocks = dateFormats({ timeStyle: 'short' });

/** How many rows are shown before 'More medications'. */
const FIRST_ROWS = 3;
/** How long the row of an as-needed medication shows the logged dose before it offers the next one (ms). */
const SHOWN_MS = 1_800_000;

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
      <NotSaved />
    </section>
  );
}

/** The logged doses that a row shows, and the amount for 'Log another dose'; undefined if the row offers a dose. */
function loggedIn({ row }: MedicationRow, saved: readonly SavedDose[], now: number) {
  if (row.kind === 'logged' || row.kind === 'twice') {
    return { doses: row.doses, amount: row.planned.amount };
  }
  const last = row.kind === 'asNeeded' ? row.last : undefined;
  const entered = saved.find(({ doseId }) => doseId === last?.doseId)?.enteredAt;
  if (!last || !entered || now - Date.parse(entered) >= SHOWN_MS) return undefined;
  return { doses: [last], amount: last.amount };
}

function Row({
  of,
  saved,
  now,
}: {
  readonly of: MedicationRow;
  readonly saved: readonly SavedDose[];
  readonly now: number;
}) {
  const user = useUser();
  const place = useRef<HTMLFieldSetElement>(null);
  // 'Log another dose' opens the buttons of a new dose under a logged one.
  const [isAnother, setIsAnother] = useState(false);
  const { medication, row } = of;
  const logged = loggedIn(of, saved, now);
  // The pressed button is unmounted, so the focus would be lost.
  const keepFocus = () => place.current?.focus({ preventScroll: true });
  const time = clocks(user.timeZone, user);
  const [first] = logged?.doses ?? [];
  return (
    <fieldset
      ref={place}
      className="medication-row"
      tabIndex={-1}
      aria-label={medicationLabel(medication)}
    >
      <p className="visually-hidden" role="status">
        {first && `${medicationLabel(medication)}, logged ${time.format(first.takenAt)}`}
      </p>
      {logged ? (
        <>
          {row.kind === 'twice' ? (
            <LoggedTwice doses={row.doses} saved={saved} onChange={keepFocus} />
          ) : (
            <LoggedDose
              doses={logged.doses}
              saved={saved}
              isInert={isAnother}
              onChange={keepFocus}
            />
          )}
          <div className="row-actions">
            <Button
              kind="small"
              label={`Log another dose, ${medication.name}`}
              isExpanded={isAnother}
              onPress={() => setIsAnother(!isAnother)}
            >
              Log another dose
            </Button>
          </div>
          {isAnother && (
            <NewDose
              of={of}
              now={now}
              amount={logged.amount}
              isPlanned={false}
              onLogged={() => {
                setIsAnother(false);
                keepFocus();
              }}
            />
          )}
        </>
      ) : (
        <NewDose
          // Each planned dose has its own key, so that the choices behind 'Earlier time…' are closed when the next dose is
          // offered.
          key={row.kind === 'offer' ? row.planned.at : ''}
          of={of}
          now={now}
          amount={row.kind === 'offer' ? row.planned.amount : 1}
          isPlanned={row.kind === 'offer'}
          last={row.kind === 'asNeeded' ? row.last : undefined}
          onLogged={keepFocus}
        />
      )}
    </fieldset>
  );
}

/** A time, with its day if that is not today: '8:00 AM', '8:00 AM tomorrow', '8:00 AM on Nov 15, 2026'. */
function timeText(
  at: number,
  now: number,
  { timeZone, ...style }: DateStyle & { readonly timeZone: string },
): string {
  const time = clocks(timeZone, style).format(at);
  const [today, day] = [dateOf(now, timeZone), dateOf(at, timeZone)];
  if (day === today) return time;
  if (day === addDays(today, 1)) return `${time} tomorrow`;
  if (day === addDays(today, -1)) return `${time} yesterday`;
  return `${time} on ${calendarDateText(day, 'medium', style)}`;
}

/** The button that logs a dose now, and the choices behind 'Earlier time…'. */
function NewDose({
  of: { medication, row, planned },
  now,
  amount,
  isPlanned,
  last,
  onLogged,
}: {
  readonly of: MedicationRow;
  readonly now: number;
  readonly amount: number;
  /** Whether the dose is for a planned time. */
  readonly isPlanned: boolean;
  /** The last dose that was taken of an as-needed medication. */
  readonly last?: Dose | undefined;
  readonly onLogged: () => void;
}) {
  const user = useUser();
  const queue = useQueues().doses;
  const [isOpen, setIsOpen] = useState(false);
  const offered = isPlanned && row.kind === 'offer' ? row.planned : undefined;

  function log(minutesAgo: number, status: SavedDose['status'] = 'taken') {
    setIsOpen(false);
    const pressedAt = Date.now();
    const takenAt = pressedAt - minutesAgo * 60_000;
    // A dose at an earlier time may belong to the previous planned dose.
    const planFor = minutesAgo === 0 ? offered : offered && offeredDose(planned, takenAt);
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
            <Breakable
              text={
                amountWords(amount, medication.form) +
                (offered ? ` at ${timeText(offered.at, now, user)}` : '')
              }
            />
          </span>
          {last && (
            <span className="soft">
              <Breakable text={`Last logged ${timeText(last.takenAt, now, user)}`} />
            </span>
          )}
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
}

/** Lists the doses that the server rejected, until the person sends or deletes them. Says why other doses wait. */
function NotSaved() {
  const user = useUser();
  const queue = useQueues().doses;
  const { queued, unstored, sendProblem } = useQueuedDoses();
  return (
    <>
      {sendProblem && queued.length > 0 && <Message kind="warning">{sendProblem}</Message>}
      {unstored.size > 0 && (
        <Message kind="warning">
          This browser can’t store your doses. Please keep this page open until they are sent.
        </Message>
      )}
      {queued
        .filter(({ problem }) => problem !== undefined)
        .map(({ entry: dose, problem }) => (
          <RefusedEntry
            key={dose.doseId}
            name={`${dose.name}, ${clocks(user.timeZone, user).format(Date.parse(dose.takenAt))},`}
            problem={problem}
            onSend={() => queue.send(true)}
            onDelete={() => queue.remove(dose.doseId)}
          />
        ))}
    </>
  );
}
