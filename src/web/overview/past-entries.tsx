import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { Form } from '../../contract/entities.ts';
import { type DateStyle, dateFormats } from '../../domain/formats.ts';
import { MAX_NAME_LENGTH } from '../../domain/symptoms.ts';
import { addDays, type CalendarDate, DAY_MS, isoOf, midnightOf } from '../../domain/zone.ts';
import type { Instants } from '../entries/kind.ts';
import { NotOnDevice } from '../entries/not-on-device.tsx';
import { FormRow } from '../forms/form-row.tsx';
import { type HistoryFilter, useFormHistory, useFormMonths } from '../forms/queries.ts';
import { isRestored } from '../platform/kept.ts';
import { isUnreached, useIsOffline } from '../platform/offline.ts';
import { useToday } from '../platform/use-today.ts';
import { useUser } from '../platform/user.ts';
import { Button } from '../ui/button.tsx';
import { SelectField, TextField } from '../ui/fields.tsx';
import { dayOf } from '../ui/form-time.ts';
import { Loading } from '../ui/loading.tsx';
import { Message } from '../ui/message.tsx';
import { dayOfRow, usePastRows } from './views.ts';

const months = dateFormats({ month: 'long', year: 'numeric' });
const DAY = { weekday: 'short', month: 'short', day: 'numeric' } as const;
const days = dateFormats(DAY);
const daysWithYear = dateFormats({ ...DAY, year: 'numeric' });

/** An instant later than any entry (ms). */
const FAR_MS = Date.parse('2100-01-01');
const NO_TIME = { from: 0, to: 0 };

/** The heading of a filtered list; '' if the list shows everything, or if a search has found nothing. */
function stateOf(search: string, month: string, isFound = false): string {
  // If no note contains the text, the list shows its own message.
  if (search) return isFound ? `Forms with “${search}” in a note:` : '';
  return month ? `Forms up to ${monthText(month)}:` : '';
}

function monthText(month: string): string {
  return months('UTC').format(Date.parse(month));
}

type Filter = HistoryFilter & {
  /** The list shows the forms of this month and of earlier months, each by the date in the form's own zone. */
  readonly month?: string;
};

interface PastEntriesProps {
  readonly onEdit: (form: Form) => void;
}

/** Lists all forms except the latest one, or the forms up to a month, or the forms with a searched text in a note. */
export function PastEntries({ onEdit }: PastEntriesProps) {
  const user = useUser();
  const [month, setMonth] = useState('');
  const [typed, setTyped] = useState('');
  const [search, setSearch] = useState('');
  const [isOpen, setOpen] = useState(false);
  const toggle = useRef<HTMLButtonElement>(null);
  const available = useFormMonths(user, isOpen);
  const isOffline = isUnreached(available, useIsOffline());
  const filter: Filter = search
    ? { search }
    : month
      ? { to: isoOf(midnightOf(monthAfter(month)) + DAY_MS), month }
      : {};
  const history = useFormHistory(user, filter);
  const isFound =
    !history.isPlaceholderData && history.data?.pages.some(({ length }) => length > 0);

  function choose(chosen: string) {
    setMonth(chosen);
    setTyped('');
    setSearch('');
  }

  return (
    <div className="stack">
      <Button
        kind="quiet"
        icon="search"
        ref={toggle}
        isExpanded={isOpen}
        onPress={() => setOpen(!isOpen)}
      >
        Find a form
      </Button>
      {isOpen && (
        <div className="field-row">
          <SelectField label="Go to month" value={search ? '' : month} onChange={choose}>
            <option value="">Latest forms</option>
            {(available.data ?? []).map((each) => (
              <option key={each} value={each}>
                {monthText(each)}
              </option>
            ))}
          </SelectField>
          <form
            className="search"
            onSubmit={(event) => {
              event.preventDefault();
              setSearch(typed.trim());
            }}
          >
            <TextField
              label="Search in notes"
              value={typed}
              maxLength={MAX_NAME_LENGTH}
              onChange={setTyped}
            />
            <Button type="submit">Search</Button>
          </form>
        </div>
      )}
      {isOpen && available.isError && !isOffline && (
        <Message kind="danger">
          We couldn’t load the months.{' '}
          <Button kind="quiet" icon="refresh" onPress={available.refetch}>
            Try again
          </Button>
        </Message>
      )}
      <div className="search-state">
        <p role="status">{stateOf(search, month, isFound)}</p>
        {(search || month) && (
          <Button
            kind="quiet"
            icon="clear"
            onPress={() => {
              choose('');
              // The pressed button is unmounted, so the focus would be lost.
              toggle.current?.focus();
            }}
          >
            Show all forms
          </Button>
        )}
      </div>
      <FoundForms filter={filter} onEdit={onEdit} />
    </div>
  );
}

function FoundForms({ filter, onEdit }: PastEntriesProps & { readonly filter: Filter }) {
  const user = useUser();
  const [today] = useToday(user.timeZone);
  const history = useFormHistory(user, filter);
  const isFiltered = Boolean(filter.to || filter.search);
  const isOut = isUnreached(history, useIsOffline());
  const { month } = filter;
  const forms = (history.data?.pages.flat() ?? [])
    .slice(isFiltered ? 0 : 1)
    // While the forms of another month or search load, the previous forms are still shown.
    .filter((form) => !month || history.isPlaceholderData || monthOf(dayOf(form)) <= month);
  const isAll = history.data !== undefined && !history.hasNextPage;
  const span = spanOf(forms, { to: filter.to, isAll });
  const others = usePastRows(filter.search ? NO_TIME : span);
  const pages = history.data?.pages ?? [];
  // Without a connection, the history ends with the oldest form on this device.
  const isEnd =
    isRestored(useQueryClient()) && !isFiltered && !history.hasNextPage && pages.length > 1;
  const rows = [
    ...forms.map((form) => ({
      key: form.id,
      at: form.date,
      zone: form.timeZone,
      row: <FormRow form={form} onEdit={onEdit} />,
    })),
    ...(filter.search ? [] : others),
  ];
  const entries = rows
    .map((each) => ({ ...each, day: dayOfRow(each) }))
    .filter(({ day }) => !month || monthOf(day) <= month)
    .sort((a, b) => b.at.localeCompare(a.at));
  return (
    <>
      {(history.isPending || history.isPlaceholderData) && <Loading />}
      {entries.length > 0 && (
        <ul className="entry-list" aria-label="Past Forms">
          {entries.map(({ key, day, row }, index) => (
            <li key={key}>
              {entries[index - 1]?.day !== day && <h3>{dayText(day, today, user)}</h3>}
              {row}
            </li>
          ))}
        </ul>
      )}
      {history.data && !history.isPlaceholderData && entries.length === 0 && (
        <p role="status">
          {filter.search ? `No note contains “${filter.search}”.` : 'No past forms available.'}
        </p>
      )}
      {isOut && !history.data && <NotOnDevice what="forms" />}
      {history.isError && !isOut && (
        <>
          <Message kind="danger">Failed to load form history</Message>
          <Button onPress={history.refetch}>Try again</Button>
        </>
      )}
      {history.hasNextPage && (
        <Button busy={history.isFetchingNextPage} onPress={history.fetchNextPage}>
          {history.isFetchingNextPage ? 'Loading...' : 'Show older forms'}
        </Button>
      )}
      {(isEnd || (isOut && history.isFetchNextPageError)) && (
        <p>You can see older forms when you’re online again.</p>
      )}
    </>
  );
}

/**
 * The span of the entries of other kinds to list. It starts at the oldest listed form, or has no start if all forms
 * are listed.
 */
function spanOf(
  forms: readonly Form[],
  { to, isAll }: { readonly to: string | undefined; readonly isAll: boolean },
): Instants {
  const oldest = forms.at(-1);
  if (!oldest && !isAll) return NO_TIME;
  const from = isAll || !oldest ? 0 : Date.parse(oldest.date);
  return { from, to: to === undefined ? FAR_MS : Date.parse(to) };
}

/** The month of a day: 'YYYY-MM'. */
function monthOf(day: CalendarDate): string {
  return day.slice(0, 'YYYY-MM'.length);
}

/** 'Today', 'Yesterday', 'Wed, Nov 18', or with the year for a day of another year. */
function dayText(day: CalendarDate, today: CalendarDate, style: DateStyle): string {
  if (day === today) return 'Today';
  if (day === addDays(today, -1)) return 'Yesterday';
  const isThisYear = day.slice(0, 'YYYY'.length) === today.slice(0, 'YYYY'.length);
  return (isThisYear ? days : daysWithYear)('UTC', style).format(midnightOf(day));
}

/** The first day of the month after 'YYYY-MM'. */
function monthAfter(month: string): string {
  return `${addDays(`${month}-01`, 31).slice(0, 'YYYY-MM'.length)}-01`;
}
