import { type Access, hidesNotes } from '../identity/authors.ts';
import { type Database, type DatabaseOptions, withDatabase } from '../platform/db/database.ts';
import { type Listed, listWithin } from '../platform/page-length.ts';
import type { Task } from '../platform/workers/workers.ts';
import { type FormCursor, findNewestForms, type StoredForm } from './queries/forms.ts';
import { lengthOf } from './serializer.ts';

export interface SearchInput {
  readonly database: Omit<DatabaseOptions, 'onError'>;
  readonly access: Access;
  readonly search: string;
  readonly after: FormCursor | undefined;
  readonly limit: number;
}

export type SearchOutcome = Listed<StoredForm> | { readonly refused: 'unavailable' };

/** The number of forms that are read at once. */
const PAGE_SIZES = { first: 50, next: 200 };

/**
 * Searches in a worker process, because it may read all notes of an account. The app, not the database, compares the
 * texts, because SQLite and PostgreSQL lower-case different alphabets.
 */
export async function findWithText({
  input: { database, ...wanted },
}: Task<SearchInput>): Promise<SearchOutcome> {
  return await withDatabase(database, (db) =>
    listWithin(pagesWith(db, wanted), lengthOf, wanted.limit),
  );
}

async function* pagesWith(
  db: Database,
  { access, search, after }: Pick<SearchInput, 'access' | 'search' | 'after'>,
): AsyncGenerator<readonly StoredForm[]> {
  const text = folded(search);
  for await (const page of findNewestForms(db, access.userId, { after }, PAGE_SIZES)) {
    yield page.filter(
      (form) =>
        !hidesNotes(access, form) && form.ratings.some(({ notes }) => folded(notes).includes(text)),
    );
  }
}

function folded(text: string): string {
  return text.normalize('NFC').toLowerCase();
}
