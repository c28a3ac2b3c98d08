import type { Dose, Medication } from '../../contract/entities.ts';
import { dateFormats } from '../../domain/formats.ts';
import { doseWords, versionOn } from '../../domain/regimen.ts';
import { dateOf } from '../../domain/zone.ts';
import { useTellDeleted } from '../entries/deleted-notice.tsx';
import { EntryRow } from '../entries/entry-row.tsx';
import type { KindView } from '../entries/view.ts';
import { useMinute } from '../platform/use-today.ts';
import { useUser } from '../platform/user.ts';
import { Breakable } from '../ui/breakable.tsx';
import { atTimeText } from '../ui/time-text.ts';
import { doses, useDosesWithin } from './dose-kind.ts';
import { useEditDose } from './edit-dose.tsx';
import { useMedications } from './queries.ts';
import { useDoses, useWaitingDoses } from './use-doses.ts';

const clocks = dateFormats({ timeStyle: 'short' });
const moments = dateFormats({ dateStyle: 'long', timeStyle: 'short' });

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
    const user = useUser();
    const textOf = useDoseText();
    return (
      dose && (
        <span>
          <Breakable text={textOf(dose)} />,{' '}
          {moments(dose.timeZone, user).format(Date.parse(dose.takenAt))}
        </span>
      )
    );
  },
  useToday: (today) => (useDoses() ?? []).filter((dose) => dayOf(dose) === today).map(rowOf),
  usePast: (span) => (useDosesWithin(span).data ?? []).map(rowOf),
};

function rowOf(dose: Dose) {
  const { doseId: key, takenAt: at, timeZone: zone } = dose;
  return { key, at, zone, row: <DoseRow dose={dose} /> };
}

function dayOf({ takenAt, timeZone }: Dose) {
  return dateOf(Date.parse(takenAt), timeZone);
}

/** A dose, in Today and in the history. A press opens the dialog that corrects it. */
function DoseRow({ dose }: { readonly dose: Dose }) {
  const user = useUser();
  const doseText = useDoseText()(dose);
  const isWaiting = useWaitingDoses().some(({ doseId }) => doseId === dose.doseId);
  const tellDeleted = useTellDeleted();
  const editing = useEditDose((deleted) => tellDeleted({ view: doseView, entries: [deleted] }));

  return (
    <>
      <EntryRow
        title={clocks(dose.timeZone, user).format(Date.parse(dose.takenAt))}
        action="Edit dose"
        isWaiting={isWaiting}
        isBusy={isWaiting || editing.isDeleting}
        author={dose.author}
        onOpen={dose.readOnly ? undefined : () => editing.open(dose)}
      >
        <Breakable text={doseText} />
      </EntryRow>
      {editing.dialog}
    </>
  );
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
