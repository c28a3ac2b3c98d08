import { randomUUID } from 'node:crypto';
import { fullName } from '../../../domain/person.ts';
import { sheetNameOf } from '../../../domain/sheet-name.ts';
import { queueForm } from '../../entries/queries/unwritten-rows.ts';
import type { Database } from '../../platform/db/database.ts';
import { prepared } from '../../platform/db/prepared.ts';
import { findSheetName } from '../../profile/queries/profiles.ts';
import { findSubmission, type StoredForm, type StoredRating } from './forms.ts';

export interface NewForm {
  readonly submissionId: string | null;
  readonly loggedAt: number;
  readonly enteredAt: number;
  readonly ratings: readonly StoredRating[];
}

export interface AddedForm {
  readonly form: StoredForm;
  readonly sheetName: string;
}

/** Undoes the Form # that was counted for a submission that is already there. */
class RepeatedSubmission extends Error {}

/**
 * Saves a form under the next Form #. The same submission again, even at once and through another
 * process, answers with the form that the first one made.
 *
 * @returns undefined where the user has no profile
 */
export async function addForm(
  db: Database,
  userId: string,
  form: NewForm,
): Promise<AddedForm | undefined> {
  try {
    return await db.transaction().execute((trx) => insertForm(trx, userId, form));
  } catch (error) {
    if (!(error instanceof RepeatedSubmission)) throw error;
    const added = await findSubmission(db, userId, form.submissionId);
    const sheetName = await findSheetName(db, userId);
    return added && sheetName !== undefined ? { form: added, sheetName } : undefined;
  }
}

/**
 * Counting up holds the profile's row until the end: two saves at once get their numbers in turn, and a save that
 * is undone gives its number back. What names the person's sheet is in the same row.
 */
const countForm = prepared((trx, { userId }: { userId: string }) =>
  trx
    .updateTable('profiles')
    .set((row) => ({ last_form_number: row('last_form_number', '+', 1) }))
    .where('user_id', '=', userId)
    .returning([
      'last_form_number as formNumber',
      'first_name as firstName',
      'last_name as lastName',
    ]),
);

type FormRow = Omit<StoredForm, 'ratings'> & { userId: string; submissionId: string | null };

const insertFormRow = prepared((trx, form: FormRow) =>
  trx
    .insertInto('forms')
    .values({
      user_id: form.userId,
      form_number: form.formNumber,
      id: form.id,
      submission_id: form.submissionId,
      logged_at: form.loggedAt,
      entered_at: form.enteredAt,
      version: form.version,
    })
    .onConflict((conflict) => conflict.columns(['user_id', 'submission_id']).doNothing())
    .returning('form_number'),
);

async function insertForm(
  trx: Database,
  userId: string,
  form: NewForm,
): Promise<AddedForm | undefined> {
  const [counted] = await countForm(trx, { userId });
  if (!counted) return undefined;
  const { formNumber } = counted;
  const { submissionId, loggedAt, enteredAt } = form;
  const stored = { id: randomUUID(), formNumber, loggedAt, enteredAt, version: 1 };
  const [added] = await insertFormRow(trx, { userId, submissionId, ...stored });
  if (!added) throw new RepeatedSubmission();
  await trx
    .insertInto('ratings')
    .values(form.ratings.map((rating) => ({ user_id: userId, form_number: formNumber, ...rating })))
    .execute();
  await queueForm(trx, { userId, formNumber });
  const sheetName = sheetNameOf(userId, fullName(counted));
  return { form: { ...stored, ratings: form.ratings }, sheetName };
}
