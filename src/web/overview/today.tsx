import { Fragment, useState } from 'react';
import type { Dose, Form } from '../../contract/entities.ts';
import { checkInDay } from '../../domain/check-in.ts';
import { dateFormats } from '../../domain/formats.ts';
import { TIME_OF_DAY_WORDS, TIMES_OF_DAY, timeOfDay } from '../../domain/severity.ts';
import { diaryDaysBefore } from '../../domain/visit.ts';
import { visitDayText } from '../../domain/visit-days.ts';
import { addDays, dateOf, hourOf, localTimeOf } from '../../domain/zone.ts';
import { answersOf, useShownCheckIns } from '../check-ins/kind.ts';
import { CheckInRow } from '../check-ins/row.tsx';
import { EntryRow } from '../entries/entry-row.tsx';
import { useWaitingForms } from '../entries/use-waiting.ts';
import { Ratings } from '../forms/form-text.tsx';
import { useFormHistory } from '../forms/queries.ts';
import { ratingsOf } from '../forms/ratings-text.ts';
import { type WaitingForm, WaitingRow, waitingForm } from '../forms/waiting-row.tsx';
import { DoseRow } from '../medication/dose-row.tsx';
import { useDoses } from '../medication/use-doses.ts';
import { Link, useAddress } from '../platform/navigation.tsx';
import { useMinute, useTimeOfDay, useToday } from '../platform/use-today.ts';
import { useMayLog, useUser } from '../platform/user.ts';
import { dayOf } from '../ui/form-time.ts';
import { useVisits } from '../visits/use-visits.ts';

const clocks = dateFormats({ timeStyle: 'short' });

/** Today's entries in order of time, and the parts of the day without an entry. A press on a row opens its entry. */
export function Today({ onEdit }: { readonly onEdit: (form: Form) => void }) {
  const user = useUser();
  const [today] = useToday(user.timeZone);
  const now = useTimeOfDay(user.timeZone);
  const minute = useMinute();
  const allCheckIns = useShownCheckIns();
  const newest = useFormHistory(user).data?.pages[0] ?? [];
  const doses = (useDoses() ?? []).filter(
    (dose) => dateOf(Date.parse(dose.takenAt), dose.timeZone) === today,
  );
  const { alsoYesterday } = checkInDay(minute, user.timeZone);
  const checkIns = (alsoYesterday ? [addDays(today, -1), today] : [today]).flatMap(
    (day) => allCheckIns?.find(({ key }) => key === day) ?? (allCheckIns ? { key: day } : []),
  );
  const hasCheckIn = checkIns.some((each) => answersOf(each) !== undefined);
  // For a caregiver who may not log, only answered check-ins are shown.
  const mayLog = useMayLog();
  const shownCheckIns = checkIns.filter((each) => mayLog || answersOf(each) !== undefined);
  const isAsked = useAddress().parameters.has('checkin');
  // The check-in row removes the parameter from the address when it opens, so `wasAsked` remembers it.
  const [wasAsked, setWasAsked] = useState(isAsked);
  if (isAsked && !wasAsked) setWasAsked(true);
  const visit = useVisitToday(today);
  const waiting = useWaitingForms().map((entry) => waitingForm(entry, user.timeZone));
  const [others, waitingToday] = [
    waiting.filter(({ day }) => day !== today),
    waiting.filter(({ day }) => day === today),
  ];
  // Without any entry, Today is hidden. The history tells a new person how to begin.
  const hasEntry = [newest, doses, waiting].some(({ length }) => length > 0);
  if (!hasEntry && !hasCheckIn && !wasAsked && !visit) return null;
  const entries: readonly TodayEntry[] = [
    ...newest.filter((form) => dayOf(form) === today).map((form) => ({ at: form.date, form })),
    ...doses.map((dose) => ({ at: dose.takenAt, dose })),
    ...waitingToday.map((each) => ({ at: each.at, waiting: each })),
  ].sort((a, b) => a.at.localeCompare(b.at));
  const parts = TIMES_OF_DAY.map((part) => ({
    part,
    entries: entries.filter(({ at, form, dose, waiting }) => {
      const zone = (form ?? dose ?? waiting)?.timeZone ?? user.timeZone;
      return partOf(Date.parse(at), zone) === part;
    }),
  }));
  const begun = parts.filter(
    ({ part, entries }) =>
      entries.length > 0 || TIMES_OF_DAY.indexOf(part) <= TIMES_OF_DAY.indexOf(now),
  );
  return (
    <section className="card today" aria-labelledby="today">
      <h2 id="today">Today</h2>
      <ul className="today-list">
        {begun.map(({ part, entries }) => (
          <Fragment key={part}>
            {entries.map(({ form, dose, waiting }) => (
              <li key={form?.id ?? dose?.doseId ?? waiting?.id} className="today-item">
                {form && <TodayRow form={form} onEdit={onEdit} />}
                {dose && <DoseRow dose={dose} />}
                {waiting && <WaitingRow form={waiting} />}
              </li>
            ))}
            {entries.length === 0 && (
              <li className="today-item today-empty">{TIME_OF_DAY_WORDS[part]}: nothing yet</li>
            )}
          </Fragment>
        ))}
        {shownCheckIns.map((checkIn, index) => (
          <li key={checkIn.key} className="today-item">
            <CheckInRow
              of={checkIn}
              isYesterday={checkIn.key !== today}
              isAsked={isAsked && index === 0}
            />
          </li>
        ))}
        {visit && (
          <li className="today-item">
            <Link className="today-row" to={visit.to} replace={visit.isDiary}>
              <b>Visit</b>
              <span className="today-text">{visit.text}</span>
            </Link>
          </li>
        )}
      </ul>
      {others.length > 0 && (
        <>
          <h3 id="waiting-days">Waiting from other days</h3>
          <ul className="today-list" aria-labelledby="waiting-days">
            {others.map((each) => (
              <li key={each.id} className="today-item">
                <WaitingRow form={each} isOfOtherDay />
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}

/**
 * The row for the next visit. On the three days before the visit, the row links to the diary. On the day of the visit,
 * it links to the page for the visit.
 */
function useVisitToday(today: string) {
  const user = useUser();
  const day = useVisits()?.next?.day;
  if (!day) return undefined;
  if (day === today) {
    return {
      to: '/dashboard?visit',
      isDiary: false,
      text: 'Your visit is today. Open the page for it.',
    };
  }
  const { first, last } = diaryDaysBefore(day);
  if (today < first || today > last) return undefined;
  const text = `Your visit is on ${visitDayText(day, user)}. Fill in the diary today.`;
  return { to: '/dashboard?diary', isDiary: true, text };
}

/** A form, a dose or a waiting form, and the time that it is for (ISO instant). */
interface TodayEntry {
  readonly at: string;
  readonly form?: Form;
  readonly dose?: Dose;
  readonly waiting?: WaitingForm;
}

function TodayRow({
  form,
  onEdit,
}: {
  readonly form: Form;
  readonly onEdit: (form: Form) => void;
}) {
  const { date, timeZone, formNumber, author, readOnly } = form;
  return (
    <EntryRow
      title={clocks(timeZone, useUser()).format(Date.parse(date))}
      action={`Open Form #${formNumber}`}
      note={ratingsOf(form).find(({ notes }) => notes)?.notes}
      author={author}
      onOpen={readOnly ? undefined : () => onEdit(form)}
    >
      <Ratings form={form} />
    </EntryRow>
  );
}

/** The part of the day at an instant, in a zone. */
function partOf(instant: number, zone: string) {
  return timeOfDay(hourOf(localTimeOf(instant, zone)));
}
