import { randomUUID } from 'node:crypto';
import { DAY_MS } from '../../../domain/zone.ts';
import { setMirrored } from '../../entries/queries/changes.ts';
import type { Database } from '../../platform/db/database.ts';
import { addJob, dropJobs } from '../../platform/jobs/queries/jobs.ts';
import { addActivity } from './activity.ts';

/** A user's tokens at a provider. */
export interface StoredTokens {
  readonly provider: string;
  /** Keyed hash of issuer and subject; '' in rows that are older than this column. */
  readonly personHash: string;
  /** The tokens, encrypted. */
  readonly sealed: string;
}

/** How long a revocation is retried if the provider cannot be reached (ms). */
const GIVE_UP_AFTER_MS = 7 * DAY_MS;

/**
 * Stores a user's tokens in the caller's transaction, in place of the user's former ones for this provider. The former
 * tokens are queued for revocation only if they are known to belong to another account at the provider. Otherwise the
 * revocation might revoke the new tokens too, because it covers all tokens of an account.
 */
export async function keepTokens(
  trx: Database,
  userId: string,
  tokens: StoredTokens,
  now: number,
): Promise<void> {
  const { provider, personHash, sealed } = tokens;
  const [former] = (await findTokens(trx, userId)).filter((each) => each.provider === provider);
  await trx
    .insertInto('provider_tokens')
    .values({ user_id: userId, provider, person_hash: personHash, sealed })
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'provider']).doUpdateSet({ sealed, person_hash: personHash }),
    )
    .execute();
  // Drop queued revocations of the same provider account: revoking one of its tokens revokes all of them (RFC 7009,
  // 2.1), the new one included.
  await dropJobs(trx, 'revoke', personHash);
  // Old rows have no hash, so their token may belong to the same provider account. Revoking it could revoke the new
  // token too.
  if (former && former.personHash !== '') await revokeUnlessShared(trx, former, now);
}

/** Replaces tokens with refreshed ones, unless the old ones have been replaced or deleted in the meantime. */
export async function renewTokens(
  db: Database,
  userId: string,
  { from, to }: { readonly from: StoredTokens; readonly to: string },
): Promise<void> {
  await db
    .updateTable('provider_tokens')
    .set({ sealed: to })
    .where('user_id', '=', userId)
    .where('provider', '=', from.provider)
    .where('sealed', '=', from.sealed)
    .execute();
}

export async function findTokens(db: Database, userId: string): Promise<StoredTokens[]> {
  return await db
    .selectFrom('provider_tokens')
    .select(['provider', 'person_hash as personHash', 'sealed'])
    .where('user_id', '=', userId)
    .execute();
}

/** Deletes a user's tokens in the caller's transaction and queues their revocation. */
export async function giveUpTokens(trx: Database, userId: string, now: number): Promise<void> {
  const given = await findTokens(trx, userId);
  await trx.deleteFrom('provider_tokens').where('user_id', '=', userId).execute();
  for (const tokens of given) await revokeUnlessShared(trx, tokens, now);
}

/** Ends all provider grants of a user, including the spreadsheet mirror, in the caller's transaction. */
export async function endGrants(trx: Database, userId: string, now: number): Promise<void> {
  // Write to `spreadsheets` before locking the profile, as the mirror's transactions do: the same lock order prevents
  // deadlocks.
  const ended = await trx
    .deleteFrom('spreadsheets')
    .where('user_id', '=', userId)
    .returning('is_on')
    .executeTakeFirst();
  await setMirrored(trx, userId, false);
  await giveUpTokens(trx, userId, now);
  if (ended?.is_on) await addActivity(trx, userId, now, 'spreadsheetTurnedOff');
}

/** Queues a revocation, unless it would also revoke stored tokens of the same provider account. */
async function revokeUnlessShared(trx: Database, tokens: StoredTokens, now: number): Promise<void> {
  const sharing = await trx
    .selectFrom('provider_tokens')
    .select('user_id')
    .where('person_hash', '=', tokens.personHash)
    .where('person_hash', '!=', '')
    .executeTakeFirst();
  if (sharing) return;
  await addJob(trx, {
    id: randomUUID(),
    kind: 'revoke',
    // Null, so that the job outlives the account.
    userId: null,
    targetHash: tokens.personHash,
    detail: tokens.provider,
    sealed: tokens.sealed,
    dueAt: now,
    expiresAt: now + GIVE_UP_AFTER_MS,
  });
}
