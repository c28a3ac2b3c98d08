import { useState } from 'react';
import type { Dose as SavedDose } from '../../../contract/entities.ts';
import type { Dose } from '../../../domain/doses.ts';
import { dateFormats } from '../../../domain/formats.ts';
import { isoOf } from '../../../domain/zone.ts';
import { useChangeDose } from '../../api/doses.ts';
import { useMedications } from '../../api/medication.ts';
import { useUser } from '../../api/user.ts';
import { Breakable } from '../../ui/breakable.tsx';
import { Button } from '../../ui/button.tsx';
import { Message } from '../../ui/message.tsx';
import { EarlierTimes } from './earlier-times.tsx';
import { EnteredBy, useAuthorWords } from './entered-by.tsx';
import { MedicationName } from './medication-name.tsx';
import { plannedTimeFor } from './medication-row.ts';
import { useUndoDose, useWaitingDoses } from './use-doses.ts';
import { WaitingTag } from './waiting-tag.tsx';

const clocks = dateFormats({ timeStyle: 'short' });

interface LoggedProps {
  /** In order of time. */
  readonly doses: readonly Dose[];
  /** All doses of the last days with their authors, including the doses in `doses`. */
  readonly saved: readonly SavedDose[];
  /** Called at each press that changes the row. */
  readonly onChange: () => void;
}

/** The dose that was logged in a medication's row, with the ways to correct it. */
export function LoggedDose({
  doses,
  saved,
  isInert,
  onChange,
}: LoggedProps & {
  /** Hides the buttons. Their space stays empty, so that nothing moves under the finger. */
  readonly isInert: boolean;
}) {
  const user = useUser();
  const [isOpen, setIsOpen] = useState(false);
  const medications = useMedications(user.id).data ?? [];
  const change = useChangeDose(user);
  const undoing = useUndoDose();
  const waiting = useWaitingDoses();
  const dose = doses.find(({ status }) => status === 'taken') ?? doses[0];
  if (!dose) return null;
  const { doseId, name } = dose;
  const isWaiting = waiting.some((each) => each.doseId === doseId);
  const stored = saved.find((each) => each.doseId === doseId);
  const time = clocks(user.timeZone, user).format(dose.takenAt);

  function correct(minutes: number) {
    setIsOpen(false);
    if (!dose) return;
    const takenAt = dose.takenAt - minutes * 60_000;
    const version = stored?.version;
    const scheduledFor =
      dose.scheduledFor === null
        ? null
        : plannedTimeFor(medications, dose.medicationId, takenAt, user.timeZone);
    const edit = { doseId, version, takenAt: isoOf(takenAt), scheduledFor };
    change.mutate({ kind: 'edit', edit });
    onChange();
  }

  return (
    <>
      <div className="medication-logged">
        <MedicationName of={dose} />
        <span>
          <Breakable
            text={dose.status === 'taken' ? `Logged ${time}` : `Skipped, logged ${time}`}
          />
          {isWaiting && <WaitingTag />}
        </span>
        <EnteredBy author={stored?.author} />
      </div>
      {!stored?.readOnly && (
        <div className={isInert ? 'row-actions unseen' : 'row-actions'}>
          <Button
            kind="small"
            label={`Undo, ${name}`}
            busy={undoing.isPending}
            onPress={() => {
              void undoing.undo(doseId);
              onChange();
            }}
          >
            Undo
          </Button>
          {!isWaiting && (
            <Button
              kind="small"
              label={`Earlier time…, ${name}`}
              isExpanded={isOpen}
              onPress={() => setIsOpen(!isOpen)}
            >
              Earlier time…
            </Button>
          )}
          {isOpen && !isWaiting && (
            <EarlierTimes name={name} from={dose.takenAt} onChoose={correct} />
          )}
        </div>
      )}
      {(change.isError || undoing.isError) && <NotChanged />}
    </>
  );
}

/** Asks about two doses that were logged as taken for one planned time. */
export function LoggedTwice({ doses, saved, onChange }: LoggedProps) {
  const user = useUser();
  const change = useChangeDose(user);
  const undoing = useUndoDose();
  const words = useAuthorWords();
  const time = clocks(user.timeZone, user);
  const [first] = doses;
  if (!first) return null;
  const others = doses.slice(1);
  // Some doses are read-only for a caregiver. For the person, no dose is read-only.
  const isFixed = others.some(
    ({ doseId }) => saved.find((each) => each.doseId === doseId)?.readOnly,
  );
  const timeAndAuthor = ({ doseId, takenAt }: Dose) => {
    const author = saved.find((each) => each.doseId === doseId)?.author ?? 'self';
    return `${time.format(takenAt)}${author === 'self' ? '' : ` by ${words(author)}`}`;
  };
  return (
    <>
      <div className="medication-logged">
        <MedicationName of={first} />
        <span>
          <Breakable text={`Logged twice: ${doses.map(timeAndAuthor).join(', and ')}.`} />
        </span>
      </div>
      {!isFixed && (
        <div className="row-actions">
          <Button
            kind="small"
            label={`Keep only ${timeAndAuthor(first)}, ${first.name}`}
            busy={undoing.isPending}
            onPress={() => {
              for (const { doseId } of others) void undoing.undo(doseId);
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
              for (const { doseId } of others) {
                const version = saved.find((each) => each.doseId === doseId)?.version;
                change.mutate({ kind: 'edit', edit: { doseId, version, scheduledFor: null } });
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

function NotChanged() {
  return <Message kind="danger">We couldn’t change this dose. Please try again.</Message>;
}
