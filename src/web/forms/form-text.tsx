import { Fragment, type ReactNode } from 'react';
import type { Form } from '../../contract/entities.ts';
import type { CalendarDate } from '../../domain/zone.ts';
import { EnteredBy } from '../entries/entered-by.tsx';
import { useToday } from '../platform/use-today.ts';
import { useUser } from '../platform/user.ts';
import { calendarDateText, nearDayText } from '../ui/calendar-date-text.ts';
import { dayOf, formTime } from '../ui/form-time.ts';
import { useIsWide } from '../ui/use-is-wide.ts';
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

/** 'Nov 22, 2026'; on a phone without the year, if it is this one. */
function useShortDay(day: CalendarDate): string {
  const user = useUser();
  const [today] = useToday(user.timeZone);
  const isWide = useIsWide();
  return isWide ? calendarDateText(day, 'medium', user) : nearDayText(day, today, user);
}

/** A saved form in a list: its number, time, ratings and notes. */
export function FormText({
  form,
  children,
}: {
  readonly form: Form;
  readonly children?: ReactNode;
}) {
  const user = useUser();
  const { time } = formTime(form.date, form.timeZone, user);
  const day = useShortDay(dayOf(form));
  const ratings = ratingsOf(form);
  return (
    <div className="entry-row-text">
      <span className="entry-row-number">Form #{form.formNumber}</span>
      <span>
        {day}, {/* A browser may name the zone otherwise than the server did. */}
        <span className="entry-row-time" suppressHydrationWarning>
          {time}
        </span>
      </span>
      <span className="entry-row-ratings">
        <Ratings form={form} />
      </span>
      {ratings.map(
        ({ name, notes }) =>
          notes && (
            <span key={name} className="soft entry-row-note">
              {name}: “{notes}”
            </span>
          ),
      )}
      <EnteredBy author={form.author} />
      {children}
    </div>
  );
}
