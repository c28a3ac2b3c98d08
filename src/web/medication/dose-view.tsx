import type { Dose, Medication } from '../../contract/entities.ts';
import { dateFormats } from '../../domain/formats.ts';
import { doseWords, versionOn } from '../../domain/regimen.ts';
import { dateOf } from '../../domain/zone.ts';
import type { KindView } from '../entries/view.ts';
import { useMinute } from '../platform/use-today.ts';
import { useUser } from '../platform/user.ts';
import { Breakable } from '../ui/breakable.tsx';
import { doses } from './dose-kind.ts';
import { useMedications } from './queries.ts';
import { atTimeText } from './time-text.ts';

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
};

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
function formOf({ medicationId, takenAt, timeZone }: Dose, medications: readonly Medication[]) {
  const versions = medications.filter((each) => each.medicationId === medicationId);
  const version = versionOn(versions, dateOf(Date.parse(takenAt), timeZone)) ?? versions.at(-1);
  return version?.form ?? '';
}
