import { fullName } from '../../../domain/person.ts';
import { sheetNameOf } from '../../../domain/sheet-name.ts';
import { namedSlots } from '../../../domain/slots.ts';
import {
  addEntry,
  type Entry,
  findToAcknowledge,
  RepeatedSubmission,
  type Submission,
} from '../../entries/queries/entries.ts';
import { queuedDay, queueRows } from '../../entries/queries/spreadsheet-queue.ts';
import { type Authored, SELF } from '../../identity/authors.ts';
import type { Limits } from '../../limits.ts';
import type { Database } from '../../platform/db/database.ts';
import { prepared } from '../../platform/db/prepared.ts';
import { fail } from '../../platform/http/fail.ts';
import { findSheetName } from '../../profile/queries/profiles.ts';
import { findSlots } from '../../profile/queries/symptoms.ts';
import { countForm } from './counted-forms.ts';
import { findSubmission, type StoredForm, type StoredRating } from './forms.ts';
import { recordRated } from './rated-names.ts';

/** A form to store. Without an author, the person entered it. */
export interface NewForm extends Submission, Partial<Authored> {
  readonly ratings: readonly StoredRating[];
}

/** Thrown to roll back the form if the person has no symptoms. */
class NoSymptoms extends Error {}

export interface AddedForm {
  readonly form: StoredForm;
  readonly sheetName: string;
  /** True if the form is queued for the person's spreadsheet. */
  readonly isQueued?: boolean;
}

/**
 * Saves a form with the next Form #. A repeated submission returns the form that the first one saved (`addEntry`).
 *
 * The names are saved as sent, because the person saw and rated these names, even if a slot was renamed elsewhere in
 * the meantime. A name that is no longer in a slot joins the past symptoms, so that its ratings can be charted.
 *
 * @param limits none by default
 * @returns 'noSymptoms' if no slot has a name; undefined if the user has no profile
 * @throws the limit that the account exceeds with the form; notTracked if a caregiver rates a name that the person does
 * not track
 */
export async function addForm(
  db: Database,
  userId: string,
  form: NewForm,
  now: number,
  limits?: Limits,
): Promise<AddedForm | 'noSymptoms' | undefined> {
  async function findSaved(trx: Database) {
    const saved = await findSubmission(trx, userId, form.submissionId);
    const sheetName = await findSheetName(trx, userId);
    return saved && sheetName !== undefined ? { form: saved, sheetName } : undefined;
  }
  try {
    return await addEntry(db, userId, form, {
      insert: (trx, entry) => insertForm(trx, userId, { ...form, ...entry }, { now, limits }),
      findSaved,
    });
  } catch (error) {
    if (!(error instanceof NoSymptoms)) throw error;
    // The call may repeat a save whose response was lost, and the person may have removed the symptoms since then. So
    // look for the saved form first.
    return (await findToAcknowledge(db, userId, findSaved)) ?? 'noSymptoms';
  }
}

type FormRow = Omit<StoredForm, 'ratings' | 'authorId'> & {
  userId: string;
  submissionId: string | null;
  authorId: string;
};

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
      time_zone: form.timeZone,
      author: form.author,
      author_id: form.authorId,
      version: form.version,
    })
    .onConflict((conflict) => conflict.columns(['user_id', 'submission_id']).doNothing())
    .returning('form_number'),
);

async function insertForm(
  trx: Database,
  userId: string,
  { submissionId, ...entry }: Entry & NewForm,
  { now, limits }: { readonly now: number; readonly limits: Limits | undefined },
): Promise<AddedForm | undefined> {
  const by = { id: entry.authorId ?? SELF.id, name: entry.author ?? SELF.name };
  const counted = await countForm(trx, userId, entry.ratings, { now, limits }, by);
  if (!counted) return undefined;
  const symptoms = await findSlots(trx, userId);
  if (namedSlots(symptoms).length === 0) throw new NoSymptoms();
  await recordRated(trx, userId, symptoms, entry.ratings, now, by);
  const { formNumber } = counted;
  const { ratings, ...row } = { author: SELF.name, ...entry, formNumber };
  const { authorId = '' } = row;
  const [added] = await insertFormRow(trx, { userId, submissionId, ...row, authorId });
  if (!added) throw new RepeatedSubmission();
  if (counted.reached) throw fail(counted.reached);
  await trx
    .insertInto('ratings')
    .values(ratings.map((rating) => ({ user_id: userId, form_number: formNumber, ...rating })))
    .execute();
  const changed = [{ kind: 'form', number: formNumber } as const, queuedDay(row.loggedAt)];
  const isQueued = await queueRows(trx, userId, changed);
  const sheetName = sheetNameOf(userId, fullName(counted));
  return { form: { ...row, ratings }, sheetName, isQueued };
}
