import { type Entry, editEntry, entryPages } from '../../entries/queries/entries.ts';
import { addActivity } from '../../identity/queries/activity.ts';
import type { Database } from '../../platform/db/database.ts';
import { queueForm } from './unwritten-rows.ts';

/** A form's rating of one symptom. */
export interface StoredRating {
  readonly slot: number;
  readonly name: string;
  readonly severity: number;
  readonly notes: string;
}

export interface StoredForm extends Entry {
  readonly formNumber: number;
  /** In slot order. */
  readonly ratings: readonly StoredRating[];
}

/** An edit of a rating. Undefined notes stay unchanged. */
export interface EditedRating {
  readonly slot: number;
  readonly severity: number;
  readonly notes: string | undefined;
}

export interface FormsWanted {
  /** Forms logged at or after `from` and before `to`, in milliseconds. */
  readonly from?: number | undefined;
  readonly to?: number | undefined;
  /** Forms with a smaller Form # than this. */
  readonly before?: number | undefined;
  readonly limit?: number | undefined;
}

/** The form with a submission id (the idempotency key), if it was saved. */
export async function findSubmission(
  db: Database,
  userId: string,
  submissionId: string | null,
): Promise<StoredForm | undefined> {
  if (submissionId === null) return undefined;
  return await findForm(db, userId, 'submission_id', submissionId);
}

export type FormEdit =
  | { readonly entry: StoredForm }
  | { readonly refused: 'entryNotFound' | 'entryChanged' | 'notInForm' };

/**
 * Replaces severities and notes of a form. Its number, times and names stay the same, and so do the ratings
 * that the edit does not contain.
 *
 * @param edit.version the version on which the edit is based; without it, any version is accepted
 */
export async function editForm(
  db: Database,
  userId: string,
  edit: {
    readonly formNumber: number;
    readonly version: number | undefined;
    readonly entries: readonly EditedRating[];
  },
  now: number,
): Promise<FormEdit> {
  const { formNumber, version, entries } = edit;
  const ofForm = { user_id: userId, form_number: formNumber };
  return await editEntry<StoredForm, 'notInForm'>(db, userId, version, {
    find: (trx) => findForm(trx, userId, 'form_number', formNumber),
    change(form) {
      const changes = new Map(entries.map((entry) => [entry.slot, entry]));
      const ratings = form.ratings.map((rating) => edited(rating, changes.get(rating.slot)));
      const slots = form.ratings.map((rating) => rating.slot);
      const isInForm = entries.every(({ slot }) => slots.includes(slot));
      return isInForm ? { ...form, ratings } : { refused: 'notInForm' };
    },
    async raiseVersion(trx, based) {
      let raise = trx
        .updateTable('forms')
        .set((row) => ({ version: row('version', '+', 1) }))
        .where('user_id', '=', userId)
        .where('form_number', '=', formNumber);
      if (based !== undefined) raise = raise.where('version', '=', based);
      return await raise.returning('version').executeTakeFirst();
    },
    isSame: (one, other) =>
      one.ratings.every(
        ({ severity, notes }, index) =>
          severity === other.ratings[index]?.severity && notes === other.ratings[index]?.notes,
      ),
    async replace(trx, former, { ratings }) {
      const replaced = { ...ofForm, version: former.version, replaced_at: now };
      const rows = former.ratings.map((rating) => ({ ...replaced, ...rating }));
      await trx.insertInto('former_ratings').values(rows).execute();
      for (const { slot, severity, notes } of ratings) {
        await trx
          .updateTable('ratings')
          .set({ severity, notes })
          .where('user_id', '=', userId)
          .where('form_number', '=', formNumber)
          .where('slot', '=', slot)
          .execute();
      }
      await queueForm(trx, { userId, formNumber });
      await addActivity(trx, userId, now, 'formEdited', formNumber);
    },
  });
}

function edited(rating: StoredRating, entry: EditedRating | undefined): StoredRating {
  if (!entry) return rating;
  return { ...rating, severity: entry.severity, notes: entry.notes ?? rating.notes };
}

/** A user's forms in pages, highest Form # first (`entryPages`). */
export function findFormPages(
  db: Database,
  userId: string,
  wanted: FormsWanted,
  sizes: { readonly first: number; readonly next: number },
): AsyncGenerator<readonly StoredForm[], undefined> {
  const find = (part: Pick<FormsWanted, 'before' | 'limit'>) =>
    findForms(db, userId, { ...wanted, ...part });
  return entryPages(find, ({ formNumber }) => formNumber, wanted, sizes);
}

/** A user's forms, highest Form # first. */
async function findForms(db: Database, userId: string, wanted: FormsWanted): Promise<StoredForm[]> {
  let page = selectForms(db, userId).orderBy('form_number', 'desc');
  if (wanted.from !== undefined) page = page.where('logged_at', '>=', wanted.from);
  if (wanted.to !== undefined) page = page.where('logged_at', '<', wanted.to);
  if (wanted.before !== undefined) page = page.where('form_number', '<', wanted.before);
  if (wanted.limit !== undefined) page = page.limit(wanted.limit);
  return await withRatings(db, userId, page);
}

/** The first `limit` forms in the spreadsheet mirror's queue, lowest Form # first. */
export async function findWaitingForms(
  db: Database,
  userId: string,
  limit: number,
): Promise<StoredForm[]> {
  const page = selectForms(db, userId)
    .where(
      'form_number',
      'in',
      db.selectFrom('spreadsheet_rows').select('form_number').where('user_id', '=', userId),
    )
    .orderBy('form_number')
    .limit(limit);
  return (await withRatings(db, userId, page)).reverse();
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

async function findForm(
  db: Database,
  userId: string,
  column: 'form_number' | 'submission_id',
  value: number | string,
): Promise<StoredForm | undefined> {
  const [form] = await withRatings(db, userId, selectForms(db, userId).where(column, '=', value));
  return form;
}

function selectForms(db: Database, userId: string) {
  return db
    .selectFrom('forms')
    .select([
      'id',
      'form_number as formNumber',
      'logged_at as loggedAt',
      'entered_at as enteredAt',
      'version',
    ])
    .where('user_id', '=', userId);
}

/** Reads the forms of a query together with their ratings, in one statement. */
async function withRatings(
  db: Database,
  userId: string,
  forms: ReturnType<typeof selectForms>,
): Promise<StoredForm[]> {
  const rows = await db
    .selectFrom(forms.as('page'))
    .innerJoin('ratings', 'ratings.form_number', 'page.formNumber')
    .where('ratings.user_id', '=', userId)
    .select([
      'page.id',
      'page.formNumber',
      'page.loggedAt',
      'page.enteredAt',
      'page.version',
      'ratings.slot',
      'ratings.name',
      'ratings.severity',
      'ratings.notes',
    ])
    .orderBy('page.formNumber', 'desc')
    .orderBy('ratings.slot')
    .execute();
  // Without `...`, which took a sixth of the time to read 90 days (800 rows).
  const found: (StoredForm & { ratings: StoredRating[] })[] = [];
  for (const row of rows) {
    let form = found.at(-1);
    if (form?.formNumber !== row.formNumber) {
      const { id, formNumber, loggedAt, enteredAt, version } = row;
      form = { id, formNumber, loggedAt, enteredAt, version, ratings: [] };
      found.push(form);
    }
    const { slot, name, severity, notes } = row;
    form.ratings.push({ slot, name, severity, notes });
  }
  return found;
}
