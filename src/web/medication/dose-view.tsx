import { useState } from 'react';
import type { Dose, Medication } from '../../contract/entities.ts';
import { dateFormats } from '../../domain/formats.ts';
import { amountWords, doseWords, versionOn } from '../../domain/regimen.ts';
import { dateOf } from '../../domain/zone.ts';
import { useTellDeleted } from '../entries/deleted-notice.tsx';
import { EnteredBy } from '../entries/entered-by.tsx';
import { EntryRow, RowPress } from '../entries/entry-row.tsx';
import type { KindView, TimedRow } from '../entries/view.ts';
import { WaitingTag } from '../entries/waiting-tag.tsx';
import { useDayTime } from '../platform/use-near-day.ts';
import { useMinute } from '../platform/use-today.ts';
import { useUser } from '../platform/user.ts';
import { Breakable } from '../ui/breakable.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { atTimeText } from '../ui/time-text.ts';
import { doses, useDosesWithin } from './dose-kind.ts';
import { useEditDose } from './edit-dose.tsx';
import { useMedications } from './queries.ts';
import { shortName } from './short-name.ts';
import { useDoses, useWaitingDoses } from './use-doses.ts';

/** Keeps the sign on the line of the name. */
const NO_BREAK = '\u00a0';

const clocks = dateFormats({ timeStyle: 'short' });

export const doseView: KindView<Dose> = {
  kind: doses,
  useWords() {
    const user = useUser();
    const now = useMinute();
    const textOf = useDoseText();
    return {
      name: ([dose]) =>
        dose ? nameOf(dose, textOf(dose), now, { ...user, timeZone: dose.timeZone }) : '',
    };
  },
  Deleted({ entries: [dose] }) {
    const dayTime = useDayTime();
    const textOf = useDoseText();
    return (
      dose && (
        <span>
          <Breakable text={textOf(dose)} />, {dayTime(dose.takenAt, dose.timeZone)}
        </span>
      )
    );
  },
  useToday(today) {
    const all = useDoses();
    if (!all) return undefined;
    const ofToday = all.filter((dose) => dayOf(dose) === today).reverse();
    const join = (keys: readonly string[]) => (
      <DosesRow doses={ofToday.filter(({ doseId }) => keys.includes(doseId))} />
    );
    return ofToday.map((dose) => ({ ...rowOf(dose), join }));
  },
  usePast: (span) => (useDosesWithin(span).data ?? []).map(rowOf),
  pastText,
};

/** '4 doses, 1 skipped'. */
function pastText(rows: readonly TimedRow[]): string {
  const skipped = rows.filter(({ isSkipped }) => isSkipped).length;
  const taken = rows.length - skipped;
  if (taken === 0) return skipped === 1 ? '1 skipped dose' : `${skipped} skipped doses`;
  const words = taken === 1 ? '1 dose' : `${taken} doses`;
  return skipped === 0 ? words : `${words}, ${skipped} skipped`;
}

function rowOf(dose: Dose) {
  const { doseId: key, takenAt: at, timeZone: zone } = dose;
  return { key, at, zone, row: <DoseRow dose={dose} />, isSkipped: dose.status === 'skipped' };
}

function dayOf({ takenAt, timeZone }: Dose) {
  return dateOf(Date.parse(takenAt), timeZone);
}

/** A dose in the history. A press opens the dialog that corrects it. */
function DoseRow({ dose }: { readonly dose: Dose }) {
  const editing = useEditDoseHere();
  return (
    <>
      <DoseEntry dose={dose} isDeleting={editing.isDeleting} onOpen={() => editing.open(dose)} />
      {editing.dialog}
    </>
  );
}

function useEditDoseHere() {
  const tellDeleted = useTellDeleted();
  return useEditDose((deleted) => tellDeleted({ view: doseView, entries: [deleted] }));
}

function DoseEntry({
  dose,
  isDeleting,
  onOpen,
}: {
  readonly dose: Dose;
  readonly isDeleting: boolean;
  readonly onOpen: () => void;
}) {
  const user = useUser();
  const doseText = useDoseText()(dose);
  const isWaiting = useIsWaiting()(dose);
  return (
    <EntryRow
      title={clocks(dose.timeZone, user).format(Date.parse(dose.takenAt))}
      action="Edit dose"
      isWaiting={isWaiting}
      isBusy={isWaiting || isDeleting}
      author={dose.author}
      onOpen={dose.readOnly ? undefined : onOpen}
    >
      <Breakable text={doseText} />
    </EntryRow>
  );
}

/**
 * Doses of Today that follow one another, each with its time and the short name of its medication. A press opens the
 * dialog that corrects the dose, or a list of several.
 */
function DosesRow({ doses }: { readonly doses: readonly Dose[] }) {
  const user = useUser();
  const shortText = useShortDoseText();
  const isWaiting = useIsWaiting();
  const editing = useEditDoseHere();
  const [isListed, setIsListed] = useState(false);
  const [first] = doses;
  const several = doses.length > 1;
  const open = () => {
    if (several) setIsListed(true);
    else if (first) editing.open(first);
  };
  return (
    <>
      <RowPress
        isBusy={editing.isDeleting || (!several && first !== undefined && isWaiting(first))}
        onOpen={doses.every(({ readOnly }) => readOnly) ? undefined : open}
      >
        {doses.map((dose, index) => (
          <span key={dose.doseId} className="today-line">
            <span>{clocks(dose.timeZone, user).format(Date.parse(dose.takenAt))}</span>
            <span className="today-text">
              {index === 0 && (
                <span className="visually-hidden">
                  {several ? `Show ${doses.length} doses` : 'Edit dose'}:{' '}
                </span>
              )}
              <span aria-hidden="true">▼{NO_BREAK}</span>
              <Breakable text={shortText(dose)} />
              {isWaiting(dose) && <WaitingTag />}
              <EnteredBy author={dose.author} />
            </span>
          </span>
        ))}
      </RowPress>
      {isListed && (
        <Dialog title="Doses" onClose={() => setIsListed(false)}>
          <ul className="entry-list">
            {doses.map((dose) => (
              <li key={dose.doseId} className="today-item">
                <DoseEntry
                  dose={dose}
                  isDeleting={editing.isDeleting}
                  onOpen={() => {
                    setIsListed(false);
                    editing.open(dose);
                  }}
                />
              </li>
            ))}
          </ul>
        </Dialog>
      )}
      {editing.dialog}
    </>
  );
}

/** Returns a function that tells whether a dose waits on this device to be sent. */
function useIsWaiting(): (dose: Dose) => boolean {
  const waiting = useWaitingDoses();
  return ({ doseId }) => waiting.some((each) => each.doseId === doseId);
}

/** Returns a function that puts a dose in few words: 'Levodopa', 'Levodopa, ½ tablet', 'Rasagiline, skipped'. */
function useShortDoseText(): (dose: Dose) => string {
  const medications = useMedications(useUser().id).data ?? [];
  return (dose) =>
    [
      shortName(dose, medications),
      dose.amount !== 1 && amountWords(dose.amount, { ...dose, form: formOf(dose, medications) }),
      dose.status === 'skipped' && 'skipped',
    ]
      .filter(Boolean)
      .join(', ');
}

/** Returns a function that puts a dose in words: 'Levodopa/carbidopa 100 mg, 1½ tablets'. */
export function useDoseText(): (dose: Dose) => string {
  const medications = useMedications(useUser().id).data ?? [];
  return (dose) => {
    const text = doseWords(dose, formOf(dose, medications));
    return dose.status === 'skipped' ? `${text}, skipped` : text;
  };
}

/** 'the dose at 8:00 AM (Levodopa/carbidopa 100 mg, 1½ tablets)'. */
export function nameOf(
  { takenAt }: Dose,
  text: string,
  now: number,
  preferences: Parameters<typeof atTimeText>[2],
): string {
  return `the dose ${atTimeText(Date.parse(takenAt), now, preferences)} (${text})`;
}

/** The form of the drug, such as 'tablet', which a dose does not store; '' if it is not known. */
function formOf(dose: Dose, medications: readonly Medication[]) {
  const versions = medications.filter(({ medicationId }) => medicationId === dose.medicationId);
  const version = versionOn(versions, dayOf(dose)) ?? versions.at(-1);
  return version?.form ?? '';
}
