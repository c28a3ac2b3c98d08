import type { Database } from '../platform/db/database.ts';
import { fail } from '../platform/http/fail.ts';
import { route } from '../platform/http/route.ts';
import { listWithin } from '../platform/page-length.ts';
import { findSheetName } from '../profile/queries/profiles.ts';
import { findForm, findNewestForms, type StoredForm } from './queries/forms.ts';
import { cursorOf, formsAnswer, lengthOf } from './serializer.ts';

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
    after: cursor === undefined ? undefined : cursorOf(cursor),
    limit,
  };
  const pages =
    formNumber === undefined
      ? findNewestForms(context.db, userId, wanted, PAGE_SIZES)
      : [await theForm(context.db, userId, formNumber)];
  return formsAnswer(await listWithin(pages, lengthOf, limit), sheetName, access);
});

/** The form with a Form #, as a page; an empty one if there is no such form, or it is deleted. */
async function theForm(db: Database, userId: string, formNumber: number): Promise<StoredForm[]> {
  const form = await findForm(db, userId, formNumber);
  return form?.deletedAt === null ? [form] : [];
}
