import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { counted } from '../../domain/counted.ts';
import { addDays, type CalendarDate } from '../../domain/zone.ts';
import { RowPress } from '../entries/entry-row.tsx';
import type { TimedRow } from '../entries/view.ts';
import { useToday } from '../platform/use-today.ts';
import { useUser } from '../platform/user.ts';
import { nearWeekdayText } from '../ui/calendar-date-text.ts';
import { Dialog } from '../ui/dialog.tsx';
import { type PastRow, pastText } from './views.ts';

/** The entries of a day, the newest first. */
export interface DayOfEntries {
  readonly day: CalendarDate;
  readonly forms: readonly TimedRow[];
  readonly others: readonly PastRow[];
}

/** A day of the history: its forms, and one line for all other entries, which opens their list. */
export function PastDay({
  of: { day, forms, others },
  hasLatest,
}: {
  readonly of: DayOfEntries;
  /** Whether the latest form is of this day. It stands under another tab. */
  readonly hasLatest: boolean;
}) {
  const user = useUser();
  const [today] = useToday(user.timeZone);
  const name = nearWeekdayText(day, today, user);
  const heading = (
    <div className="past-day">
      <h3>{nearText(day, today) + name}</h3>
      {forms.length > 0 && <span>{counted(forms.length, hasLatest ? 'other form' : 'form')}</span>}
    </div>
  );
  return (
    <>
      {forms.map(({ key, row }, index) => (
        <li key={key}>
          {index === 0 && heading}
          {row}
        </li>
      ))}
      {others.length > 0 && (
        <li>
          {forms.length === 0 && heading}
          <Others title={name} rows={others} />
        </li>
      )}
    </>
  );
}

function Others({ title, rows }: { readonly title: string; readonly rows: readonly PastRow[] }) {
  const [isOpen, setIsOpen] = useState(false);
  useCloseAfterDeletion(rows.length, () => setIsOpen(false));
  return (
    <>
      <RowPress onOpen={() => setIsOpen(true)}>
        <span className="past-others">{pastText(rows)}</span>
      </RowPress>
      {isOpen && (
        <Dialog title={title} onClose={() => setIsOpen(false)}>
          <ul className="entry-list">
            {[...rows].reverse().map(({ key, row }) => (
              <li key={key} className="today-item">
                {row}
              </li>
            ))}
          </ul>
        </Dialog>
      )}
    </>
  );
}

/** Calls `close` when there are fewer rows than before, so that what the page says of a deletion can be seen. */
function useCloseAfterDeletion(count: number, close: () => void): void {
  const before = useRef(count);
  const onFewer = useEffectEvent(close);
  useEffect(() => {
    if (count < before.current) onFewer();
    before.current = count;
  }, [count]);
}

function nearText(day: CalendarDate, today: CalendarDate): string {
  if (day === today) return 'Today, ';
  return day === addDays(today, -1) ? 'Yesterday, ' : '';
}
