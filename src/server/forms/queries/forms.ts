import { queueForm } from '../../entries/queries/unwritten-rows.ts';
import { addActivity } from '../../identity/queries/activity.ts';
import type { Database } from '../../platform/db/database.ts';
import { lockProfile } from '../../profile/queries/locked-profiles.ts';

/** A form's rating of one symptom. */
export interface StoredRating {
  readonly slot: number;
  readonly name: string;
  readonly severity: number;
  readonly notes: string;
}

export interface StoredForm {
  readonly id: string;
  readonly formNumber: number;
  /** The time that the ratings are for, in milliseconds. */
  readonly loggedAt: number;
  /** When the ratings were entered, in milliseconds. */
  readonly enteredAt: number;
  readonly version: number;
  /** In slot order. */
  readonly ratings: readonly StoredRating[];
}

/** An edit of a rating. Undefined notes stay unchanged. */
export interface EditedEntry {
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
  | { readonly form: StoredForm }
  | { readonly refused: 'formNotFound' | 'notInForm' | 'formChanged' };

/**
 * Replaces severities and notes of a form. Its number, times and names stay the same, and so do the entries
 * that the edit does not contain. The former ratings are stored with the time of the edit.
 *
 * @param edit.version the version on which the edit is based; without it, any version is accepted. A stale
 *   version is refused, unless the form already equals the result of the edit: then this is a retry after a
 *   lost answer.
 */
export async function editForm(
  db: Database,
  userId: string,
  edit: {
    readonly formNumber: number;
    readonly version: number | undefined;
    readonly entries: readonly EditedEntry[];
  },
  now: number,
): Promise<FormEdit> {
  return await db.transaction().execute(async (trx) => {
    await lockProfile(trx, userId);
    const found = await findForm(trx, userId, 'form_number', edit.formNumber);
    if (!found) return { refused: 'formNotFound' };
    const changes = new Map(edit.entries.map((entry) => [entry.slot, entry]));
    const slots = found.ratings.map((rating) => rating.slot);
    if ([...changes.keys()].some((slot) => !slots.includes(slot))) return { refused: 'notInForm' };

    let raise = trx
      .updateTable('forms')
      .set((row) => ({ version: row('version', '+', 1) }))
      .where('user_id', '=', userId)
      .where('form_number', '=', edit.formNumber);
    if (edit.version !== undefined) raise = raise.where('version', '=', edit.version);
    const raised = await raise.returning('version').executeTakeFirst();
    // Read again now that the update has locked the row, because a concurrent edit may have won.
    const form = (await findForm(trx, userId, 'form_number', edit.formNumber)) ?? found;
    const ratings = form.ratings.map((rating) => edited(rating, changes.get(rating.slot)));
    if (!raised) {
      const same = form.ratings.every(
        ({ severity, notes }, index) =>
          severity === ratings[index]?.severity && notes === ratings[index]?.notes,
      );
      return same ? { form } : { refused: 'formChanged' };
    }
    await trx
      .insertInto('former_ratings')
      .values(
        form.ratings.map((rating) => ({
          user_id: userId,
          form_number: form.formNumber,
          version: form.version - 1,
          replaced_at: now,
          ...rating,
        })),
      )
      .execute();
    for (const { slot, severity, notes } of ratings) {
      await trx
        .updateTable('ratings')
        .set({ severity, notes })
        .where('user_id', '=', userId)
        .where('form_number', '=', form.formNumber)
        .where('slot', '=', slot)
        .execute();
    }
    await queueForm(trx, { userId, formNumber: form.formNumber });
    await addActivity(trx, userId, now, 'formEdited', form.formNumber);
    return { form: { ...form, ratings } };
  });
}

function edited(rating: StoredRating, entry: EditedEntry | undefined): StoredRating {
  if (!entry) return rating;
  return { ...rating, severity: entry.severity, notes: entry.notes ?? rating.notes };
}

/** A user's forms, highest Form # first. */
export async function findForms(
  db: Database,
  userId: string,
  wanted: FormsWanted,
): Promise<StoredForm[]> {
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
