import './medication-rows.css';
import { useState } from 'react';
import type { Dose as SavedDose } from '../../../contract/entities.ts';
import type { Dose, DoseRow } from '../../../domain/doses.ts';
import { dateFormats } from '../../../domain/formats.ts';
import { amountText, medicationLabel, type RegimenVersion } from '../../../domain/regimen.ts';
import { isoOf } from '../../../domain/zone.ts';
import { useChangeDose } from '../../api/doses.ts';
import { useMedications } from '../../api/medication.ts';
import { useUser } from '../../api/user.ts';
import { useDoseQueue, useQueuedDoses } from '../../entries/use-entries.tsx';
import { Button } from '../../ui/button.tsx';
import { Message } from '../../ui/message.tsx';
import { medicationRows, newDose } from './medication-row.ts';
import { useDoses, useUndoDose } from './use-doses.ts';
import { useMinute } from './use-today.ts';

const clocks = dateFormats({ timeStyle: 'short' });

/** How many rows are shown before 'More'. */
const FIRST_ROWS = 3;

/** A row for each medication in force: one press logs the dose that is planned around now, or one as needed. */
export function MedicationRows() {
  const user = useUser();
  const medications = useMedications(user.id).data ?? [];
  const doses = useDoses();
  const now = useMinute();
  const [isAll, setIsAll] = useState(false);
  const rows = medicationRows(medications, doses, { now, zone: user.timeZone });
  if (rows.length === 0) return null;
  const shown = isAll ? rows : rows.slice(0, FIRST_ROWS);
  return (
    <section className="card medication-rows" aria-label="Medication">
      {shown.map(({ medication, row }) => (
        <Row key={medication.medicationId} medication={medication} row={row} now={now} />
      ))}
      {rows.length > FIRST_ROWS && (
        <Button kind="small" isExpanded={isAll} onPress={() => setIsAll(!isAll)}>
          {isAll ? 'Fewer' : 'More'}
        </Button>
      )}
      <RefusedDoses />
    </section>
  );
}

/** How long the row of a medication as needed shows the dose that was logged, before it offers another one (ms). */
const SHOWN_MS = 1_800_000;

/** What is logged in a row at present, and the amount that is offered next. */
function loggedIn(
  row: DoseRow,
  now: number,
): { doses: readonly Dose[]; amount: number } | undefined {
  if (row.kind === 'logged' || row.kind === 'twice') {
    return { doses: row.doses, amount: row.planned.amount };
  }
  if (row.kind !== 'asNeeded' || !row.last || now - row.last.takenAt >= SHOWN_MS) return undefined;
  return { doses: [row.last], amount: row.last.amount };
}

function Row({
  medication,
  row,
  now,
}: {
  readonly medication: RegimenVersion;
  readonly row: DoseRow;
  readonly now: number;
}) {
  // 'Log another' opens the buttons of a new dose under a logged one.
  const [isAnother, setIsAnother] = useState(false);
  const logged = loggedIn(row, now);
  return (
    <div className="medication-row">
      {logged ? (
        <>
          {row.kind === 'twice' ? (
            <LoggedTwice doses={row.doses} medication={medication} />
          ) : (
            <Logged doses={logged.doses} medication={medication} />
          )}
          <div className="row-actions">
            <Button kind="small" isExpanded={isAnother} onPress={() => setIsAnother(!isAnother)}>
              Log another
            </Button>
          </div>
          {isAnother && (
            <NewDose
              medication={medication}
              amount={logged.amount}
              scheduledFor={null}
              onLogged={() => setIsAnother(false)}
            />
          )}
        </>
      ) : (
        <NewDose
          medication={medication}
          amount={row.kind === 'offer' ? row.planned.amount : 1}
          scheduledFor={row.kind === 'offer' ? row.planned.at : null}
          last={row.kind === 'asNeeded' ? row.last : undefined}
        />
      )}
    </div>
  );
}

/** The button that logs a dose now, and the choices behind 'Earlier…'. */
function NewDose({
  medication,
  amount,
  scheduledFor,
  last,
  onLogged,
}: {
  readonly medication: RegimenVersion;
  readonly amount: number;
  readonly scheduledFor: number | null;
  /** The dose as needed that was taken last. */
  readonly last?: Dose | undefined;
  readonly onLogged?: () => void;
}) {
  const user = useUser();
  const queue = useDoseQueue();
  const [isOpen, setIsOpen] = useState(false);
  const time = clocks(user.timeZone, user);

  function log(takenAt: number, status: SavedDose['status'] = 'taken') {
    setIsOpen(false);
    onLogged?.();
    const dose = { amount, takenAt, scheduledFor, status, zone: user.timeZone };
    void queue.add(newDose(medication, dose));
  }

  const planned =
    scheduledFor === null
      ? amountText(amount)
      : `${amountText(amount)} at ${time.format(scheduledFor)}`;
  return (
    <>
      <button type="button" className="medication-press" onClick={() => log(Date.now())}>
        <span className="medication-text">
          <b>{medicationLabel(medication)}</b>
          <span className="soft">{planned}</span>
          {last && <span className="soft">Last logged {time.format(last.takenAt)}</span>}
        </span>
        <span className="medication-verb">Took it</span>
      </button>
      <div className="row-actions">
        <Button
          kind="small"
          label={`Earlier…, ${medication.name}`}
          isExpanded={isOpen}
          onPress={() => setIsOpen(!isOpen)}
        >
          Earlier…
        </Button>
        {isOpen && (
          <>
            <EarlierChoices from={Date.now()} onChoose={(takenAt) => log(takenAt)} />
            {scheduledFor !== null && (
              <Button kind="small" onPress={() => log(Date.now(), 'skipped')}>
                Skipped
              </Button>
            )}
          </>
        )}
      </div>
    </>
  );
}

const EARLIER_MINUTES = [15, 30, 60, 120];

/** Times before an instant, each a button. */
function EarlierChoices({
  from,
  onChoose,
}: {
  readonly from: number;
  readonly onChoose: (takenAt: number) => void;
}) {
  const user = useUser();
  return EARLIER_MINUTES.map((minutes) => {
    const at = from - minutes * 60_000;
    return (
      <Button key={minutes} kind="small" onPress={() => onChoose(at)}>
        {clocks(user.timeZone, user).format(at)}
      </Button>
    );
  });
}

/** What was logged for the planned dose, with the ways to correct it. */
function Logged({
  doses,
  medication,
}: {
  readonly doses: readonly Dose[];
  readonly medication: RegimenVersion;
}) {
  const user = useUser();
  const [isOpen, setIsOpen] = useState(false);
  const change = useChangeDose(user);
  const undoing = useUndoDose();
  const waiting = useQueuedDoses();
  const dose = doses.find(({ status }) => status === 'taken') ?? doses[0];
  if (!dose) return null;
  const isWaiting = waiting.some((queued) => queued.dose.doseId === dose.doseId);
  const time = clocks(user.timeZone, user).format(dose.takenAt);
  return (
    <>
      <div className="medication-logged" role="status">
        <b>{medicationLabel(medication)}</b>
        <span>
          {dose.status === 'taken' ? `Logged ${time}` : `Skipped, logged ${time}`}
          {isWaiting && '. Saved on this device; we’ll send it.'}
        </span>
      </div>
      <div className="row-actions">
        <Button kind="small" busy={undoing.isPending} onPress={() => undoing.undo(dose.doseId)}>
          Undo
        </Button>
        {!isWaiting && (
          <Button
            kind="small"
            label={`Earlier…, ${medication.name}`}
            isExpanded={isOpen}
            onPress={() => setIsOpen(!isOpen)}
          >
            Earlier…
          </Button>
        )}
        {isOpen && !isWaiting && (
          <EarlierChoices
            from={dose.takenAt}
            onChoose={(takenAt) => {
              setIsOpen(false);
              change.mutate({
                kind: 'edit',
                edit: { doseId: dose.doseId, takenAt: isoOf(takenAt) },
              });
            }}
          />
        )}
      </div>
      {(change.isError || undoing.isError) && <NotChanged />}
    </>
  );
}

/** Asks about two doses that were logged as taken for one planned time. */
function LoggedTwice({
  doses,
  medication,
}: {
  readonly doses: readonly Dose[];
  readonly medication: RegimenVersion;
}) {
  const user = useUser();
  const change = useChangeDose(user);
  const undoing = useUndoDose();
  const time = clocks(user.timeZone, user);
  const times = doses.map(({ takenAt }) => time.format(takenAt)).join(', and ');
  const later = doses.slice(1);
  return (
    <>
      <div className="medication-logged" role="status">
        <b>{medicationLabel(medication)}</b>
        <span>Logged twice: {times}.</span>
      </div>
      <div className="row-actions">
        <Button
          kind="small"
          busy={undoing.isPending}
          onPress={() => later.map(({ doseId }) => undoing.undo(doseId))}
        >
          Keep one
        </Button>
        <Button
          kind="small"
          busy={change.isPending}
          onPress={() => {
            for (const { doseId } of later) {
              change.mutate({ kind: 'edit', edit: { doseId, scheduledFor: null } });
            }
          }}
        >
          Keep both
        </Button>
      </div>
      {(change.isError || undoing.isError) && <NotChanged />}
    </>
  );
}

function NotChanged() {
  return <Message kind="danger">We couldn’t change this dose. Please try again.</Message>;
}

/** Doses that the server has refused: they stay on the device until the person decides. */
function RefusedDoses() {
  const user = useUser();
  const queue = useDoseQueue();
  return useQueuedDoses()
    .filter(({ problem }) => problem !== undefined)
    .map(({ dose, problem }) => (
      <Message key={dose.doseId} kind="danger">
        {dose.name}, {clocks(user.timeZone, user).format(Date.parse(dose.takenAt))}, could not be
        saved. {problem}{' '}
        <Button kind="small" onPress={() => queue.send(true)}>
          Send again
        </Button>
        <Button kind="small" onPress={() => queue.remove(dose.doseId)}>
          Delete
        </Button>
      </Message>
    ));
}
