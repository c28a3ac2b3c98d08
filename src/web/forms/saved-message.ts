import type { Form } from '../../contract/entities.ts';
import { isSameTime } from '../../domain/clocks.ts';
import type { DateStyle } from '../../domain/formats.ts';
import type { Instant } from '../../domain/zone.ts';
import { timeText } from '../ui/time-text.ts';
import { ratingsText } from './ratings-text.ts';
import type { Ratings } from './store/draft.ts';
import type { KeptForm, SavedForm } from './store/form-list.ts';

/**
 * The message about saved forms. It reads back the ratings of a single form, so that a wrong press is noticed; several
 * forms, which were sent later, are only listed. It names the time of a single form unless that is now, and any time
 * that differs from the intended one. For example, if the server's answer was lost and the person submitted the form
 * again later, the form keeps its first time.
 */
export function savedMessage(saved: readonly SavedForm[], now: Instant, style: DateStyle): string {
  const [first] = saved;
  const single = saved.length === 1 ? first : undefined;
  const values = single ? readBack(single.form.symptomData) : '';
  const isNow = !single || isSameTime(Date.parse(single.form.date), Date.parse(single.submittedAt));
  const timeOf = ({ date, timeZone }: Form) =>
    timeText(Date.parse(date), now, { ...style, timeZone });
  const asIntended = saved.filter((each) => !hasOtherTime(each)).map(({ form }) => numberOf(form));
  const others = saved
    .filter(hasOtherTime)
    .map(
      ({ form }) =>
        `Form ${numberOf(form)} is saved for ${timeOf(form)}.${values} To change its time, edit the form.`,
    );
  if (asIntended.length === 1) {
    const time = isNow ? '' : ` for ${timeOf(single.form)}`;
    others.unshift(`Form ${asIntended[0]} is saved${time}.${values}`);
  }
  if (asIntended.length > 1) others.unshift(`Forms ${asIntended.join(', ')} are saved.`);
  return others.join(' ');
}

/** The message about forms that wait on this device; it reads back the ratings of a single form. */
export function keptMessage(kept: readonly KeptForm[]): string {
  const [first] = kept;
  return `Saved on this device.${first && kept.length === 1 ? readBack(first.ratings) : ''}`;
}

/** ' Tremor 4, Stiffness 2.', or '' if nothing is rated. */
function readBack(ratings: Ratings): string {
  const text = ratingsText(ratings);
  return text && ` ${text}.`;
}

function hasOtherTime({ form, sent, submittedAt }: SavedForm): boolean {
  const { edited, loggedAt } = sent;
  // An edit without a time keeps the form's time.
  if (edited && loggedAt === undefined) return false;
  // The times can also differ because the server replaces a time in the future with its own time.
  return !isSameTime(Date.parse(loggedAt ?? submittedAt), Date.parse(form.date));
}

function numberOf({ formNumber }: Form): string {
  return `#${formNumber}`;
}
