import { hasPassed } from '../../domain/clocks.ts';
import type { Instant } from '../../domain/zone.ts';
import { fail } from '../platform/http/fail.ts';
import { route } from '../platform/http/route.ts';
import { addForm } from './queries/new-forms.ts';
import { formAnswer, ratingsOf } from './serializer.ts';

/** Saves a new form (`addForm`). */
export const saveSymptomForm = route('saveSymptomForm', async ({ context, input, session }) => {
  const { db, clock } = context;
  const { submissionId = null } = input;
  const times = timesOf(input, clock());
  const form = { submissionId, ...times, ratings: ratingsOf(input.formData) };
  const added = await addForm(db, session.userId, form, clock());
  if (added === 'noSymptoms') throw fail('noSymptoms');
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
