import type { Database } from './database.ts';
import { holdSession } from './sessions.ts';

/**
 * Keeps what a provider lets us do for someone, encrypted, in place of what was kept before.
 *
 * @param tokens.tokenHash the session that asked for it
 * @returns false where that session has ended: an account that its owner has taken back by then must not
 *   write to the spreadsheet of whoever was in it before
 */
export async function keepTokens(
  db: Database,
  tokens: {
    readonly userId: string;
    readonly tokenHash: string;
    readonly provider: string;
    readonly sealed: string;
  },
): Promise<boolean> {
  const { userId, tokenHash, provider, sealed } = tokens;
  return await db.transaction().execute(async (trx) => {
    if (!(await holdSession(trx, { userId, tokenHash }))) return false;
    await trx
      .insertInto('provider_tokens')
      .values({ user_id: userId, provider, sealed })
      .onConflict((conflict) => conflict.columns(['user_id', 'provider']).doUpdateSet({ sealed }))
      .execute();
    return true;
  });
}

export async function findTokens(
  db: Database,
  userId: string,
): Promise<{ provider: string; sealed: string }[]> {
  return await db
    .selectFrom('provider_tokens')
    .select(['provider', 'sealed'])
    .where('user_id', '=', userId)
    .execute();
}
