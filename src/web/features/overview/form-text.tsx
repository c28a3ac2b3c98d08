import type { ReactNode } from 'react';
import type { Form } from '../../../contract/entities.ts';
import { SYMPTOM_KEYS } from '../../../domain/symptoms.ts';
import { useUser } from '../../api/user.ts';
import { formTime } from './form-time.ts';

/** A saved form in a list: its number, time, ratings and notes. */
export function FormText({
  form,
  children,
}: {
  readonly form: Form;
  readonly children?: ReactNode;
}) {
  const { day, time } = formTime(form.date, form.timeZone, useUser());
  const ratings = SYMPTOM_KEYS.flatMap((key) => form.symptomData[key] ?? []);
  return (
    <div className="form-row-text">
      <span className="form-row-number">Form #{form.formNumber}</span>
      <span>
        {day}, <span className="form-row-time">{time}</span>
      </span>
      <span className="form-row-ratings">
        {ratings.map(({ name, severity }) => `${name} ${severity}`).join(', ') || 'No symptoms'}
      </span>
      {ratings.map(
        ({ name, notes }) =>
          notes && (
            <span key={name} className="soft form-row-note">
              {name}: {notes}
            </span>
          ),
      )}
      {children}
    </div>
  );
}
