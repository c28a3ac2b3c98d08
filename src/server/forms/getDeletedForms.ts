import { form } from '../../contract/kinds/form.ts';
import { findDeleted } from '../entries/queries/find.ts';
import { ownAccess } from '../identity/authors.ts';
import { fail } from '../platform/http/fail.ts';
import { route } from '../platform/http/route.ts';
import { listWithin } from '../platform/page-length.ts';
import { findSheetName } from '../profile/queries/profiles.ts';
import { formOf } from './queries/forms.ts';
import { formAnswer, lengthOf } from './serializer.ts';

export const getDeletedForms = route(
  'getDeletedForms',
  async ({ context, session }) => {
    const { db, clock } = context;
    const sheetName = await findSheetName(db, session.userId);
    if (sheetName === undefined) throw fail('userNotFound');
    const forms = (await findDeleted(db, form, session.userId, clock())).map(formOf);
    const { entries } = await listWithin([forms], lengthOf);
    return entries.map((each) => formAnswer(each, sheetName, ownAccess(session)));
  },
  { isHeavy: true },
);
