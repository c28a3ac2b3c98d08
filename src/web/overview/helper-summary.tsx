import { counted } from '../../domain/counted.ts';
import './overview.css';
import { plannedStatuses } from '../../domain/doses.ts';
import { plannedDoses } from '../../domain/regimen.ts';
import { dateOf } from '../../domain/zone.ts';
import { useAuthorWords } from '../entries/entered-by.tsx';
import { useFormHistory } from '../forms/queries.ts';
import { doseOf } from '../medication/medication-row.ts';
import { useMedications } from '../medication/queries.ts';
import { useDoses } from '../medication/use-doses.ts';
import { useMinute } from '../platform/use-today.ts';
import { useHelping, useUser } from '../platform/user.ts';
import { timeText } from '../ui/time-text.ts';

/** What a helper wants to know first: 'Last entry 2:34 PM, by Ada. 3 of 4 planned doses logged.' */
export function HelperSummary() {
  const user = useUser();
  const helping = useHelping();
  const authorWords = useAuthorWords();
  const now = useMinute();
  const history = useFormHistory(user);
  const doses = useDoses();
  const versions = useMedications(user.id).data;
  const isLoaded = history.data && doses && versions;
  // The line keeps its height while it loads, so that the page does not jump.
  if (!isLoaded) return <p className="helper-summary small" />;
  const [form] = history.data.pages.flat();
  const [dose] = doses;
  const entries = [
    ...(form ? [{ at: Date.parse(form.date), author: form.author }] : []),
    ...(dose ? [{ at: Date.parse(dose.takenAt), author: dose.author }] : []),
  ];
  const last = entries.sort((one, other) => other.at - one.at)[0];
  const by = last?.author && last.author !== 'self' ? authorWords(last.author) : helping?.firstName;
  const planned = plannedDoses(versions, dateOf(now, user.timeZone), user.timeZone);
  const statuses = plannedStatuses(planned, doses.map(doseOf));
  const logged = statuses.filter(({ status }) => status !== 'notLogged').length;
  return (
    <p className="helper-summary small">
      {last
        ? `Last entry ${timeText(last.at, now, user)}, by ${by || helping?.name}.`
        : 'No entries yet.'}
      {planned.length > 0 && ` ${logged} of ${counted(planned.length, 'planned dose')} logged.`}
    </p>
  );
}
