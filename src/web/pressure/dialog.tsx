import '../ui/form-sheet.css';
import { useState } from 'react';
import {
  IF_FAINT,
  POSITION_WORDS,
  POSITIONS,
  type Position,
  PRESSURE_LIMITS,
  type Reading,
  readingText,
} from '../../domain/pressure.ts';
import { isoOf } from '../../domain/zone.ts';
import { DeleteButton, type Deleting } from '../entries/delete-button.tsx';
import { savedSince } from '../entries/entries-of.ts';
import { KeptNotice } from '../entries/kept-notice.tsx';
import { randomUuid } from '../platform/random-uuid.ts';
import { useUser } from '../platform/user.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Form } from '../ui/form.tsx';
import { IntoView } from '../ui/into-view.tsx';
import { Message } from '../ui/message.tsx';
import { NumberSteps } from '../ui/number-steps.tsx';
import { Segments } from '../ui/segments.tsx';
import { TimeField } from '../ui/time-field.tsx';
import {
  type Numbers,
  type PressureDraft,
  type SeenReading,
  usePressureLast,
  useSavePressure,
} from './kind.ts';

const NUMBERS = [
  { field: 'systolic', label: 'Upper number' },
  { field: 'diastolic', label: 'Lower number' },
  { field: 'pulse', label: 'Pulse, if shown' },
] as const;
type NumberField = (typeof NUMBERS)[number]['field'];

const NONE: Numbers = { systolic: null, diastolic: null, pulse: null };
/** Where the steppers start without an earlier reading. */
const FIRST = { systolic: 120, diastolic: 80, pulse: 70 } as const;
const TABS: Readonly<Record<Position, string>> = {
  lying: 'Lying',
  standing1: '1 minute',
  standing3: '3 minutes',
};

/** The readings of one sitting: lying, and after standing for 1 and 3 minutes. A number counts only after a press on it. */
export function PressureDialog({
  of,
  at,
  unsaved,
  onDraft,
  onClose,
  deleting,
  onDelete,
}: {
  /** The readings to correct; none for a new sitting. */
  readonly of: readonly SeenReading[];
  /** The time of a new sitting (ISO instant); undefined for now. */
  readonly at?: string;
  /** What was entered and not saved when the dialog was last closed. */
  readonly unsaved: PressureDraft | undefined;
  /** Called at each change. @param draft undefined if everything is saved */
  readonly onDraft: (draft: PressureDraft | undefined) => void;
  readonly onClose: () => void;
  /** Of saved readings. */
  readonly deleting?: Deleting;
  readonly onDelete?: (readings: readonly SeenReading[]) => void;
}) {
  const user = useUser();
  const save = useSavePressure();
  const last = usePressureLast();
  const [opened] = useState(of);
  const former = (position: Position) => opened.find((each) => each.position === position);
  const [chosen, setChosen] = useState<Position>(opened[0]?.position ?? 'lying');
  const [begun] = useState<PressureDraft>(() => ({
    values: forEach((position) => numbersOf(former(position))),
    ids: forEach((position) => former(position)?.readingId ?? randomUuid()),
    versions: versionsOf(opened),
  }));
  const [draft, setDraft] = useState(unsaved ?? begun);
  const [isKept, setIsKept] = useState(unsaved !== undefined);
  const { values, measuredAt } = draft;
  const [problem, setProblem] = useState({ text: '', presses: 0 });
  const [formerAt] = useState(() => (opened[0] ? isoOf(opened[0].measuredAt) : at));
  const [begunAt] = useState(() => isoOf(Date.now()));
  const zone = opened[0]?.timeZone ?? user.timeZone;

  function change(made: Partial<PressureDraft>) {
    const changed = { ...draft, ...made };
    setDraft(changed);
    const isSame =
      JSON.stringify(changed.values) === JSON.stringify(begun.values) &&
      (opened.length === 0 || changed.measuredAt === undefined);
    const shown = changed.measuredAt ?? (opened.length === 0 ? (at ?? begunAt) : undefined);
    onDraft(isSame ? undefined : { ...changed, measuredAt: shown });
  }

  function beginAgain() {
    setIsKept(false);
    setDraft(begun);
    setProblem({ text: '', presses: 0 });
    onDraft(undefined);
  }

  function clear(position: Position) {
    setProblem({ text: '', presses: 0 });
    change({ values: { ...values, [position]: NONE } });
  }

  function enter(position: Position, field: NumberField, value: number) {
    setProblem({ text: '', presses: 0 });
    change({ values: { ...values, [position]: { ...values[position], [field]: value } } });
  }

  function submit() {
    const entered = POSITIONS.filter((each) =>
      NUMBERS.some(({ field }) => values[each][field] !== null),
    );
    const half = entered.find((each) => {
      return values[each].systolic === null || values[each].diastolic === null;
    });
    if (half || entered.length === 0) {
      if (half) setChosen(half);
      const text = half
        ? `${POSITION_WORDS[half].name}: please enter the upper and the lower number.`
        : 'Please enter a reading first.';
      setProblem({ text, presses: problem.presses + 1 });
      return;
    }
    const readings = entered.flatMap((position) => {
      const { systolic, diastolic, pulse } = values[position];
      const before = former(position);
      if (systolic === null || diastolic === null) return [];
      const at = measuredAt ?? (before ? isoOf(before.measuredAt) : (formerAt ?? begunAt));
      const reading = { position, systolic, diastolic, pulse };
      // What waits is sent again as a whole.
      if (before && isSame(before, { ...reading, measuredAt: Date.parse(at) }) && !before.of.queued)
        return [];
      const now = of.find(({ readingId }) => readingId === before?.readingId);
      const since = savedSince(now, before?.of.queued && before, isSame);
      const version = since?.version ?? draft.versions[position];
      return [{ ...reading, readingId: draft.ids[position], measuredAt: at, version }];
    });
    const queued = opened.find((each) => each.of.queued)?.of.queued;
    if (readings.length > 0) void save({ saveId: randomUuid(), readings }, queued);
    onDraft(undefined);
    onClose();
  }

  const next = POSITIONS[POSITIONS.indexOf(chosen) + 1];
  const isSaved =
    opened.length > 0 && opened.every(({ of: { saved, queued } }) => saved && !queued);
  const chosenFormer = former(chosen);
  return (
    <Dialog title="Blood pressure" onClose={onClose}>
      <Form className="form-sheet" onSubmit={submit}>
        <div className="form-entries">
          {isKept && (
            <KeptNotice
              isEdit={opened.length > 0}
              at={measuredAt ?? formerAt ?? begunAt}
              onDelete={beginAgain}
            />
          )}
          <Segments
            label="Position"
            chosen={chosen}
            onChoose={setChosen}
            segments={POSITIONS.map((position) => ({
              key: position,
              label: TABS[position],
              content: (
                <div className="stack">
                  <p>
                    {POSITION_WORDS[position].advice}
                    {position !== 'lying' && ` ${IF_FAINT}`}
                  </p>
                  {NUMBERS.map(({ field, label }) => (
                    <NumberSteps
                      key={field}
                      label={label}
                      name={`${label}, ${POSITION_WORDS[position].name.toLowerCase()}`}
                      value={values[position][field]}
                      offered={last(position, field) ?? FIRST[field]}
                      {...PRESSURE_LIMITS[field]}
                      onChange={(value) => enter(position, field, value)}
                    />
                  ))}
                </div>
              ),
            }))}
          />
          {!chosenFormer && (
            <Button kind="quiet" icon="clear" onPress={() => clear(chosen)}>
              Clear this reading
            </Button>
          )}
          {chosenFormer && isSaved && opened.length > 1 && onDelete && (
            <Button
              kind="danger"
              busy={deleting?.isPending ?? false}
              onPress={() => onDelete([chosenFormer])}
            >
              Delete this reading alone
            </Button>
          )}
          {next && (
            <Button wide onPress={() => setChosen(next)}>
              {`Next: ${POSITION_WORDS[next].name.toLowerCase()}`}
            </Button>
          )}
          <Entered values={values} />
          <TimeField
            loggedAt={measuredAt}
            former={formerAt}
            offered={undefined}
            zone={zone}
            style={user}
            onChange={(chosen) => change({ measuredAt: chosen })}
          />
        </div>
        {isSaved && deleting && onDelete && (
          <DeleteButton
            kind="bloodPressure"
            deleting={deleting}
            onDelete={() => onDelete(opened)}
          />
        )}
        {problem.text && (
          <IntoView key={problem.presses}>
            <Message kind="warning">{problem.text}</Message>
          </IntoView>
        )}
        <div className="form-foot">
          <Button kind="main" type="submit">
            Save
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}

function forEach<Value>(make: (position: Position) => Value): Readonly<Record<Position, Value>> {
  return { lying: make('lying'), standing1: make('standing1'), standing3: make('standing3') };
}

function numbersOf(reading: SeenReading | undefined): Numbers {
  if (!reading) return NONE;
  const { systolic, diastolic, pulse } = reading;
  return { systolic, diastolic, pulse };
}

function versionsOf(readings: readonly SeenReading[]): PressureDraft['versions'] {
  return Object.fromEntries(readings.map(({ position, version }) => [position, version]));
}

function isSame(one: Reading, other: Reading): boolean {
  return (
    one.measuredAt === other.measuredAt &&
    one.systolic === other.systolic &&
    one.diastolic === other.diastolic &&
    one.pulse === other.pulse
  );
}

/** What Save will save, in words. */
function Entered({ values }: { readonly values: Readonly<Record<Position, Numbers>> }) {
  const texts = POSITIONS.flatMap((position) => {
    const { systolic, diastolic, pulse } = values[position];
    const { name } = POSITION_WORDS[position];
    if (systolic === null && diastolic === null && pulse === null) return [];
    if (systolic === null || diastolic === null) return [`${name}: not complete`];
    return [`${name}: ${readingText({ systolic, diastolic, pulse })}`];
  });
  return <p>{texts.length > 0 ? `${texts.join('. ')}.` : 'Nothing is entered yet.'}</p>;
}
