import { Fragment } from 'react';
import type { Form } from '../../contract/entities.ts';
import { dateFormats } from '../../domain/formats.ts';
import { TIME_OF_DAY_WORDS, TIMES_OF_DAY, timeOfDay } from '../../domain/severity.ts';
import { hourOf, localTimeOf } from '../../domain/zone.ts';
import { EntryRow } from '../entries/entry-row.tsx';
import { useWaitingForms } from '../entries/use-waiting.ts';
import type { LastRow, TimedRow } from '../entries/view.ts';
import { Ratings } from '../forms/form-text.tsx';
import { useFormHistory } from '../forms/queries.ts';
import { ratingsOf } from '../forms/ratings-text.ts';
import { WaitingRow, waitingForm } from '../forms/waiting-row.tsx';
import { useTimeOfDay, useToday } from '../platform/use-today.ts';
import { useUser } from '../platform/user.ts';
import { dayOf } from '../ui/form-time.ts';
import { dayOfRow, useTodayRows } from './views.ts';

const clocks = dateFormats({ timeStyle: 'short' });

/** Today's entries in order of time, and the parts of the day without an entry. A press on a row opens its entry. */
export function Today({ onEdit }: { readonly onEdit: (form: Form) => void }) {
  const user = useUser();
  const [today] = useToday(user.timeZone);
  const now = useTimeOfDay(user.timeZone);
  const newest = useFormHistory(user).data?.pages[0] ?? [];
  const waiting = useWaitingForms().map((entry) => waitingForm(entry, user.timeZone));
  const ofKinds = useTodayRows(today);
  const last = ofKinds.filter((row): row is LastRow => !('at' in row));
  const rows: readonly TimedRow[] = [
    ...newest
      .filter((form) => dayOf(form) === today)
      .map((form) => ({
        key: form.id,
        at: form.date,
        zone: form.timeZone,
        row: <TodayRow form={form} onEdit={onEdit} />,
      })),
    ...ofKinds.filter((row) => 'at' in row),
    ...waiting.map((form) => ({
      key: form.id,
      at: form.at,
      zone: form.timeZone,
      row: <WaitingRow form={form} isOfOtherDay={form.day !== today} />,
    })),
  ];
  // Without any entry, Today is hidden. The history tells a new person how to begin.
  const isEmpty = rows.length === 0 && newest.length === 0;
  if (isEmpty && last.every(({ isQuestion }) => isQuestion)) return null;
  const ofToday = rows
    .filter((row) => dayOfRow(row) === today)
    .sort((a, b) => a.at.localeCompare(b.at));
  const others = rows.filter((row) => dayOfRow(row) !== today);
  const begun = TIMES_OF_DAY.map((part) => ({
    part,
    entries: ofToday.filter(({ at, zone }) => partOf(Date.parse(at), zone) === part),
  })).filter(
    ({ part, entries }) =>
      entries.length > 0 || TIMES_OF_DAY.indexOf(part) <= TIMES_OF_DAY.indexOf(now),
  );
  return (
    <section className="card today" aria-labelledby="today">
      <h2 id="today">Today</h2>
      <ul className="today-list">
        {begun.map(({ part, entries }) => (
          <Fragment key={part}>
            <Rows of={entries} />
            {entries.length === 0 && (
              <li className="today-item today-empty">{TIME_OF_DAY_WORDS[part]}: nothing yet</li>
            )}
          </Fragment>
        ))}
        <Rows of={last} />
      </ul>
      {others.length > 0 && (
        <>
          <h3 id="waiting-days">Waiting from other days</h3>
          <ul className="today-list" aria-labelledby="waiting-days">
            <Rows of={others} />
          </ul>
        </>
      )}
    </section>
  );
}

function Rows({ of }: { readonly of: readonly Pick<TimedRow, 'key' | 'row'>[] }) {
  return of.map(({ key, row }) => (
    <li key={key} className="today-item">
      {row}
    </li>
  ));
}

function TodayRow({
  form,
  onEdit,
}: {
  readonly form: Form;
  readonly onEdit: (form: Form) => void;
}) {
  const { date, timeZone, formNumber, author, readOnly } = form;
  return (
    <EntryRow
      title={clocks(timeZone, useUser()).format(Date.parse(date))}
      action={`Open Form #${formNumber}`}
      note={ratingsOf(form).find(({ notes }) => notes)?.notes}
      author={author}
      onOpen={readOnly ? undefined : () => onEdit(form)}
    >
      <Ratings form={form} />
    </EntryRow>
  );
}

/** The part of the day at an instant, in a zone. */
function partOf(instant: number, zone: string) {
  return timeOfDay(hourOf(localTimeOf(instant, zone)));
}
