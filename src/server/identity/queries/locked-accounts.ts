import type { Database } from '../../platform/db/database.ts';

/**
 * Locks an account's row until the transaction ends, so that no other transaction deletes or changes it.
 *
 * @param passwordHash the hash that the password was checked against, if there was a password
 * @returns false if the account is gone or has another password by now
 */
export async function lockAccount(
  trx: Database,
  userId: string,
  passwordHash?: string,
): Promise<boolean> {
  // A no-op UPDATE locks the row portably; SQLite has no SELECT … FOR UPDATE.
  const held = await trx
    .updateTable('accounts')
    .set((row) => ({ password_hash: row.ref('password_hash') }))
    .where('user_id', '=', userId)
    .$if(passwordHash !== undefined, (query) =>
      query.where('password_hash', '=', passwordHash ?? ''),
    )
    .returning('user_id')
    .executeTakeFirst();
  return held !== undefined;
}
