import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { Form } from '../../contract/entities.ts';
import { weekStarts } from '../../domain/week-list.ts';
import { addDays, type CalendarDate, DAY_MS, isoOf, midnightOf } from '../../domain/zone.ts';
import { NotOnDevice } from '../entries/not-on-device.tsx';
import { useWaitingForms } from '../entries/use-waiting.ts';
import { FormMonth } from '../forms/form-month.tsx';
import { FormRow } from '../forms/form-row.tsx';
import { FormSearch } from '../forms/form-search.tsx';
import { useFormHistory } from '../forms/queries.ts';
import { WaitingRow, waitingForm } from '../forms/waiting-row.tsx';
import { isRestored } from '../platform/kept.ts';
import { isUnreached, useIsOffline } from '../platform/offline.ts';
import { useUser } from '../platform/user.ts';
import { Button } from '../ui/button.tsx';
import { dayOf } from '../ui/form-time.ts';
import { Loading } from '../ui/loading.tsx';
import { Message } from '../ui/message.tsx';
import { type DayOfEntries, PastDay } from './past-day.tsx';
import { dayOfRow, type PastRow, usePastRows } from './views.ts';

/** An instant later than any entry (ms). */
const FAR_MS = Date.parse('2100-01-01');
/** More than the largest difference between two time zones (ms). */
const APART_MS = 1.2 * DAY_MS;

interface PastEntriesProps {
  readonly onEdit: (form: Form) => void;
}

/** What the list begins with, and how many weeks it has. Without a day, it has all forms but the latest. */
interface Shown {
  readonly until: CalendarDate | undefined;
  readonly weeks: number;
}

const LATEST: Shown = { until: undefined, weeks: 1 };

/** A month, the entries by day, a week at a time, and a search. A press on a day of the month begins the list with it. */
export function PastEntries({ onEdit }: PastEntriesProps) {
  const user = useUser();
  const [shown, setShown] = useState(LATEST);
  const list = useRef<HTMLDivElement>(null);
  const [newest] = useFormHistory(user).data?.pages.flat() ?? [];
  const { until } = shown;
  useEffect(() => {
    // The pressed day stays where it is, if the beginning of its forms is in view.
    if (until) list.current?.scrollIntoView({ block: 'nearest' });
  }, [until]);
  return (
    <div className="past">
      {newest && (
        <div className="past-month">
          <FormMonth
            newest={dayOf(newest)}
            chosen={until}
            onChoose={(day) => setShown({ until: day, weeks: 1 })}
          />
        </div>
      )}
      <div className="past-list">
        <div className="past-begin" ref={list} />
        <PastDays
          shown={shown}
          onMore={() => setShown(({ weeks }) => ({ until, weeks: weeks + 1 }))}
          onEdit={onEdit}
        />
        {newest && <FormSearch onEdit={onEdit} />}
      </div>
    </div>
  );
}

function PastDays({
  shown: { until, weeks },
  onMore,
  onEdit,
}: PastEntriesProps & { readonly shown: Shown; readonly onMore: () => void }) {
  const user = useUser();
  const history = useFormHistory(user, until ? { to: isoOf(endOf(until)) } : {});
  const isOffline = useIsOffline();
  const isOut = isUnreached(history, isOffline);
  const { isPlaceholderData, hasNextPage, isFetchingNextPage, isError } = history;
  const isAll = history.data !== undefined && !hasNextPage;
  const isUntil = (day: CalendarDate) => !until || day <= until;
  const all = history.data?.pages.flat() ?? [];
  const latestDay = !until && all[0] ? dayOf(all[0]) : undefined;
  const forms = all
    .slice(until ? 0 : 1)
    // While the forms of another day load, the previous forms are still shown.
    .filter((form) => isPlaceholderData || isUntil(dayOf(form)));

  // The weeks by the forms alone. Entries of other kinds can only add weeks, which are newer than the last one of these.
  const formDays = forms.map(dayOf).sort().reverse();
  const last = weekStarts(formDays)[weeks - 1];
  const next = last && formDays.find((day) => day < last);
  // A week is whole only once an older form is known.
  const isShort = !isAll && next === undefined && !isPlaceholderData && !isError;
  const fetchNext = useEffectEvent(() => void history.fetchNextPage());
  const isWanted = isShort && history.data !== undefined && !isFetchingNextPage;
  useEffect(() => {
    if (isWanted) fetchNext();
  }, [isWanted]);

  const others = usePastRows({
    from: isAll && !next ? 0 : midnightOf(next ?? formDays.at(-1) ?? '2100-01-01'),
    to: until ? endOf(until) : FAR_MS,
  }).filter((row) => {
    const day = dayOfRow(row);
    return (
      (!next || day > next) &&
      (isAll || isPlaceholderData || day >= (formDays.at(-1) ?? day)) &&
      isUntil(day)
    );
  });
  const waiting = useWaitingForms()
    .filter(({ draft }) => !draft.edited)
    .map((entry) => waitingForm(entry, user.timeZone))
    .filter(({ day }) => isUntil(day) && (isAll || day > (next ?? '')));
  const days = dividedByDay(
    [
      ...forms.map((form) => ({
        key: form.id,
        at: form.date,
        zone: form.timeZone,
        row: <FormRow form={form} onEdit={onEdit} />,
      })),
      ...waiting.map((form) => ({
        key: form.id,
        at: form.at,
        zone: form.timeZone,
        row: <WaitingRow form={form} />,
      })),
    ],
    others,
  );
  const starts = weekStarts(days.map(({ day }) => day));
  const start = starts[weeks - 1];
  const inWeeks = start === undefined ? days : days.filter(({ day }) => day >= start);
  const hasOlder = inWeeks.length < days.length || hasNextPage;
  const isLoading = isFetchingNextPage || isWanted;
  // Without a connection, the history ends with the oldest form on this device.
  const isRestoredList = isRestored(useQueryClient()) && (history.data?.pages.length ?? 0) > 1;
  const isEnd = !hasOlder && (until ? isOffline : isRestoredList);
  return (
    <>
      {(history.isPending || isPlaceholderData) && <Loading />}
      {inWeeks.length > 0 && (
        <ul className="entry-list" aria-label="Past Forms">
          {inWeeks.map((each) => (
            <PastDay key={each.day} of={each} hasLatest={each.day === latestDay} />
          ))}
        </ul>
      )}
      {history.data && !isPlaceholderData && days.length === 0 && (
        <p role="status">No past forms available.</p>
      )}
      {isOut && !history.data && <NotOnDevice what="forms" />}
      {isError && !isOut && (
        <>
          <Message kind="danger">Failed to load form history</Message>
          <Button onPress={history.refetch}>Try again</Button>
        </>
      )}
      {hasOlder && (
        <Button busy={isLoading} wide onPress={onMore}>
          {isLoading ? 'Loading...' : 'Show older forms'}
        </Button>
      )}
      {(isEnd || (isOut && history.isFetchNextPageError)) && (
        <p>You can see older forms when you’re online again.</p>
      )}
    </>
  );
}

/** After the last instant that a day may have in any zone. */
function endOf(day: CalendarDate): number {
  return midnightOf(addDays(day, 1)) + APART_MS;
}

/** The days with entries, the newest first. The entries of a day are in this order, too. */
function dividedByDay(
  forms: readonly DayOfEntries['forms'][number][],
  others: readonly PastRow[],
): DayOfEntries[] {
  const days = new Map<CalendarDate, { forms: typeof forms; others: typeof others }>();
  for (const row of forms) {
    const day = days.get(dayOfRow(row)) ?? { forms: [], others: [] };
    days.set(dayOfRow(row), { ...day, forms: [...day.forms, row] });
  }
  for (const row of others) {
    const day = days.get(dayOfRow(row)) ?? { forms: [], others: [] };
    days.set(dayOfRow(row), { ...day, others: [...day.others, row] });
  }
  const byTime = <Entry extends { readonly at: string }>(rows: readonly Entry[]) =>
    [...rows].sort((a, b) => b.at.localeCompare(a.at));
  return [...days]
    .sort(([one], [other]) => other.localeCompare(one))
    .map(([day, rows]) => ({ day, forms: byTime(rows.forms), others: byTime(rows.others) }));
}
