import { useId } from 'react';
import type { DateStyle } from '../../../domain/formats.ts';
import { clockText } from '../../../domain/regimen.ts';
import { shortDay } from '../../../domain/visit-days.ts';
import type { VisitNotes } from '../../../domain/visit-summary.ts';

/** The newest notes of the period. */
export function VisitNotesCard({
  notes: { count, shown },
  style,
}: {
  readonly notes: VisitNotes;
  readonly style: DateStyle;
}) {
  const id = useId();
  return (
    <section className="card visit-notes" aria-labelledby={id}>
      <h2 id={id}>Notes</h2>
      <details className="fold">
        <summary>
          {count > shown.length
            ? `The newest ${shown.length === 1 ? 'note' : `${shown.length} notes`} of ${count}`
            : `Notes: ${count}`}
        </summary>
        <ul className="visit-lines">
          {shown.map(({ day, time, symptom, text, isCut }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two notes may be equal
            <li key={index}>
              <b>
                {shortDay(day, style)}, {clockText(time, style)}, {symptom}:
              </b>{' '}
              {text}
              {isCut && '… (cut here)'}
            </li>
          ))}
        </ul>
      </details>
    </section>
  );
}
