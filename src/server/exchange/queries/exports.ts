import type { Person } from '../../../contract/facts.ts';
import { form } from '../../../contract/kinds/form.ts';
import type { Rating } from '../../../domain/rating.ts';
import { formOf, type StoredForm } from '../../forms/queries/forms.ts';
import type { Database } from '../../platform/db/database.ts';
import { FACT_COLUMNS } from '../../platform/db/fact-columns.ts';
import { findSlotRows, type SlotRows } from '../../profile/queries/symptoms.ts';
import { findWholeNumbered } from './entry-exports.ts';

/** A form's ratings before an edit. */
export interface FormerVersion {
  readonly version: number;
  /** When the edit replaced this version. */
  readonly replacedAt: number;
  /** The form's time before the edit. */
  readonly loggedAt: number;
  /** In slot order. */
  readonly ratings: readonly Rating[];
}

/** A form with its former versions. */
export interface WholeForm extends StoredForm {
  /** Oldest first. */
  readonly formerVersions: readonly FormerVersion[];
}

/** An account's profile and symptoms, and its highest Form #. */
export interface AccountOverview extends SlotRows {
  readonly person: Person;
  readonly createdAt: number;
  /** The highest Form #; 0 without forms. */
  readonly lastFormNumber: number;
}

/** @returns undefined if the user has no profile */
export async function findOverview(
  db: Database,
  userId: string,
): Promise<AccountOverview | undefined> {
  const profile = await db
    .selectFrom('profiles')
    .select([...FACT_COLUMNS, 'created_at as createdAt', 'last_form_number as lastFormNumber'])
    .where('user_id', '=', userId)
    .executeTakeFirst();
  if (!profile) return undefined;
  const { createdAt, lastFormNumber, ...person } = profile;
  return { person, createdAt, lastFormNumber, ...(await findSlotRows(db, userId)) };
}

/**
 * The forms with numbers from `first` to `last`, both included, in order, with all stored data. One statement reads
 * them, so that each form is consistent, either before or after a concurrent edit.
 */
export async function findWholeForms(
  db: Database,
  userId: string,
  { first, last }: { readonly first: number; readonly last: number },
): Promise<WholeForm[]> {
  const found = await findWholeNumbered(db, form, userId, { first, last });
  return found.map(({ entry, formerVersions, number }) => ({
    ...formOf({ entry, number }),
    formerVersions: formerVersions.map((former) => {
      const { version, replacedAt, loggedAt, ratings } = former as unknown as FormerVersion;
      return { version, replacedAt, loggedAt, ratings };
    }),
  }));
}
