import { formAnswer } from '../answers/form.ts';
import { findForms } from '../db/forms.ts';
import { findSheetName } from '../db/profiles.ts';
import { fail } from '../fail.ts';
import { route } from '../http/route.ts';

export const getUserForms = route('getUserForms', async ({ context, input, session }) => {
  const { userId } = session;
  const sheetName = await findSheetName(context.db, userId);
  if (sheetName === undefined) throw fail('userNotFound');
  const forms = await findForms(context.db, userId, {
    from: input.from === undefined ? undefined : Date.parse(input.from),
    to: input.to === undefined ? undefined : Date.parse(input.to),
    before: input.before,
    limit: input.limit,
  });
  return forms.map((form) => formAnswer(form, sheetName));
});
