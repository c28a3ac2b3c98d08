import { hasPassed } from '../../domain/clocks.ts';
import { namedSlots, recordPast, type SymptomSlots } from '../../domain/slots.ts';
import type { Instant } from '../../domain/zone.ts';
import { fail } from '../platform/http/fail.ts';
import { route } from '../platform/http/route.ts';
import { changeSlots, findSheetName, findSlots } from '../profile/queries/profiles.ts';
import { findSubmission, type StoredRating } from './queries/forms.ts';
import { addForm } from './queries/new-forms.ts';
import { formAnswer, ratingsOf } from './serializer.ts';

/**
 * The names are kept as they were sent: they are what the person saw and rated, even where a slot was
 * renamed elsewhere meanwhile. A name that is in no slot any more joins the past symptoms, so that what
 * was rated can be charted.
 */
export const saveSymptomForm = route('saveSymptomForm', async ({ context, input, session }) => {
  const { db, clock } = context;
  const { userId } = session;
  const { submissionId = null } = input;
  const times = timesOf(input, clock());
  const slots = await findSlots(db, userId);
  if (namedSlots(slots).length === 0) {
    // The symptoms may have gone since the form was saved and its answer lost.
    const sheetName = await findSheetName(db, userId);
    if (sheetName === undefined) throw fail('userNotFound');
    const saved = await findSubmission(db, userId, submissionId);
    if (!saved) throw fail('noSymptoms');
    return formAnswer(saved, sheetName);
  }
  const ratings = ratingsOf(input.formData);
  const untracked = untrackedNames(ratings, slots);
  if (untracked.length > 0) {
    // A list that is full is no reason to refuse what someone has just rated.
    const record = (current: SymptomSlots) => {
      const outcome = recordPast(current, untracked);
      return 'refused' in outcome ? { state: current } : outcome;
    };
    await changeSlots(db, userId, record, clock());
  }
  const added = await addForm(db, userId, { submissionId, ...times, ratings });
  if (!added) throw fail('userNotFound');
  context.jobs.wake('writeSpreadsheet');
  return formAnswer(added.form, added.sheetName);
});

/**
 * When a form was entered, and the time it is for. Where the browser's clock is ahead of ours, both are now.
 *
 * @throws timeInFuture
 */
function timesOf(
  { enteredAt, loggedAt }: { enteredAt?: string | undefined; loggedAt?: string | undefined },
  now: Instant,
): { loggedAt: Instant; enteredAt: Instant } {
  const entered = enteredAt === undefined ? now : Date.parse(enteredAt);
  const logged = loggedAt === undefined ? entered : Date.parse(loggedAt);
  // Only a time that someone chose is refused: a clock that is wrong keeps nobody's form from us.
  if (loggedAt !== undefined && !hasPassed(logged, now)) throw fail('timeInFuture');
  return { loggedAt: Math.min(logged, entered, now), enteredAt: Math.min(entered, now) };
}

function untrackedNames(ratings: readonly StoredRating[], { slots, past }: SymptomSlots): string[] {
  return ratings
    .map(({ name }) => name)
    .filter((name) => !slots.includes(name) && !past.includes(name));
}
