import './medication-rows.css';
import { useRef, useState } from 'react';
import { isRefused } from '../entries/device-queue.ts';
import { Refusal } from '../entries/refusal.tsx';
import { useAsked } from '../platform/navigation.tsx';
import { useMinute } from '../platform/use-today.ts';
import { useUser } from '../platform/user.ts';
import { Button } from '../ui/button.tsx';
import { ForWhom } from '../ui/for-whom.tsx';
import { Message } from '../ui/message.tsx';
import { timeText } from '../ui/time-text.ts';
import { useDoseQueue, useQueuedDoses } from './dose-kind.ts';
import { medicationRows } from './medication-row.ts';
import { OneMedication } from './one-medication.tsx';
import { useMedications } from './queries.ts';
import { type TimeGroup as Group, PAUSE_MS, rowsByTime } from './rows-by-time.ts';
import { TimeGroup } from './time-group.tsx';
import { useDoses } from './use-doses.ts';

/** How many rows are shown before 'More medications'. Pills of the same time are not parted. */
const FIRST_ROWS = 3;

/** A row for each medication in force, by planned time. One press logs what is planned around now, or as needed. */
export function MedicationRows() {
  const user = useUser();
  const medications = useMedications(user.id).data ?? [];
  const doses = useDoses();
  const now = useMinute();
  const [isAll, setIsAll] = useState(false);
  /** The groups (`keyOf`) from the first to the last, as they are shown. */
  const [order, setOrder] = useState('');
  const section = useRef<HTMLElement>(null);
  const rows = doses ? medicationRows(medications, doses, { now, zone: user.timeZone }) : [];
  const hasRows = rows.length > 0;
  const { queued, isUnstored } = useQueuedDoses();
  // The only medication may have been deleted on another device while a dose of it waited.
  const hasUnsaved = isUnstored || queued.some(isRefused);
  // A dose reminder opens the app with `?dose`. The row of the dose may be hidden behind 'More' or scrolled out of
  // view.
  useAsked(
    'dose',
    () => {
      setIsAll(true);
      section.current?.focus();
    },
    hasRows,
  );
  if (!doses || !(hasRows || hasUnsaved)) return null;
  const byTime = rowsByTime(rows, doses, now);
  // A press must not bring another medication under the finger.
  const isFresh = doses.some(({ enteredAt }) => Math.abs(now - Date.parse(enteredAt)) < PAUSE_MS);
  const groups = isFresh ? inOrder(byTime, order) : byTime;
  const shown = groups.map(keyOf).join(' ');
  if (shown !== order) setOrder(shown);
  const first = firstOf(groups);
  return (
    <section ref={section} className="card medication-rows" tabIndex={-1} aria-label="Medication">
      <ForWhom />
      {(isAll ? groups : first).map((group) => {
        const [row] = group.rows;
        if (group.at !== undefined) {
          return <TimeGroup key={group.at} of={group} at={group.at} saved={doses} now={now} />;
        }
        return (
          row && (
            <OneMedication key={row.medication.medicationId} of={row} saved={doses} now={now} />
          )
        );
      })}
      {first.length < groups.length && (
        <div className="row-actions">
          <Button kind="quiet" isExpanded={isAll} onPress={() => setIsAll(!isAll)}>
            {isAll ? 'Fewer medications' : 'More medications'}
          </Button>
        </div>
      )}
      <NotSaved now={now} />
    </section>
  );
}

/** The medication by which a group is found again, also after its rows have got another time. */
function keyOf({ rows: [first] }: Group): string {
  return first?.medication.medicationId ?? '';
}

/** Sorts groups as they were. New ones keep their place among the others. */
function inOrder(groups: readonly Group[], order: string): readonly Group[] {
  const places = order.split(' ');
  const known = groups.filter((each) => places.includes(keyOf(each)));
  const sorted = [...known].sort((a, b) => places.indexOf(keyOf(a)) - places.indexOf(keyOf(b)));
  return groups.map((each) => (known.includes(each) ? (sorted.shift() ?? each) : each));
}

function firstOf(groups: readonly Group[]): readonly Group[] {
  let count = 0;
  return groups.filter(({ rows }) => {
    const isFirst = count < FIRST_ROWS;
    count += rows.length;
    return isFirst;
  });
}

/** Lists the doses that the server rejected, until the person sends or deletes them. */
function NotSaved({ now }: { readonly now: number }) {
  const user = useUser();
  const queue = useDoseQueue();
  const { queued, isUnstored } = useQueuedDoses();
  return (
    <>
      {isUnstored && (
        <Message kind="warning">
          This browser can’t store your doses. Please keep this page open until they are sent.
        </Message>
      )}
      {queued.map((each) => (
        <Refusal
          key={each.id}
          of={each}
          queue={queue}
          name={`${each.entry.name}, ${timeText(Date.parse(each.entry.takenAt), now, user)},`}
        />
      ))}
    </>
  );
}
