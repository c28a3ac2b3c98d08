import { sql } from 'kysely';
import { type Deletion, lastDeleted, setDeleted } from '../../entries/queries/entries.ts';
import { eraseDeleted } from '../../entries/queries/erased.ts';
import { queuedDay, queueRows } from '../../entries/queries/spreadsheet-queue.ts';
import { SELF, takenOver } from '../../identity/authors.ts';
import { addActivity } from '../../identity/queries/activity.ts';
import type { Database } from '../../platform/db/database.ts';
import { findForm, type StoredForm, selectForms, withRatings } from './forms.ts';

/**
 * Deletes a form, or restores it within 30 days (`setDeleted`).
 *
 * @returns undefined if the form does not exist, can no longer be restored, or is one that `by` may not change
 */
export async function setFormDeleted(
  db: Database,
  userId: string,
  formNumber: number,
  deletion: Deletion,
): Promise<StoredForm | undefined> {
  const { isDeleted, now, by = SELF } = deletion;
  return await setDeleted<StoredForm>(db, userId, deletion, {
    find: (trx) => findForm(trx, userId, 'form_number', formNumber),
    async store(trx, deletedAt, { loggedAt }) {
      await trx
        .updateTable('forms')
        .set({ deleted_at: deletedAt, ...takenOver(by) })
        .where('user_id', '=', userId)
        .where('form_number', '=', formNumber)
        .execute();
      const changed = [{ kind: 'form', number: formNumber } as const, queuedDay(loggedAt)];
      await queueRows(trx, userId, changed);
      const kind = isDeleted ? 'formDeleted' : 'formRestored';
      await addActivity(trx, userId, now, kind, formNumber, by.id);
    },
  });
}

/** The deleted forms that can be restored, the most recently deleted first. */
export async function findDeletedForms(
  db: Database,
  userId: string,
  now: number,
): Promise<StoredForm[]> {
  const page = lastDeleted(selectForms(db, userId), now);
  return (await withRatings(db, userId, page)).sort(
    (a, b) => (b.deletedAt ?? 0) - (a.deletedAt ?? 0),
  );
}

/** The bytes that a form and its former versions count towards the text of the account. */
const TEXT_BYTES = sql<number>`${bytesIn('ratings')} + ${bytesIn('former_ratings')}`;

function bytesIn(table: 'ratings' | 'former_ratings') {
  const [user, form] = [sql.ref(`${table}.user_id`), sql.ref(`${table}.form_number`)];
  return sql`coalesce((select sum(octet_length(name) + octet_length(notes)) from ${sql.table(table)}
    where ${user} = forms.user_id and ${form} = forms.form_number), 0)`;
}

/** Erases deleted forms that can no longer be restored, of all people. Their ratings are deleted with them. */
export async function eraseDeletedForms(db: Database, now: number): Promise<void> {
  await eraseDeleted(db, now, TEXT_BYTES);
}
