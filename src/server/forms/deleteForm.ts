import { form } from '../../contract/kinds/form.ts';
import { setEntriesDeleted } from '../entries/queries/delete.ts';
import { fail } from '../platform/http/fail.ts';
import { type Call, route } from '../platform/http/route.ts';
import { findSheetName } from '../profile/queries/profiles.ts';
import { findForm, formOf } from './queries/forms.ts';
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
  const stored = await findForm(db, userId, input.formNumber);
  if (!stored || sheetName === undefined) throw fail('formNotFound');
  const how = { isDeleted, now: clock(), limits, by };
  const changed = await setEntriesDeleted(db, form, userId, [{ id: stored.id }], how);
  if (!('entries' in changed)) throw fail('formNotFound');
  const [entry] = changed.entries;
  if (!entry) throw fail('formNotFound');
  if (changed.isBehind) jobs.wake('writeSpreadsheet');
  return formAnswer(formOf(entry), sheetName, access);
}
