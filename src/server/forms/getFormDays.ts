import { FormDays, MOST_FORM_DAYS, monthOf } from '../../domain/form-days.ts';
import { instantsAround, spanOf } from '../../domain/windows.ts';
import { addDays, dateOf, daysBetween, type Instant, localTimeOf } from '../../domain/zone.ts';
import { fail } from '../platform/http/fail.ts';
import { route } from '../platform/http/route.ts';
import { findSlots } from '../profile/queries/symptoms.ts';
import { findNewestForms, findNextTimes } from './queries/forms.ts';

/** How many forms are read at once. A usual month fits in the first page. */
const PAGE_SIZES = { first: 200, next: 400 };

/**
 * The days with forms, and the nearest months before and after them that have forms. The zone of each form decides its
 * day.
 */
export const getFormDays = route(
  'getFormDays',
  async ({ context: { db }, input, access: { userId } }) => {
    const range = { first: input.from, last: input.to };
    if (daysBetween(range.first, range.last) > MOST_FORM_DAYS) throw fail('tooManyDays');
    // The names that the charts offer, so that a file with any number of names does not make the answer long.
    const { slots, past } = await findSlots(db, userId);
    const names = new Set([...slots, ...past]);
    const days = new FormDays();
    const around = instantsAround(spanOf(range));
    for await (const page of findNewestForms(db, userId, around, PAGE_SIZES)) {
      for (const { loggedAt, timeZone, ratings } of page) {
        const localTime = localTimeOf(loggedAt, timeZone);
        days.add({ localTime, ratings: ratings.filter(({ name }) => names.has(name)) });
      }
    }
    const before = days.within({ first: addDays(range.first, -2), last: addDays(range.first, -1) });
    const after = days.within({ first: addDays(range.last, 1), last: addDays(range.last, 2) });
    const months = async (side: 'before' | 'after', at: Instant) =>
      (await findNextTimes(db, userId, side, at))
        .map(({ loggedAt, timeZone }) => monthOf(dateOf(loggedAt, timeZone)))
        .sort();
    const [earlier, later] = [before.at(-1), after.at(0)];
    return {
      days: days.within(range),
      older: earlier
        ? monthOf(earlier.day)
        : ((await months('before', around.from)).at(-1) ?? null),
      newer: later ? monthOf(later.day) : ((await months('after', around.to)).at(0) ?? null),
    };
  },
  { isHeavy: true },
);
