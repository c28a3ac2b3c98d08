import { randomUUID } from 'node:crypto';
import type { InsertObject } from 'kysely';
import type { SymptomSlots } from '../../../domain/slots.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Tables } from '../../platform/db/tables.ts';
import { type SymptomTime, writeSlots } from '../../profile/queries/symptoms.ts';
import type { WholeForm } from './exports.ts';

/** A form from an import file. */
export interface ImportedForm extends Omit<WholeForm, 'id' | 'formNumber'> {
  /** The number in the file; null if the file has none. */
  readonly formNumber: number | null;
  readonly id: string | null;
}

export interface NumberedForm extends ImportedForm {
  readonly formNumber: number;
}

/** The fields that identify a stored form in an import. */
export interface FormIdentity {
  readonly formNumber: number;
  readonly id: string;
  readonly submissionId: string | null;
  readonly loggedAt: number;
}

/** The number of rows in one INSERT statement. */
const ROWS_AT_ONCE = 500;
/** The number of forms in a batch. */
const FORMS_AT_ONCE = 250;

/** @returns undefined if the user has no profile */
export async function findLastFormNumber(
  db: Database,
  userId: string,
): Promise<number | undefined> {
  const profile = await db
    .selectFrom('profiles')
    .select('last_form_number as lastFormNumber')
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return profile?.lastFormNumber;
}

export async function findIdentities(db: Database, userId: string): Promise<FormIdentity[]> {
  return await db
    .selectFrom('forms')
    .select([
      'form_number as formNumber',
      'id',
      'submission_id as submissionId',
      'logged_at as loggedAt',
    ])
    .where('user_id', '=', userId)
    .orderBy('form_number')
    .execute();
}

/** The times that forms had before they were edited, by Form #. */
export async function findFormerTimes(
  db: Database,
  userId: string,
): Promise<ReadonlyMap<number, readonly number[]>> {
  const rows = await db
    .selectFrom('former_ratings')
    .select(['form_number as formNumber', 'logged_at as loggedAt'])
    .distinct()
    .where('user_id', '=', userId)
    .where('logged_at', 'is not', null)
    .execute();
  const times = new Map<number, number[]>();
  for (const { formNumber, loggedAt } of rows) {
    times.set(formNumber, [...(times.get(formNumber) ?? []), loggedAt ?? 0]);
  }
  return times;
}

/**
 * Adds forms with their numbers, and symptoms. The caller's transaction must have locked the profile.
 *
 * @param onProgress called after each batch with the number of forms written so far
 */
export async function insertImported(
  trx: Database,
  userId: string,
  imported: {
    readonly forms: readonly NumberedForm[];
    readonly lastFormNumber: number;
    readonly symptoms: SymptomSlots;
    readonly since: SymptomTime;
  },
  onProgress: (formsWritten: number) => void,
): Promise<void> {
  const { forms, lastFormNumber, symptoms, since } = imported;
  await writeSlots(trx, userId, symptoms, since);
  for (let begin = 0; begin < forms.length; begin += FORMS_AT_ONCE) {
    const end = Math.min(begin + FORMS_AT_ONCE, forms.length);
    await insertForms(trx, userId, forms.slice(begin, end));
    onProgress(end);
  }
  await trx
    .updateTable('profiles')
    .set({ last_form_number: lastFormNumber })
    .where('user_id', '=', userId)
    .execute();
}

async function insertForms(
  trx: Database,
  userId: string,
  forms: readonly NumberedForm[],
): Promise<void> {
  const rows = forms.map((form) => ({
    user_id: userId,
    form_number: form.formNumber,
    id: form.id ?? randomUUID(),
    submission_id: form.submissionId,
    logged_at: form.loggedAt,
    entered_at: form.enteredAt,
    time_zone: form.timeZone,
    author: form.author,
    version: form.version,
    deleted_at: form.deletedAt,
  }));
  const ratings = forms.flatMap(({ formNumber, ratings: present }) =>
    present.map((rating) => ({ user_id: userId, form_number: formNumber, ...rating })),
  );
  const former = forms.flatMap(({ formNumber, formerVersions }) =>
    formerVersions.flatMap(({ version, replacedAt, loggedAt, ratings: held }) =>
      held.map((rating) => ({
        user_id: userId,
        form_number: formNumber,
        version,
        replaced_at: replacedAt,
        logged_at: loggedAt,
        ...rating,
      })),
    ),
  );
  await insertRows(trx, 'forms', rows);
  await insertRows(trx, 'ratings', ratings);
  await insertRows(trx, 'former_ratings', former);
}

/** Inserts any number of rows, in statements of a limited size. */
export async function insertRows<Table extends keyof Tables>(
  trx: Database,
  table: Table,
  rows: readonly InsertObject<Tables, Table>[],
): Promise<void> {
  for (let begin = 0; begin < rows.length; begin += ROWS_AT_ONCE) {
    const some = rows.slice(begin, begin + ROWS_AT_ONCE);
    await trx.insertInto(table).values(some).execute();
  }
}
