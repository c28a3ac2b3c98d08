import { useId } from 'react';
import type { DateStyle } from '../../../domain/formats.ts';
import { clockText, medicationLabel } from '../../../domain/regimen.ts';
import { compareText } from '../../../domain/sorted.ts';
import type { VisitDoses, VisitMedication } from '../../../domain/visit-summary.ts';
import { minutesText } from '../../../domain/visit-words.ts';
import { VisitTable, Whole } from './visit-table.tsx';

/** How each medication was planned, and how its doses were logged. */
export function VisitDosesCard({
  medication: { doses },
  style,
}: {
  readonly medication: VisitMedication;
  readonly style: DateStyle;
}) {
  const id = useId();
  if (doses.length === 0) return null;
  return (
    <section className="card" aria-labelledby={id}>
      <h2 id={id}>Doses</h2>
      <VisitTable
        caption="Doses by medication"
        head={['Medication', 'Planned', 'Logged', 'Minutes from plan, median (quartiles)']}
        rows={doses.map((each) => ({
          key: each.medicationId,
          cells: [
            each.regimen ? medicationLabel(each.regimen) : each.name,
            <Planned key="planned" of={each} style={style} />,
            <span key="logged" className="visit-whole">
              {each.planned === 0
                ? `${each.dosesPerDay.toFixed(1)} a day`
                : `${each.taken + each.skipped} of ${each.planned}`}
            </span>,
            <span key="off" className="visit-whole">
              {minutesText(each.minutesOff)}
            </span>,
          ],
        }))}
      />
      <details className="fold">
        <summary>Show the numbers</summary>
        <VisitTable
          caption="Numbers of doses"
          head={['Medication', 'Taken', 'Skipped', 'Not logged', 'With a planned time', 'A day']}
          rows={doses.map((each) => ({
            key: each.medicationId,
            cells: [
              each.name,
              each.taken,
              each.skipped,
              each.notLogged,
              each.timed,
              each.dosesPerDay.toFixed(1),
            ],
          }))}
        />
        <p className="soft small">
          A dose that was not logged may still have been taken. A minus sign means before the
          planned time.
        </p>
      </details>
    </section>
  );
}

/** '8:00 AM, noon, as needed'. No line breaks within a time. */
function Planned({
  of: { regimen },
  style,
}: {
  readonly of: VisitDoses;
  readonly style: DateStyle;
}) {
  const times = regimen?.times.map(({ time }) => time).sort(compareText) ?? [];
  const planned = times.map((time) => clockText(time, style));
  if (regimen?.asNeeded) planned.push('as needed');
  if (planned.length === 0) return '–';
  return <Whole texts={planned} />;
}
