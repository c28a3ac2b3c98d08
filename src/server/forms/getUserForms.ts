import { Readable } from 'node:stream';
import { endpoints } from '../../contract/endpoints.ts';
import type { Form } from '../../contract/entities.ts';
import { fail } from '../platform/http/fail.ts';
import { route } from '../platform/http/route.ts';
import { findSheetName } from '../profile/queries/profiles.ts';
import { findNewestForms, type StoredForm } from './queries/forms.ts';
import { cursorOf, formAnswer } from './serializer.ts';

/**
 * The number of forms in a page. Three forms a day for 90 days fit in the first page and are answered without
 * streaming. With notes of the maximum length, the first page takes 15 MB of memory, and each further page 5 MB.
 */
const PAGE_SIZES = { first: 300, next: 100 };

export const getUserForms = route('getUserForms', async ({ context, input, access, reply }) => {
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
  const { value: first = [] } = await pages.next();
  if (first.length < PAGE_SIZES.first)
    return first.map((form) => formAnswer(form, sheetName, access));
  reply.type('application/json; charset=utf-8');
  return Readable.from(listed(first, pages, (form) => formAnswer(form, sheetName, access)));
});

/** Streams the JSON array. It reads pages on demand, and stops when the caller disconnects. */
async function* listed(
  first: readonly StoredForm[],
  others: AsyncIterable<readonly StoredForm[]>,
  answerOf: (form: StoredForm) => Form,
): AsyncGenerator<string> {
  yield `[${textOf(first, answerOf)}`;
  for await (const page of others) yield `,${textOf(page, answerOf)}`;
  yield ']';
}

/** The JSON of a page without the brackets. Like other answers, it has only the fields of the contract. */
function textOf(page: readonly StoredForm[], answerOf: (form: StoredForm) => Form): string {
  const forms = page.map(answerOf);
  return JSON.stringify(endpoints.getUserForms.answer.encode(forms)).slice(1, -1);
}
