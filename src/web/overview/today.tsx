import type { CSSProperties, ReactNode } from 'react';
import type { Form } from '../../contract/entities.ts';
import { dateFormats } from '../../domain/formats.ts';
import { TIME_OF_DAY_WORDS, TIMES_OF_DAY, timeOfDay } from '../../domain/severity.ts';
import { hourOf, localTimeOf } from '../../domain/zone.ts';
import { EntryRow } from '../entries/entry-row.tsx';
import { useWaitingForms } from '../entries/use-waiting.ts';
import type { LastRow, TimedRow } from '../entries/view.ts';
import { Ratings } from '../forms/form-text.tsx';
import { useFormHistory } from '../forms/queries.ts';
import { RatingChips } from '../forms/rating-chips.tsx';
import { ratingsOf } from '../forms/ratings-text.ts';
import { WaitingRow, waitingForm } from '../forms/waiting-row.tsx';
import { useHour, useToday } from '../platform/use-today.ts';
import { useHelping, useMayLog, useUser } from '../platform/user.ts';
import { dayOf } from '../ui/form-time.ts';
import { EQUAL, Measured, useColumns } from './today-columns.tsx';
import { type NewRows, useNewRows } from './use-new-rows.ts';
import { dayOfRow, useTodayRows } from './views.ts';

const clocks = dateFormats({ timeStyle: 'short' });

/** The hour in which a day begins for most people. Before it, no part of the day is said to be empty. */
const FIRST_HOUR = 5;

/** Today's entries in order of time, and the parts of the day without an entry. A press on a row opens its entry. */
export function Today({ onEdit }: { readonly onEdit: (form: Form) => void }) {
  const user = useUser();
  const mayLog = useMayLog();
  const isHelping = useHelping() !== undefined;
  const [today] = useToday(user.timeZone);
  const hour = useHour(user.timeZone);
  const history = useFormHistory(user).data;
  const newest = history?.pages[0] ?? [];
  const forms = newest.filter((form) => dayOf(form) === today);
  const waiting = useWaitingForms().map((entry) => waitingForm(entry, user.timeZone));
  const { rows: ofKinds, isLoaded } = useTodayRows(today);
  const last = ofKinds.filter((row): row is LastRow => !('at' in row));
  const rated = [...forms, ...waiting.filter(({ day }) => day === today)].flatMap(ratingsOf);
  const names = [...new Set(rated.map(({ name }) => name))];
  const columns = useColumns(names);
  const heads = columns.template === undefined ? undefined : names;
  const rows: readonly TimedRow[] = [
    ...forms.map((form) => ({
      key: form.id,
      at: form.date,
      zone: form.timeZone,
      row: <TodayRow form={form} heads={heads} onEdit={onEdit} />,
    })),
    ...ofKinds.filter((row) => 'at' in row),
    ...waiting.map((form) => ({
      key: form.id,
      at: form.at,
      zone: form.timeZone,
      row:
        form.day === today ? (
          <WaitingRow form={form} heads={heads} />
        ) : (
          <WaitingRow form={form} isOfOtherDay />
        ),
    })),
  ];
  const shown = [...rows, ...last].flatMap(marksOf);
  const newRows = useNewRows(shown, isLoaded && history !== undefined);
  // Without any entry, Today is hidden. The history tells a new person how to begin.
  const isEmpty = rows.length === 0 && newest.length === 0;
  if (isEmpty && last.every(({ isQuestion }) => isQuestion)) return null;
  const ofToday = rows
    .filter((row) => dayOfRow(row) === today)
    .sort((a, b) => a.at.localeCompare(b.at));
  const others = rows.filter((row) => dayOfRow(row) !== today);
  const items = joined(withEmptyParts(ofToday, hour));
  return (
    <section className="card today" aria-labelledby="today">
      <div className="today-title">
        <h2 id="today">Today</h2>
        {mayLog && (
          <p className="small soft">
            {isHelping ? 'You can change your own' : 'Press a row to change it'}
          </p>
        )}
      </div>
      <Measured names={names} columns={columns} />
      <div
        className="today-table"
        style={
          columns.template === EQUAL
            ? undefined
            : ({ '--rating-columns': columns.template } as CSSProperties)
        }
      >
        {heads && (
          <div className="today-heads" aria-hidden="true">
            <span className="today-time" />
            <span className="rating-chips">
              {heads.map((name) => (
                <span key={name}>{name}</span>
              ))}
            </span>
          </div>
        )}
        <ul ref={columns.list} className="today-list">
          <Rows of={items} newRows={newRows} />
          {items.length + last.length === 0 && <EmptyItem>Nothing yet</EmptyItem>}
          <Rows of={last} newRows={newRows} />
        </ul>
      </div>
      {others.length > 0 && (
        <>
          <h3 id="waiting-days">Waiting from other days</h3>
          <ul className="today-list" aria-labelledby="waiting-days">
            <Rows of={others} newRows={newRows} />
          </ul>
        </>
      )}
    </section>
  );
}

/** A row, perhaps of several entries, or the name of a part of the day without an entry. */
type Item =
  | (TimedRow & { readonly marks?: readonly string[] })
  | { readonly key: string; readonly empty: string };

/** Adds the parts of the day that have begun and have no entry. */
function withEmptyParts(ofToday: readonly TimedRow[], hour: number): readonly Item[] {
  return TIMES_OF_DAY.flatMap((part, index): readonly Item[] => {
    const entries = ofToday.filter(({ at, zone }) => partOf(Date.parse(at), zone) === part);
    const isBegun = hour >= FIRST_HOUR && index <= TIMES_OF_DAY.indexOf(timeOfDay(hour));
    if (entries.length > 0 || !isBegun) return entries;
    return [{ key: part, empty: `${TIME_OF_DAY_WORDS[part]}: nothing yet` }];
  });
}

/** Joins rows that follow one another. Their key is their place, so that an open dialog stays when a row is added. */
function joined(items: readonly Item[]): readonly Item[] {
  const groups: (readonly Item[])[] = [];
  for (const item of items) {
    const group = groups.at(-1);
    const isSame = group?.[0] && joinOf(group[0]) && joinOf(group[0]) === joinOf(item);
    if (isSame) groups[groups.length - 1] = [...group, item];
    else groups.push([item]);
  }
  let count = 0;
  return groups.flatMap((group) => {
    const [first] = group;
    const join = first && joinOf(first);
    if (!first || !join || 'empty' in first) return group;
    count += 1;
    const row = join(group.map(({ key }) => key));
    return [{ ...first, key: `joined ${count}`, row, marks: group.flatMap(marksOf) }];
  });
}

/** What identifies a row. A form has the same time while it waits and when it is saved, but another key. */
function marksOf(item: Item | LastRow): readonly string[] {
  if ('empty' in item) return [];
  if ('at' in item) return item.marks ?? [item.at];
  return item.shown === undefined ? [] : [`${item.key} ${item.shown}`];
}

function joinOf(item: Item) {
  return 'empty' in item ? undefined : item.join;
}

function Rows({
  of,
  newRows: { isNew, note },
}: {
  readonly of: readonly (Item | LastRow)[];
  readonly newRows: NewRows;
}) {
  return of.map((item) => {
    if ('empty' in item) return <EmptyItem key={item.key}>{item.empty}</EmptyItem>;
    const marks = marksOf(item);
    return (
      <li
        key={item.key}
        className={isNew(marks) ? 'today-item today-new' : 'today-item'}
        onAnimationEnd={({ animationName }) => animationName === 'new-row' && note(marks)}
      >
        {item.row}
      </li>
    );
  });
}

function EmptyItem({ children }: { readonly children: ReactNode }) {
  return <li className="today-item today-empty">{children}</li>;
}

function TodayRow({
  form,
  heads,
  onEdit,
}: {
  readonly form: Form;
  /** The names of the table; undefined if there is none. */
  readonly heads: readonly string[] | undefined;
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
      {heads ? <RatingChips form={form} names={heads} /> : <Ratings form={form} />}
    </EntryRow>
  );
}

/** The part of the day at an instant, in a zone. */
function partOf(instant: number, zone: string) {
  return timeOfDay(hourOf(localTimeOf(instant, zone)));
}
