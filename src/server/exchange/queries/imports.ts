import { randomUUID } from 'node:crypto';
import { form } from '../../../contract/kinds/form.ts';
import type { SymptomSlots } from '../../../domain/slots.ts';
import type { Database } from '../../platform/db/database.ts';
import { type SymptomTime, writeSlots } from '../../profile/queries/symptoms.ts';
import type { WholeEntry } from './entry-exports.ts';
import { insertNumbered } from './entry-imports.ts';
import type { FormerVersion, WholeForm } from './exports.ts';

/** A form from an import file. */
export interface ImportedForm extends Omit<WholeForm, 'id' | 'formNumber' | 'formerVersions'> {
  /** The number in the file; null if the file has none. */
  readonly formNumber: number | null;
  readonly id: string | null;
  readonly submissionId: string | null;
  /** The time of a former version is null if the file does not have it. */
  readonly formerVersions: readonly (Omit<FormerVersion, 'loggedAt'> & {
    readonly loggedAt: number | null;
  })[];
}

export interface NumberedForm extends ImportedForm {
  readonly formNumber: number;
}

/** The fields that identify a stored form in an import. */
export interface FormIdentity {
  readonly formNumber: number;
  readonly id: string;
  readonly loggedAt: number;
}

/** The id that a form of a file gets, if the file has one. */
export function idOf({ id, submissionId }: Pick<ImportedForm, 'id' | 'submissionId'>) {
  return submissionId ?? id;
}

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
    .selectFrom('entries')
    .select(['number as formNumber', 'entry_id as id', 'at as loggedAt'])
    .where('user_id', '=', userId)
    .where('kind', '=', form.name)
    .orderBy('number')
    .execute();
}

/** The times that forms had before they were edited, by the form's id. */
export async function findFormerTimes(
  db: Database,
  userId: string,
): Promise<ReadonlyMap<string, readonly number[]>> {
  const rows = await db
    .selectFrom('former_entries')
    .select(['entry_id as id', 'at'])
    .distinct()
    .where('user_id', '=', userId)
    .where('kind', '=', form.name)
    .execute();
  const byId = Map.groupBy(rows, ({ id }) => id);
  return new Map([...byId].map(([id, ofForm]) => [id, ofForm.map(({ at }) => at)]));
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

/** Adds forms with their numbers. The caller's transaction must have locked the profile. */
export async function insertForms(
  trx: Database,
  userId: string,
  forms: readonly NumberedForm[],
): Promise<void> {
  const numbered = forms.map((each) => ({ entry: entryOfForm(each), number: each.formNumber }));
  await insertNumbered(trx, form, userId, numbered);
}

/** A form as the table of entries has it. */
export function entryOfForm(imported: ImportedForm): WholeEntry {
  const { loggedAt, ratings, enteredAt, timeZone, author, version, deletedAt } = imported;
  const held = { id: idOf(imported) ?? randomUUID(), enteredAt, timeZone, author };
  return {
    ...{ ...held, loggedAt, ratings, version, deletedAt },
    formerVersions: imported.formerVersions.map((former) => ({
      ...{ ...held, ...former, loggedAt: former.loggedAt ?? loggedAt, deletedAt: null },
    })),
  };
}
