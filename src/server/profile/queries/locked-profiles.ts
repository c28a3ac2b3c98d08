import type { Database } from '../../platform/db/database.ts';

/**
 * Locks a person's profile row until the transaction ends. No other transaction can save, edit, delete,
 * restore, erase, import or queue forms, or change slots, in the meantime.
 *
 * @returns the account's highest Form #; undefined if the user has no profile
 */
export async function lockProfile(trx: Database, userId: string): Promise<number | undefined> {
  // A no-op UPDATE locks the row portably; SQLite has no SELECT … FOR UPDATE.
  const held = await trx
    .updateTable('profiles')
    .set((row) => ({ last_form_number: row.ref('last_form_number') }))
    .where('user_id', '=', userId)
    .returning('last_form_number as lastFormNumber')
    .executeTakeFirst();
  return held?.lastFormNumber;
}
