import { namedSlots } from '../../domain/slots.ts';
import { formAnswer, ratingsOf } from '../answers/form.ts';
import { addForm } from '../db/forms.ts';
import { findSheetName, findSlots } from '../db/profiles.ts';
import { fail } from '../fail.ts';
import { route } from '../http/route.ts';

/**
 * The names are kept as they were sent: they are what the person saw and rated, even where a slot was
 * renamed elsewhere meanwhile.
 */
export const saveSymptomForm = route('saveSymptomForm', async ({ context, input, session }) => {
  const { db, clock } = context;
  const { userId } = session;
  const sheetName = await findSheetName(db, userId);
  if (sheetName === undefined) throw fail('userNotFound');
  if (namedSlots(await findSlots(db, userId)).length === 0) throw fail('noSymptoms');
  const form = await addForm(db, userId, {
    submissionId: input.submissionId ?? null,
    loggedAt: clock(),
    ratings: ratingsOf(input.formData),
  });
  if (!form) throw fail('userNotFound');
  return formAnswer(form, sheetName);
});
