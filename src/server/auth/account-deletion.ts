import { setTimeout } from 'node:timers/promises';
import type { Context } from '../context.ts';
import { deleteAccount, type StoredAccount } from '../db/accounts.ts';
import { deleteForGood, finishErasing } from '../db/database.ts';
import { findTokens } from '../db/provider-tokens.ts';
import { attemptKeysOf } from './attempts.ts';
import { providerFault } from './provider-faults.ts';
import { revokeTokens } from './provider-visits.ts';

/** How long providers may take to take their tokens back; the account goes in any case. */
const REVOKE_LIMIT_MS = 5000;

/**
 * Removes an account with everything that is its owner's, from the tables and from the database's file
 * (DECISIONS 10); false where the session that asks was ended since. Tokens are revoked first: later
 * nobody would know them.
 */
export async function deleteWholeAccount(
  context: Context,
  { userId, email }: StoredAccount,
  tokenHash: string,
): Promise<boolean> {
  const { db, log, secrets } = context;
  const giveUp = new AbortController();
  const revoking = (await findTokens(db, userId)).map(async (tokens) => {
    try {
      await revokeTokens(context, tokens);
    } catch (error) {
      const fault = { provider: tokens.provider, ...providerFault(error) };
      log.warn(fault, 'A token could not be revoked');
    }
  });
  await Promise.race([
    Promise.all(revoking),
    setTimeout(REVOKE_LIMIT_MS, undefined, { signal: giveUp.signal }).catch(() => {}),
  ]);
  giveUp.abort();
  const rows = {
    userId,
    tokenHash,
    emailHash: secrets.keyedHash(email),
    attemptKeys: attemptKeysOf(email),
  };
  if (!(await deleteForGood(db, (trx) => deleteAccount(trx, rows)))) return false;
  try {
    await finishErasing(db);
  } catch (error) {
    log.warn(
      { err: error },
      'The file is still to be erased, which is tried again at every tidying',
    );
  }
  return true;
}
