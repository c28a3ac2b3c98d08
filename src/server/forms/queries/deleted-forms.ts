import {
  type Deletion,
  lastDeleted,
  RESTORABLE_MS,
  setDeleted,
} from '../../entries/queries/entries.ts';
import { queuedDay, queueRows } from '../../entries/queries/spreadsheet-queue.ts';
import { SELF, takenOver } from '../../identity/authors.ts';
import { addActivity } from '../../identity/queries/activity.ts';
import type { Database } from '../../platform/db/database.ts';
import { deleteForGood } from '../../platform/db/erasing.ts';
import { lockProfile } from '../../profile/queries/locked-profiles.ts';
import { countErased } from './counted-forms.ts';
import { findForm, type StoredForm, selectForms, withRatings } from './forms.ts';

/**
 * Deletes a form, or restores it within 30 days (`setDeleted`).
 *
 * @returns undefined if there is no such form
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
      await addActivity(trx, userId, now, isDeleted ? 'formDeleted' : 'formRestored', formNumber);
    },
  });
}

/** The deleted forms that can be restored, the last deleted first. */
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

/** How many forms one transaction erases. */
const ERASED_AT_ONCE = 500;

/** Erases the forms of all people that can no longer be restored. */
export async function eraseDeletedForms(db: Database, now: number): Promise<void> {
  const limit = now - RESTORABLE_MS;
  for (;;) {
    const next = await db
      .selectFrom('forms')
      .select('user_id as userId')
      .where('deleted_at', '<=', limit)
      .limit(1)
      .executeTakeFirst();
    if (!next) return;
    await deleteForGood(db, async (trx) => {
      // Without the lock, a deletion of the account would lock the rows in another order.
      await lockProfile(trx, next.userId);
      const old = await trx
        .selectFrom('forms')
        .select('form_number')
        .where('user_id', '=', next.userId)
        .where('deleted_at', '<=', limit)
        .limit(ERASED_AT_ONCE)
        .execute();
      const numbers = old.map(({ form_number }) => form_number);
      if (numbers.length === 0) return false;
      await countErased(trx, next.userId, numbers, now);
      await trx
        .deleteFrom('forms')
        .where('user_id', '=', next.userId)
        .where('form_number', 'in', numbers)
        .execute();
      return true;
    });
  }
}
