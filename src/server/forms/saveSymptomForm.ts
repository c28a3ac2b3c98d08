import { hasPassed } from '../../domain/clocks.ts';
import type { Instant } from '../../domain/zone.ts';
import { findCreationTime } from '../identity/queries/accounts.ts';
import { fail } from '../platform/http/fail.ts';
import { route } from '../platform/http/route.ts';
import { findTimeZone } from '../profile/queries/profiles.ts';
import { addForm } from './queries/new-forms.ts';
import { formAnswer, ratingsOf } from './serializer.ts';

/** Saves a new form (`addForm`). */
export const saveSymptomForm = route('saveSymptomForm', async ({ context, input, session }) => {
  const { db, clock, limits } = context;
  const { userId } = session;
  const { submissionId = null } = input;
  // Only a form that waited for the network brings the time when it was entered.
  const since = input.enteredAt === undefined ? undefined : await findCreationTime(db, userId);
  const times = timesOf(input, { now: clock(), since });
  const timeZone = input.timeZone ?? (await findTimeZone(db, userId));
  if (timeZone === undefined) throw fail('userNotFound');
  const form = { submissionId, ...times, timeZone, ratings: ratingsOf(input.formData) };
  const added = await addForm(db, userId, form, clock(), limits);
  if (added === 'noSymptoms') throw fail('noSymptoms');
  if (!added) throw fail('userNotFound');
  if (added.isQueued) context.jobs.wake('writeSpreadsheet');
  return formAnswer(added.form, added.sheetName);
});

/**
 * When a form was entered, and the time that it is for. Times in the future become the current time, because
 * the browser's clock may be ahead of ours. A form that was entered before the account existed comes from a
 * clock that had stopped, such as that of a phone without a network after its battery was empty. It gets the
 * time when the account was created.
 *
 * @throws timeInFuture if the person chose a time more than five minutes in the future
 */
function timesOf(
  { enteredAt, loggedAt }: { enteredAt?: string | undefined; loggedAt?: string | undefined },
  { now, since }: { readonly now: Instant; readonly since: Instant | undefined },
): { loggedAt: Instant; enteredAt: Instant } {
  const entered = enteredAt === undefined ? now : Date.parse(enteredAt);
  if (since !== undefined && entered < since) return { loggedAt: since, enteredAt: since };
  const logged = loggedAt === undefined ? entered : Date.parse(loggedAt);
  // Only a time that the person chose is refused. A wrong clock must not prevent a form from being saved.
  if (loggedAt !== undefined && !hasPassed(logged, now)) throw fail('timeInFuture');
  return { loggedAt: Math.min(logged, entered, now), enteredAt: Math.min(entered, now) };
}
