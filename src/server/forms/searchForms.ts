import { hidesNotes } from '../identity/authors.ts';
import { fail } from '../platform/http/fail.ts';
import { route } from '../platform/http/route.ts';
import { findSheetName } from '../profile/queries/profiles.ts';
import { findNewestForms, type StoredForm } from './queries/forms.ts';
import { cursorOf, formAnswer } from './serializer.ts';

/** The number of forms that are read at once. */
const PAGE_SIZES = { first: 100, next: 100 };
const DEFAULT_LIMIT = 100;

/**
 * Finds forms with a note that contains a text, regardless of upper and lower case. The server, not the
 * database, compares the texts, because SQLite and PostgreSQL lower-case different alphabets.
 */
export const searchForms = route('searchForms', async ({ context, input, access, request }) => {
  const { userId } = access;
  const { cursor, limit = DEFAULT_LIMIT } = input;
  const sheetName = await findSheetName(context.db, userId);
  if (sheetName === undefined) throw fail('userNotFound');
  const search = folded(input.search);
  const wanted = { hasNote: true, after: cursor === undefined ? undefined : cursorOf(cursor) };
  const found: StoredForm[] = [];
  for await (const page of findNewestForms(context.db, userId, wanted, PAGE_SIZES)) {
    found.push(
      ...page.filter(
        (form) =>
          !hidesNotes(access, form) &&
          form.ratings.some(({ notes }) => folded(notes).includes(search)),
      ),
    );
    // Stop also if the caller has disconnected, because nobody needs the answer any more.
    if (found.length >= limit || request.socket.destroyed) break;
  }
  return found.slice(0, limit).map((form) => formAnswer(form, sheetName, access));
});

function folded(text: string): string {
  return text.normalize('NFC').toLowerCase();
}
