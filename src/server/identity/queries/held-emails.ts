import type { Database } from '../../platform/db/database.ts';
import { deleteInParts } from '../../platform/db/delete-in-parts.ts';

/** Former addresses of accounts. No other account gets one while its owner can undo the change. */

/** Holds the former address of an account, in the transaction of the change. */
export async function holdEmail(
  trx: Database,
  held: {
    readonly secretHash: string;
    readonly userId: string;
    readonly email: string;
    readonly expiresAt: number;
  },
  now: number,
): Promise<void> {
  await trx
    .insertInto('email_undos')
    .values({
      secret_hash: held.secretHash,
      user_id: held.userId,
      email: held.email,
      changed_at: now,
      expires_at: held.expiresAt,
    })
    .execute();
}

/** True if another account may still get this address back. @param userId the account that wants it */
export async function isHeld(
  db: Database,
  email: string,
  userId: string,
  now: number,
): Promise<boolean> {
  const row = await db
    .selectFrom('email_undos')
    .select('user_id')
    .where('email', '=', email)
    .where('user_id', '!=', userId)
    .where('expires_at', '>', now)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

export async function releaseExpiredEmails(db: Database, now: number): Promise<void> {
  const expired = db.selectFrom('email_undos').select('secret_hash').where('expires_at', '<=', now);
  await deleteInParts((limit) =>
    db
      .deleteFrom('email_undos')
      .where('secret_hash', 'in', expired.limit(limit))
      .executeTakeFirstOrThrow(),
  );
}
