import type { Database } from './database.ts';

export interface Session {
  readonly tokenHash: string;
  readonly userId: string;
  readonly email: string;
  readonly isNewUser: boolean;
  readonly expiresAt: number;
}

export async function addSession(
  db: Database,
  session: { tokenHash: string; userId: string; isNewUser: boolean; expiresAt: number },
  now: number,
): Promise<void> {
  await db
    .insertInto('sessions')
    .values({
      token_hash: session.tokenHash,
      user_id: session.userId,
      created_at: now,
      expires_at: session.expiresAt,
      is_new_user: session.isNewUser ? 1 : 0,
    })
    .execute();
}

/** The session of a token, unless it has ended. */
export async function findSession(
  db: Database,
  tokenHash: string,
  now: number,
): Promise<Session | undefined> {
  const row = await db
    .selectFrom('sessions')
    .innerJoin('accounts', 'accounts.user_id', 'sessions.user_id')
    .select([
      'sessions.token_hash as tokenHash',
      'sessions.user_id as userId',
      'accounts.email',
      'sessions.is_new_user as isNewUser',
      'sessions.expires_at as expiresAt',
    ])
    .where('sessions.token_hash', '=', tokenHash)
    .where('sessions.expires_at', '>', now)
    .executeTakeFirst();
  return row && { ...row, isNewUser: row.isNewUser === 1 };
}

export async function extendSession(db: Database, tokenHash: string, expiresAt: number) {
  await db
    .updateTable('sessions')
    .set({ expires_at: expiresAt })
    .where('token_hash', '=', tokenHash)
    .execute();
}

export async function setNewUser(db: Database, tokenHash: string, isNewUser: boolean) {
  await db
    .updateTable('sessions')
    .set({ is_new_user: isNewUser ? 1 : 0 })
    .where('token_hash', '=', tokenHash)
    .execute();
}

export async function deleteSession(db: Database, tokenHash: string): Promise<void> {
  await db.deleteFrom('sessions').where('token_hash', '=', tokenHash).execute();
}

export async function deleteExpiredSessions(db: Database, now: number): Promise<void> {
  await db.deleteFrom('sessions').where('expires_at', '<=', now).execute();
}
