import '../ui/form-sheet.css';
import { type ReactNode, useState } from 'react';
import type { Dose } from '../../contract/entities.ts';
import { capitalized } from '../../domain/capitalized.ts';
import { plannedForEarlier } from '../../domain/dose-row.ts';
import {
  amountText,
  amountWords,
  medicationLabel,
  type PlannedDose,
  parseAmount,
} from '../../domain/regimen.ts';
import type { Instant } from '../../domain/zone.ts';
import { useMinute } from '../platform/use-today.ts';
import { useUser } from '../platform/user.ts';
import { Breakable } from '../ui/breakable.tsx';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { TextField } from '../ui/fields.tsx';
import { Form } from '../ui/form.tsx';
import { Row, Rows } from '../ui/row.tsx';
import { TimeField } from '../ui/time-field.tsx';
import { atTimeText, timeText } from '../ui/time-text.ts';
import { AMOUNT_FAULT } from './amount-fault.ts';
import { useDoseQueue } from './dose-kind.ts';
import { MedicationName } from './medication-name.tsx';
import { type MedicationRow, newDose } from './medication-row.ts';

/** The times before now that one press logs (minutes), and what they are called. */
const EARLIER = [
  [15, '15 minutes ago'],
  [30, '30 minutes ago'],
  [60, '1 hour ago'],
] as const;

/** Logs a dose at another time than now, in addition to the plan, or as skipped. */
export function AnotherDose({
  title,
  rows,
  onClose,
  onLogged,
}: {
  readonly title: string;
  /** The medications to choose from, if there are several. */
  readonly rows: readonly MedicationRow[];
  readonly onClose: () => void;
  readonly onLogged: () => void;
}) {
  const queue = useDoseQueue();
  const [chosen, setChosen] = useState(rows.length === 1 ? rows[0] : undefined);
  const [isTyping, setIsTyping] = useState(false);

  function log(dose: Dose) {
    void queue.add(dose);
    onLogged();
  }

  return (
    <Dialog title={title} onClose={onClose}>
      {chosen === undefined ? (
        <Medications rows={rows} onChoose={setChosen} />
      ) : (
        <div className="stack form-place">
          <p>
            <MedicationName of={chosen.medication} />
            <br />
            <span className="soft">
              <WhatItIs of={chosen} />
            </span>
          </p>
          {isTyping ? (
            <TypedDose of={chosen} onLog={log}>
              <Back onPress={() => setIsTyping(false)} />
            </TypedDose>
          ) : (
            <>
              <Times of={chosen} onLog={log} onType={() => setIsTyping(true)} />
              {rows.length > 1 && <Back onPress={() => setChosen(undefined)} />}
            </>
          )}
        </div>
      )}
    </Dialog>
  );
}

function Back({ onPress }: { readonly onPress: () => void }) {
  return (
    <div className="row-actions">
      <Button kind="quiet" icon="back" onPress={onPress}>
        Back
      </Button>
    </div>
  );
}

function Medications({
  rows,
  onChoose,
}: {
  readonly rows: readonly MedicationRow[];
  readonly onChoose: (row: MedicationRow) => void;
}) {
  return (
    <div className="stack">
      <h3>Which medication?</h3>
      <Rows>
        {rows.map((row) => (
          <li key={row.medication.medicationId}>
            <Row
              title={<Breakable text={medicationLabel(row.medication)} />}
              state={<WhatItIs of={row} />}
              onPress={() => onChoose(row)}
            />
          </li>
        ))}
      </Rows>
    </div>
  );
}

/** '1 tablet, planned for 4:00 PM', '1 tablet, an extra dose', '1 tablet'. */
function WhatItIs({ of }: { readonly of: MedicationRow }) {
  const { medication, row } = of;
  const user = useUser();
  const now = useMinute();
  const words = amountWords(amountOf(of), medication);
  if (row.kind === 'offer') {
    const time = atTimeText(row.planned.at, now, user).replace(/^at /, '');
    return <Breakable text={`${words}, planned for ${time}`} />;
  }
  const isExtra = row.kind !== 'asNeeded' && medication.times.length > 0;
  return <Breakable text={isExtra ? `${words}, an extra dose` : words} />;
}

/** The buttons that log a dose with one press. */
function Times({
  of,
  onLog,
  onType,
}: {
  readonly of: MedicationRow;
  readonly onLog: (dose: Dose) => void;
  readonly onType: () => void;
}) {
  const now = useMinute();
  const offered = offeredBy(of);
  const isDue = offered !== undefined && offered.at <= now;
  const makeDose = useMakeDose(of);
  return (
    <>
      <div>
        <h3>When did you take it?</h3>
        <p className="soft">One press logs it. You can undo it.</p>
      </div>
      <ul className="choice-rows">
        {isDue && (
          <Time at={offered.at} words="as planned" onPress={() => onLog(makeDose(offered.at))} />
        )}
        {!offered && <Time at={now} words="now" onPress={() => onLog(makeDose(Date.now()))} />}
        {EARLIER.map(([minutes, words]) => (
          <Time
            key={minutes}
            at={now - minutes * 60_000}
            words={words}
            onPress={() => onLog(makeDose(Date.now() - minutes * 60_000))}
          />
        ))}
      </ul>
      <Rows>
        <li>
          <Row title="Another time or amount" onPress={onType} />
        </li>
        {offered && (
          <li>
            <Row
              title="Skipped this dose"
              onPress={() => onLog(makeDose(Date.now(), { status: 'skipped' }))}
            />
          </li>
        )}
      </Rows>
    </>
  );
}

function Time({
  at,
  words,
  onPress,
}: {
  readonly at: Instant;
  readonly words: string;
  readonly onPress: () => void;
}) {
  const user = useUser();
  const now = useMinute();
  return (
    <li>
      <button type="button" className="choice-row" onClick={onPress}>
        <b>{capitalized(timeText(at, now, user))}</b>
        <span className="soft">{words}</span>
      </button>
    </li>
  );
}

/** The form for any time and amount. */
function TypedDose({
  of,
  onLog,
  children,
}: {
  readonly of: MedicationRow;
  readonly onLog: (dose: Dose) => void;
  readonly children: ReactNode;
}) {
  const user = useUser();
  const makeDose = useMakeDose(of);
  const [amount, setAmount] = useState(amountText(amountOf(of)));
  const [takenAt, setTakenAt] = useState<string>();
  const count = parseAmount(amount);

  function save() {
    if (count === undefined) return;
    onLog(makeDose(takenAt === undefined ? Date.now() : Date.parse(takenAt), { amount: count }));
  }

  return (
    <Form className="form-sheet" onSubmit={save}>
      <div className="form-entries">
        <TextField
          label="Amount"
          value={amount}
          problem={count === undefined ? AMOUNT_FAULT : ''}
          onChange={setAmount}
        />
        <TimeField
          loggedAt={takenAt}
          former={undefined}
          offered={undefined}
          zone={user.timeZone}
          style={user}
          onChange={setTakenAt}
        />
      </div>
      {children}
      <div className="form-foot">
        <Button kind="main" type="submit">
          Save
        </Button>
      </div>
    </Form>
  );
}

function offeredBy({ row }: MedicationRow): PlannedDose | undefined {
  return row.kind === 'offer' ? row.planned : undefined;
}

/** The row's own amount; else that of the dose planned around now, of the first planned time, or 1. */
function amountOf({ medication, row, amount }: MedicationRow): number {
  const planned = 'planned' in row ? row.planned : medication.times[0];
  return amount ?? planned?.amount ?? 1;
}

function useMakeDose(of: MedicationRow) {
  const { timeZone: zone } = useUser();
  const offered = offeredBy(of);
  return (
    takenAt: Instant,
    { status = 'taken', amount }: { status?: Dose['status']; amount?: number } = {},
  ): Dose => {
    const now = Date.now();
    // A dose at an earlier time may belong to the previous planned dose.
    const isEarlier = status === 'taken' && takenAt < now;
    const planFor =
      offered && isEarlier ? plannedForEarlier(of.planned, offered, takenAt) : offered;
    return newDose(of.medication, {
      ...{ now, takenAt, status, zone },
      amount: amount ?? planFor?.amount ?? amountOf(of),
      scheduledFor: planFor?.at ?? null,
    });
  };
}
