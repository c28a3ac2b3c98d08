import type { Dose } from '../../contract/entities.ts';
import { capitalized } from '../../domain/capitalized.ts';
import type { TimePreferences } from '../../domain/formats.ts';
import { EnteredBy, useAuthorWords } from '../entries/entered-by.tsx';
import { WaitingTag } from '../entries/waiting-tag.tsx';
import { useUser } from '../platform/user.ts';
import { Breakable } from '../ui/breakable.tsx';
import { Button } from '../ui/button.tsx';
import { Message, Sign } from '../ui/message.tsx';
import { timeText } from '../ui/time-text.ts';
import { useEditSavedDose } from './dose-kind.ts';
import { MedicationName } from './medication-name.tsx';
import { SHOWN_MS } from './medication-row.ts';
import { type RemovedDose, useUndoDose, useWaitingDoses } from './use-doses.ts';

interface LoggedProps {
  /** The current time, to the minute (ms). */
  readonly now: number;
  /** Called at each press that changes the row. */
  readonly onChange: () => void;
  readonly onRemoved: (removed: readonly RemovedDose[]) => void;
}

/** 'logged 7:55 PM', 'skipped, logged yesterday, 7:55 PM'. */
export function loggedText(
  { status, takenAt }: Dose,
  now: number,
  preferences: TimePreferences,
): string {
  const text = `logged ${timeText(Date.parse(takenAt), now, preferences)}`;
  return status === 'taken' ? text : `skipped, ${text}`;
}

/** The dose that was logged in a medication's row, with the way to take it back or to correct it. */
export function LoggedDose({
  dose,
  now,
  hasUndo,
  onChange,
  onRemoved,
  onEdit,
}: LoggedProps & {
  readonly dose: Dose;
  /** False if another button takes it back. */
  readonly hasUndo: boolean;
  readonly onEdit: (dose: Dose) => void;
}) {
  const user = useUser();
  const undoing = useUndoDose();
  const { doseId, name, status } = dose;
  const isWaiting = useWaitingDoses().some((each) => each.doseId === doseId);
  // A waiting dose cannot be edited.
  const isUndo = hasUndo && (now - Date.parse(dose.enteredAt) < SHOWN_MS || isWaiting);
  return (
    <>
      <div className="dose-logged">
        <MedicationName of={dose} />
        <div className="dose-state">
          <span className={status === 'taken' ? 'dose-done' : undefined}>
            {status === 'taken' && <Sign kind="success" />}
            <span>
              <Breakable text={capitalized(loggedText(dose, now, user))} />
            </span>
            {isWaiting && <WaitingTag />}
          </span>
          {!dose.readOnly && isUndo && (
            <Button
              kind="quiet"
              icon="undo"
              label={`Undo, ${name}`}
              busy={undoing.isPending}
              onPress={() => {
                void undoing.undo([dose]).then(onRemoved);
                onChange();
              }}
            >
              Undo
            </Button>
          )}
          {!dose.readOnly && !isUndo && !isWaiting && (
            <Button kind="quiet" icon="edit" label={`Edit, ${name}`} onPress={() => onEdit(dose)}>
              Edit
            </Button>
          )}
        </div>
        <EnteredBy author={dose.author} />
      </div>
      {undoing.isError && <NotChanged />}
    </>
  );
}

/** Asks about two doses that were logged as taken for one planned time. */
export function LoggedTwice({
  doses: [first, ...others],
  now,
  onChange,
  onRemoved,
}: LoggedProps & {
  /** In order of time. */
  readonly doses: readonly Dose[];
}) {
  const user = useUser();
  const change = useEditSavedDose();
  const undoing = useUndoDose();
  const words = useAuthorWords();
  if (!first) return null;
  // Some doses are read-only for a caregiver. For the person, no dose is read-only.
  const isFixed = others.some(({ readOnly }) => readOnly);
  const timeAndAuthor = ({ author = 'self', takenAt }: Dose) => {
    const time = timeText(Date.parse(takenAt), now, user);
    return author === 'self' ? time : `${time} by ${words(author)}`;
  };
  const all = [first, ...others].map(timeAndAuthor).join(', and ');
  return (
    <>
      <div className="dose-logged">
        <MedicationName of={first} />
        <span>
          <Breakable text={`Logged twice: ${all}.`} />
        </span>
      </div>
      {!isFixed && (
        <div className="row-actions">
          <Button
            kind="small"
            label={`Keep only ${timeAndAuthor(first)}, ${first.name}`}
            busy={undoing.isPending}
            onPress={() => {
              void undoing.undo(others).then(onRemoved);
              onChange();
            }}
          >
            <Breakable text={`Keep only ${timeAndAuthor(first)}`} />
          </Button>
          <Button
            kind="small"
            label={`Keep both, ${first.name}`}
            busy={change.isPending}
            onPress={() => {
              for (const { doseId, version } of others) {
                change.mutate({ doseId, version, scheduledFor: null });
              }
              onChange();
            }}
          >
            Keep both
          </Button>
        </div>
      )}
      {(change.isError || undoing.isError) && <NotChanged />}
    </>
  );
}

export function NotChanged() {
  return <Message kind="danger">We couldn’t change this dose. Please try again.</Message>;
}
