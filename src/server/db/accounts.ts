import type { Database } from './database.ts';

export interface Account {
  readonly userId: string;
  readonly email: string;
  readonly passwordHash: string;
}

/** Adds an account; false where the address already has one. */
export async function addAccount(db: Database, account: Account, now: number): Promise<boolean> {
  const added = await db
    .insertInto('accounts')
    .values({
      user_id: account.userId,
      email: account.email,
      password_hash: account.passwordHash,
      created_at: now,
    })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returning('user_id')
    .executeTakeFirst();
  return added !== undefined;
}

/** @param email trimmed and in lower case */
export async function findAccount(db: Database, email: string): Promise<Account | undefined> {
  return await db
    .selectFrom('accounts')
    .select(['user_id as userId', 'email', 'password_hash as passwordHash'])
    .where('email', '=', email)
    .executeTakeFirst();
}
