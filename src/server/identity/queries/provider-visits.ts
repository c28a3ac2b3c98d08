import type { Database } from '../../platform/db/database.ts';

/** An OAuth flow that has started. */
export interface StoredVisit {
  readonly stateHash: string;
  readonly browserHash: string;
  /** The user who re-authenticates or grants access; null for signing in. */
  readonly userId: string | null;
  readonly sealed: string;
  readonly expiresAt: number;
}

/** Stores a flow and deletes an earlier one of the same browser. */
export async function beginVisit(db: Database, visit: StoredVisit): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await trx.deleteFrom('provider_visits').where('browser_hash', '=', visit.browserHash).execute();
    await trx
      .insertInto('provider_visits')
      .values({
        state_hash: visit.stateHash,
        browser_hash: visit.browserHash,
        user_id: visit.userId,
        sealed: visit.sealed,
        expires_at: visit.expiresAt,
      })
      .execute();
  });
}

/** Deletes a flow and returns its data, if the same browser started it and it has not expired. */
export async function endVisit(
  db: Database,
  { stateHash, browserHash }: Pick<StoredVisit, 'stateHash' | 'browserHash'>,
  now: number,
): Promise<Pick<StoredVisit, 'userId' | 'sealed'> | undefined> {
  const ended = await db
    .deleteFrom('provider_visits')
    .where('state_hash', '=', stateHash)
    .where('browser_hash', '=', browserHash)
    .returning(['user_id as userId', 'sealed', 'expires_at as expiresAt'])
    .executeTakeFirst();
  return ended && ended.expiresAt > now ? ended : undefined;
}

export async function deleteExpiredVisits(db: Database, now: number): Promise<void> {
  await db.deleteFrom('provider_visits').where('expires_at', '<=', now).execute();
}
