import { useId } from 'react';
import type { CheckInWeek } from '../../../domain/check-in-weeks.ts';
import type { DateStyle } from '../../../domain/formats.ts';
import { shortDay } from '../../../domain/visit-days.ts';
import { VisitTable } from './visit-table.tsx';

/** Sleep, exercise and mood as weekly means. */
export function VisitWeeks({
  weeks,
  style,
}: {
  readonly weeks: readonly CheckInWeek[];
  readonly style: DateStyle;
}) {
  const id = useId();
  const text = ({ mean, days }: CheckInWeek['sleep'], digits: number) =>
    mean === null ? `too few days (${days})` : `${mean.toFixed(digits)} (${days})`;
  return (
    <section className="card" aria-labelledby={id}>
      <h2 id={id}>Sleep, exercise and mood</h2>
      <p className="soft small">
        Means of a week, with the number of days. Mood is from 1, very low, to 5, very good.
      </p>
      <VisitTable
        caption="Means of each week"
        head={['Week', 'Sleep, hours', 'Exercise, minutes a day', 'Mood']}
        rows={weeks.map(({ first, last, sleep, exercise, mood }) => ({
          key: first,
          cells: [
            `${shortDay(first, style)} to ${shortDay(last, style)}`,
            text(sleep, 1),
            text(exercise, 0),
            text(mood, 1),
          ],
        }))}
      />
    </section>
  );
}
