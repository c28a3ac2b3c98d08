import type { Database } from '../../platform/db/database.ts';
import { deleteInParts } from '../../platform/db/delete-in-parts.ts';

/** An OAuth flow that has started. */
export interface StoredOAuthFlow {
  readonly stateHash: string;
  readonly browserHash: string;
  /** The user who re-authenticates or grants access; null for signing in. */
  readonly userId: string | null;
  readonly sealed: string;
  readonly expiresAt: number;
}

/** Stores a flow and deletes an earlier one of the same browser. */
export async function addOAuthFlow(db: Database, flow: StoredOAuthFlow): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await trx.deleteFrom('oauth_flows').where('browser_hash', '=', flow.browserHash).execute();
    await trx
      .insertInto('oauth_flows')
      .values({
        state_hash: flow.stateHash,
        browser_hash: flow.browserHash,
        user_id: flow.userId,
        sealed: flow.sealed,
        expires_at: flow.expiresAt,
      })
      .execute();
  });
}

/** Deletes a flow and returns its data, if the same browser started it and it has not expired. */
export async function takeOAuthFlow(
  db: Database,
  { stateHash, browserHash }: Pick<StoredOAuthFlow, 'stateHash' | 'browserHash'>,
  now: number,
): Promise<Pick<StoredOAuthFlow, 'userId' | 'sealed'> | undefined> {
  const ended = await db
    .deleteFrom('oauth_flows')
    .where('state_hash', '=', stateHash)
    .where('browser_hash', '=', browserHash)
    .returning(['user_id as userId', 'sealed', 'expires_at as expiresAt'])
    .executeTakeFirst();
  return ended && ended.expiresAt > now ? ended : undefined;
}

export async function deleteExpiredOAuthFlows(db: Database, now: number): Promise<void> {
  const expired = db.selectFrom('oauth_flows').select('state_hash').where('expires_at', '<=', now);
  await deleteInParts((limit) =>
    db
      .deleteFrom('oauth_flows')
      .where('state_hash', 'in', expired.limit(limit))
      .executeTakeFirstOrThrow(),
  );
}
