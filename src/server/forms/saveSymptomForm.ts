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
 * Saves a new form with the symptom names as sent, because the person saw and rated these names, even if a
 * slot was renamed elsewhere in the meantime. A name that is no longer in a slot joins the past symptoms, so
 * that its ratings can be charted.
 */
export const saveSymptomForm = route('saveSymptomForm', async ({ context, input, session }) => {
  const { db, clock } = context;
  const { userId } = session;
  const { submissionId = null } = input;
  const times = timesOf(input, clock());
  const slots = await findSlots(db, userId);
  if (namedSlots(slots).length === 0) {
    // This may be a retry after a lost answer, and the symptoms may have been removed since.
    const sheetName = await findSheetName(db, userId);
    if (sheetName === undefined) throw fail('userNotFound');
    const saved = await findSubmission(db, userId, submissionId);
    if (!saved) throw fail('noSymptoms');
    return formAnswer(saved, sheetName);
  }
  const ratings = ratingsOf(input.formData);
  const untracked = untrackedNames(ratings, slots);
  if (untracked.length > 0) {
    // If the list of past symptoms is full, the names are not added to it, because the ratings must be saved
    // all the same.
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
 * When a form was entered, and the time that it is for. Times in the future become the current time, because
 * the browser's clock may be ahead of ours.
 *
 * @throws timeInFuture if the person chose a time more than five minutes in the future
 */
function timesOf(
  { enteredAt, loggedAt }: { enteredAt?: string | undefined; loggedAt?: string | undefined },
  now: Instant,
): { loggedAt: Instant; enteredAt: Instant } {
  const entered = enteredAt === undefined ? now : Date.parse(enteredAt);
  const logged = loggedAt === undefined ? entered : Date.parse(loggedAt);
  // Only a time that the person chose is refused. A wrong clock must not prevent a form from being saved.
  if (loggedAt !== undefined && !hasPassed(logged, now)) throw fail('timeInFuture');
  return { loggedAt: Math.min(logged, entered, now), enteredAt: Math.min(entered, now) };
}

function untrackedNames(ratings: readonly StoredRating[], { slots, past }: SymptomSlots): string[] {
  return ratings
    .map(({ name }) => name)
    .filter((name) => !slots.includes(name) && !past.includes(name));
}
