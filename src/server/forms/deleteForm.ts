import { fail } from '../platform/http/fail.ts';
import { type Call, route } from '../platform/http/route.ts';
import { findSheetName } from '../profile/queries/profiles.ts';
import { setFormDeleted } from './queries/deleted-forms.ts';
import { formAnswer } from './serializer.ts';

export const deleteForm = route('deleteForm', (call) => change(call, true));

export const restoreForm = route('restoreForm', (call) => change(call, false));

async function change(
  { context, input, access }: Call<'deleteForm' | 'restoreForm'>,
  isDeleted: boolean,
) {
  const { db, clock, jobs, limits } = context;
  const { userId, author: by } = access;
  const sheetName = await findSheetName(db, userId);
  const how = { isDeleted, now: clock(), limits, by };
  const form = await setFormDeleted(db, userId, input.formNumber, how);
  if (!form || sheetName === undefined) throw fail('formNotFound');
  jobs.wake('writeSpreadsheet');
  return formAnswer(form, sheetName, access);
}
