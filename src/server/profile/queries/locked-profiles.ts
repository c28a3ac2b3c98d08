import type { Database } from '../../platform/db/database.ts';

interface LockedProfile {
  /** The account's highest Form #. */
  readonly lastFormNumber: number;
  /** Counts the changes of the symptoms. */
  readonly revision: number;
}

/**
 * Locks a person's profile row until the transaction ends. No other transaction can save, edit, delete,
 * restore, erase, import or queue forms, or change slots, in the meantime.
 *
 * @returns undefined if the user has no profile
 */
export async function lockProfile(
  trx: Database,
  userId: string,
): Promise<LockedProfile | undefined> {
  // A no-op UPDATE locks the row portably; SQLite has no SELECT … FOR UPDATE. A transaction that only acknowledges a
  // repeated call also needs this write, because only a commit that writes waits for a synchronous standby, which may
  // not have the commit of the first call yet.
  return await trx
    .updateTable('profiles')
    .set((row) => ({ last_form_number: row.ref('last_form_number') }))
    .where('user_id', '=', userId)
    .returning(['last_form_number as lastFormNumber', 'revision'])
    .executeTakeFirst();
}
