import { type Entry, entryPages } from '../../entries/queries/entries.ts';
import { type Authored, authorIdIn } from '../../identity/authors.ts';
import type { Database } from '../../platform/db/database.ts';

/** A form's rating of one symptom. */
export interface StoredRating {
  readonly slot: number;
  readonly name: string;
  readonly severity: number;
  readonly notes: string;
}

export interface StoredForm extends Entry, Authored {
  readonly formNumber: number;
  /** In slot order. */
  readonly ratings: readonly StoredRating[];
}

export interface FormsWanted {
  /** Forms logged at or after `from` and before `to`, in milliseconds. */
  readonly from?: number | undefined;
  readonly to?: number | undefined;
  /** Forms with a smaller Form # than this. */
  readonly before?: number | undefined;
  /** The form with this Form #. */
  readonly formNumber?: number | undefined;
  /** Only forms with a note. */
  readonly hasNote?: boolean;
  /** Only forms older than this cursor: the rest of a list that is sorted newest first. */
  readonly after?: FormCursor | undefined;
  readonly limit?: number | undefined;
}

/** The sort key of a form in a list by time: a cursor. */
export type FormCursor = Pick<StoredForm, 'loggedAt' | 'formNumber'>;

/** The form with a submission id (the idempotency key), if it was saved. */
export async function findSubmission(
  db: Database,
  userId: string,
  submissionId: string | null,
): Promise<StoredForm | undefined> {
  if (submissionId === null) return undefined;
  return await findForm(db, userId, 'submission_id', submissionId);
}

type PageSizes = { readonly first: number; readonly next: number };

/** A user's forms in pages, newest first by the time that they are for, then by Form # (DECISIONS 19). */
export function findNewestForms(
  db: Database,
  userId: string,
  wanted: FormsWanted,
  sizes: PageSizes,
): AsyncGenerator<readonly StoredForm[], undefined> {
  // Browser tabs that still run an earlier version of the app request pages by Form #, not by time.
  if (wanted.before !== undefined && !wanted.after) return findFormPages(db, userId, wanted, sizes);
  const find = (part: Pick<FormsWanted, 'after' | 'limit'>) =>
    findForms(db, userId, { ...wanted, ...part }, 'time');
  return entryPages(find, (form): FormCursor => form, wanted, sizes);
}

/**
 * A user's forms in pages, highest Form # first. Each form is in exactly one page, even if its time is edited while the
 * pages are read.
 */
export function findFormPages(
  db: Database,
  userId: string,
  wanted: Omit<FormsWanted, 'after'>,
  sizes: PageSizes,
): AsyncGenerator<readonly StoredForm[], undefined> {
  const { before: start, limit: most } = wanted;
  const find = ({ after: before, limit }: { after: number | undefined; limit: number }) =>
    findForms(db, userId, { ...wanted, before, limit }, 'number');
  const part = { after: start, limit: most };
  return entryPages(find, ({ formNumber }) => formNumber, part, sizes);
}

/** The time and zone of the newest form that is not deleted and is for a time before an instant (ms). */
export async function findNewestTime(
  db: Database,
  userId: string,
  before: number,
): Promise<Pick<StoredForm, 'loggedAt' | 'timeZone'> | undefined> {
  return await db
    .selectFrom('forms')
    .select(['logged_at as loggedAt', 'time_zone as timeZone'])
    .where('user_id', '=', userId)
    .where('deleted_at', 'is', null)
    .where('logged_at', '<', before)
    .orderBy('logged_at', 'desc')
    .limit(1)
    .executeTakeFirst();
}

type Order = 'time' | 'number';

/** A person's forms that are not deleted, newest or highest Form # first. */
async function findForms(
  db: Database,
  userId: string,
  { from, to, before, formNumber, hasNote, after, limit }: FormsWanted,
  order: Order,
): Promise<StoredForm[]> {
  let page = selectForms(db, userId).where('deleted_at', 'is', null);
  if (order === 'time') page = page.orderBy('logged_at', 'desc');
  page = page.orderBy('form_number', 'desc');
  if (from !== undefined) page = page.where('logged_at', '>=', from);
  if (to !== undefined) page = page.where('logged_at', '<', to);
  if (before !== undefined) page = page.where('form_number', '<', before);
  if (formNumber !== undefined) page = page.where('form_number', '=', formNumber);
  if (hasNote) {
    // A correlated subquery, because otherwise SQLite would read all of the person's ratings for each page.
    page = page.where(({ exists, selectFrom }) =>
      exists(
        selectFrom('ratings')
          .select('ratings.slot')
          .whereRef('ratings.user_id', '=', 'forms.user_id')
          .whereRef('ratings.form_number', '=', 'forms.form_number')
          .where('ratings.notes', '<>', ''),
      ),
    );
  }
  if (after) {
    page = page.where(({ eb, refTuple, tuple }) =>
      eb(refTuple('logged_at', 'form_number'), '<', tuple(after.loggedAt, after.formNumber)),
    );
  }
  if (limit !== undefined) page = page.limit(limit);
  return await withRatings(db, userId, page, order);
}

/** The forms with these numbers, deleted ones too, in ascending order of Form #. */
export async function findFormsNumbered(
  db: Database,
  userId: string,
  formNumbers: readonly number[],
): Promise<StoredForm[]> {
  if (formNumbers.length === 0) return [];
  const forms = selectForms(db, userId).where('form_number', 'in', formNumbers);
  return (await withRatings(db, userId, forms)).reverse();
}

/** The symptom names that a person's forms use, without duplicates. */
export async function findRatedNames(db: Database, userId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('ratings')
    .select('name')
    .distinct()
    .where('user_id', '=', userId)
    .execute();
  return rows.map(({ name }) => name);
}

export async function findForm(
  db: Database,
  userId: string,
  column: 'form_number' | 'submission_id',
  value: number | string,
): Promise<StoredForm | undefined> {
  const [form] = await withRatings(db, userId, selectForms(db, userId).where(column, '=', value));
  return form;
}

/**
 * The time of entry, but never before the time that the form is for. The stored time of entry can be earlier, because
 * an edit can move the form's time.
 */
export function entryTime({
  loggedAt,
  enteredAt,
}: Pick<StoredForm, 'loggedAt' | 'enteredAt'>): number {
  return Math.max(loggedAt, enteredAt);
}

/** All forms of a user, deleted ones too. */
export function selectForms(db: Database, userId: string) {
  return db
    .selectFrom('forms')
    .select([
      'id',
      'form_number as formNumber',
      'logged_at as loggedAt',
      'entered_at as enteredAt',
      'time_zone as timeZone',
      'author',
      'author_id',
      'version',
      'deleted_at as deletedAt',
    ])
    .where('user_id', '=', userId);
}

/** Reads the forms of a query together with their ratings, in one statement. */
export async function withRatings(
  db: Database,
  userId: string,
  forms: ReturnType<typeof selectForms>,
  order: Order = 'number',
): Promise<StoredForm[]> {
  const rows = await db
    .selectFrom(forms.as('page'))
    // A cross join, because SQLite does not reorder the tables of a cross join. With `ratings` first, SQLite would run
    // the query of the page again for each rating.
    .crossJoin('ratings')
    .where('ratings.user_id', '=', userId)
    .whereRef('ratings.form_number', '=', 'page.formNumber')
    .select([
      'page.id',
      'page.formNumber',
      'page.loggedAt',
      'page.enteredAt',
      'page.timeZone',
      'page.author',
      'page.author_id',
      'page.version',
      'page.deletedAt',
      'ratings.slot',
      'ratings.name',
      'ratings.severity',
      'ratings.notes',
    ])
    .$if(order === 'time', (query) => query.orderBy('page.loggedAt', 'desc'))
    .orderBy('page.formNumber', 'desc')
    .orderBy('ratings.slot')
    .execute();
  // Copies the fields of a rating by name, because copying with `...` is slow: it was a sixth of the total time of
  // reading 90 days (800 rows).
  const found: (StoredForm & { ratings: StoredRating[] })[] = [];
  for (const row of rows) {
    let form = found.at(-1);
    if (form?.formNumber !== row.formNumber) {
      const { id, formNumber, loggedAt, timeZone, author, version, deletedAt } = row;
      const enteredAt = entryTime(row);
      const times = { loggedAt, enteredAt, timeZone };
      const entered = { author, ...authorIdIn(row) };
      form = { id, formNumber, ...times, ...entered, version, deletedAt, ratings: [] };
      found.push(form);
    }
    const { slot, name, severity, notes } = row;
    form.ratings.push({ slot, name, severity, notes });
  }
  return found;
}
