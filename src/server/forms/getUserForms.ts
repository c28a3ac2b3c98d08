import { Readable } from 'node:stream';
import { endpoints } from '../../contract/endpoints.ts';
import { fail } from '../platform/http/fail.ts';
import { route } from '../platform/http/route.ts';
import { findSheetName } from '../profile/queries/profiles.ts';
import { findFormPages } from './queries/form-pages.ts';
import type { StoredForm } from './queries/forms.ts';
import { formAnswer } from './serializer.ts';

/**
 * A quarter with three forms a day is one page, which is answered at once. Of more, so many are in memory: with
 * all notes as long as they may be, 15 MB of the first page and 5 MB of each other.
 */
const PAGE_SIZES = { first: 300, next: 100 };

export const getUserForms = route('getUserForms', async ({ context, input, session, reply }) => {
  const { userId } = session;
  const sheetName = await findSheetName(context.db, userId);
  if (sheetName === undefined) throw fail('userNotFound');
  const { from, to, before, limit } = input;
  const wanted = {
    from: from === undefined ? undefined : Date.parse(from),
    to: to === undefined ? undefined : Date.parse(to),
    before,
    limit,
  };
  const pages = findFormPages(context.db, userId, wanted, PAGE_SIZES);
  const { value: first = [] } = await pages.next();
  if (first.length < PAGE_SIZES.first) return first.map((form) => formAnswer(form, sheetName));
  reply.type('application/json; charset=utf-8');
  return Readable.from(listed(first, pages, sheetName));
});

/** The array's text, read on as it is taken, and no further once nobody takes it. */
async function* listed(
  first: readonly StoredForm[],
  others: AsyncIterable<readonly StoredForm[]>,
  sheetName: string,
): AsyncGenerator<string> {
  yield `[${textOf(first, sheetName)}`;
  for await (const page of others) yield `,${textOf(page, sheetName)}`;
  yield ']';
}

/** By the contract, as the serializer would: it drops what that does not name. */
function textOf(page: readonly StoredForm[], sheetName: string): string {
  const forms = page.map((form) => formAnswer(form, sheetName));
  return JSON.stringify(endpoints.getUserForms.answer.encode(forms)).slice(1, -1);
}
