import type { Database } from '../../platform/db/database.ts';

/**
 * Holds an account's row until the transaction ends, so that it is neither deleted nor changed meanwhile.
 *
 * @param passwordHash what the password was checked against, where one was
 * @returns false where the account is gone, or its password is no longer that one
 */
export async function lockAccount(
  trx: Database,
  userId: string,
  passwordHash?: string,
): Promise<boolean> {
  // Written anew as it is: an update holds the row on every engine, without its own lock syntax.
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
