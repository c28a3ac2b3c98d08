import { fail } from '../platform/http/fail.ts';
import { route } from '../platform/http/route.ts';
import { listWithin } from '../platform/page-length.ts';
import { findSheetName } from '../profile/queries/profiles.ts';
import { findNewestForms } from './queries/forms.ts';
import { cursorOf, formsAnswer, textLengthOf } from './serializer.ts';

/**
 * How many forms are read at once. The first page is small, because with notes of the maximum length fifty forms have
 * 2.5 MB of text, and far fewer fit in an answer.
 */
const PAGE_SIZES = { first: 50, next: 400 };

export const getUserForms = route('getUserForms', async ({ context, input, access }) => {
  const { userId } = access;
  const sheetName = await findSheetName(context.db, userId);
  if (sheetName === undefined) throw fail('userNotFound');
  const { from, to, before, formNumber, cursor, limit } = input;
  const wanted = {
    from: from === undefined ? undefined : Date.parse(from),
    to: to === undefined ? undefined : Date.parse(to),
    before,
    formNumber,
    after: cursor === undefined ? undefined : cursorOf(cursor),
    limit,
  };
  const pages = findNewestForms(context.db, userId, wanted, PAGE_SIZES);
  return formsAnswer(await listWithin(pages, textLengthOf, limit), sheetName, access);
});
