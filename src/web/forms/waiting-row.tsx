import { dateFormats } from '../../domain/formats.ts';
import { type CalendarDate, dateOf } from '../../domain/zone.ts';
import { EntryRow } from '../entries/entry-row.tsx';
import { useFormStore } from '../entries/use-entries.tsx';
import { useUser } from '../platform/user.ts';
import { Ratings } from './form-text.tsx';
import { RatingChips } from './rating-chips.tsx';
import { ratingsOf } from './ratings-text.ts';
import type { Ratings as FormRatings } from './store/draft.ts';
import type { Entry } from './store/form-list.ts';

const clocks = dateFormats({ timeStyle: 'short' });
const days = dateFormats({ month: 'short', day: 'numeric' });

/** A form that waits on this device to be sent. */
export interface WaitingForm {
  readonly id: string;
  /** The time that it is for (ISO instant). */
  readonly at: string;
  readonly timeZone: string;
  /** The date of `at` in `timeZone`. */
  readonly day: CalendarDate;
  readonly symptomData: FormRatings;
}

/** @param zone the zone of a form whose own zone is not known */
export function waitingForm({ draft, submission }: Entry, zone: string): WaitingForm {
  const at = draft.loggedAt ?? submission?.enteredAt ?? '';
  const timeZone = submission?.timeZone ?? zone;
  return {
    id: draft.submissionId,
    at,
    timeZone,
    day: dateOf(Date.parse(at), timeZone),
    symptomData: submission?.formData ?? {},
  };
}

/** A waiting form among the entries of a day. A press opens it, so that it can be changed before it is sent. */
export function WaitingRow({
  form,
  heads,
  isOfOtherDay = false,
}: {
  readonly form: WaitingForm;
  /** The names of the table that the row is in. */
  readonly heads?: readonly string[] | undefined;
  /** Whether to show the day beside the time. */
  readonly isOfOtherDay?: boolean;
}) {
  const user = useUser();
  const store = useFormStore();
  const { id, at, timeZone } = form;
  const instant = Date.parse(at);
  const title = (
    <>
      {isOfOtherDay && (
        <>
          {days(timeZone, user).format(instant)}
          <br />
        </>
      )}
      {clocks(timeZone, user).format(instant)}
    </>
  );
  return (
    <EntryRow
      title={title}
      action="Open your form"
      note={ratingsOf(form).find(({ notes }) => notes)?.notes}
      isWaiting
      onOpen={() => void store.reopen(id)}
    >
      {heads ? <RatingChips form={form} names={heads} /> : <Ratings form={form} />}
    </EntryRow>
  );
}
