import { Fragment, type ReactNode } from 'react';
import type { Form } from '../../contract/entities.ts';
import { EnteredBy } from '../entries/entered-by.tsx';
import { useUser } from '../platform/user.ts';
import { formTime } from '../ui/form-time.ts';
import { NO_BREAK, ratingsOf } from './ratings-text.ts';

/** 'Tremor 4, Stiffness 2', with the values in bold. */
export function Ratings({ form }: { readonly form: Pick<Form, 'symptomData'> }) {
  const ratings = ratingsOf(form);
  if (ratings.length === 0) return 'No symptoms';
  return ratings.map(({ name, severity }, index) => (
    <Fragment key={name}>
      {index > 0 && ', '}
      {name}
      {NO_BREAK}
      <b className="severity">{severity}</b>
    </Fragment>
  ));
}

/** A saved form in a list: its number, time, ratings and notes. */
export function FormText({
  form,
  children,
}: {
  readonly form: Form;
  readonly children?: ReactNode;
}) {
  const { day, time } = formTime(form.date, form.timeZone, useUser());
  const ratings = ratingsOf(form);
  return (
    <div className="entry-row-text">
      <span className="entry-row-number">Form #{form.formNumber}</span>
      <span>
        {day}, <span className="entry-row-time">{time}</span>
      </span>
      <span className="entry-row-ratings">
        <Ratings form={form} />
      </span>
      {ratings.map(
        ({ name, notes }) =>
          notes && (
            <span key={name} className="soft entry-row-note">
              {name}: {notes}
            </span>
          ),
      )}
      <EnteredBy author={form.author} />
      {children}
    </div>
  );
}
