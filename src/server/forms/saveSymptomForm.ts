import { timesOf } from '../entries/times.ts';
import { findCreationTime } from '../identity/queries/accounts.ts';
import { fail } from '../platform/http/fail.ts';
import { route } from '../platform/http/route.ts';
import { findSheetName, findTimeZone } from '../profile/queries/profiles.ts';
import { addForm } from './queries/new-forms.ts';
import { formAnswer, ratingsOf } from './serializer.ts';

/** Saves a new form (`addForm`). */
export const saveSymptomForm = route('saveSymptomForm', async ({ context, input, access }) => {
  const { db, clock, clockTrust, limits } = context;
  const { userId } = access;
  const { submissionId = null } = input;
  // Only a form that waited for the network has `enteredAt`, which must not be before the account was created.
  const since = input.enteredAt === undefined ? undefined : await findCreationTime(db, userId);
  const times = timesOf(input, { now: clockTrust.presentOf(input.enteredAt), since });
  const timeZone = input.timeZone ?? (await findTimeZone(db, userId));
  if (timeZone === undefined) throw fail('userNotFound');
  const form = { submissionId, ...times, timeZone, ratings: ratingsOf(input.formData) };
  const added = await addForm(db, userId, form, clock(), limits, access.author);
  if (added === 'noSymptoms') throw fail('noSymptoms');
  const sheetName = await findSheetName(db, userId);
  if (sheetName === undefined) throw fail('userNotFound');
  if (added.isBehind) context.jobs.wake('writeSpreadsheet');
  return formAnswer(added.form, sheetName, access);
});
