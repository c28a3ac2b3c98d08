import type { Database } from '../../platform/db/database.ts';
import { addJob, type NewJob } from '../../platform/jobs/queries/jobs.ts';
import { placeholderFor } from '../no-address.ts';
import { type Ending, endEveryAccessTo, endLockedAccess, lockAccounts } from './access.ts';
import { findAccountOf, type StoredAccount } from './accounts.ts';
import { addActivity } from './activity.ts';
import { forgetBrowsersOf } from './browsers.ts';
import { lockCodes } from './codes.ts';
import { endEveryWayIn } from './first-proof.ts';
import { askWhatStays, findStays } from './stays.ts';

/** Two accounts that wait to be joined: one has the entries, the other the address (DECISIONS 44). */
export interface Split {
  /** The account with the entries from before the proof. */
  readonly userId: string;
  /** The account that has the address now. */
  readonly ownerId: string;
  /** The address over which they were split. */
  readonly email: string;
  readonly splitAt: number;
  readonly joinsAt: number;
}

/** A time that never comes: that of accounts which are kept apart. */
export const NEVER = 8_640_000_000_000_000;

function selectSplits(db: Database) {
  return db
    .selectFrom('address_splits')
    .select([
      'user_id as userId',
      'owner_id as ownerId',
      'email',
      'split_at as splitAt',
      'joins_at as joinsAt',
    ]);
}

/** The split of which the account is one half. */
export async function findSplit(db: Database, userId: string): Promise<Split | undefined> {
  return await selectSplits(db)
    .where((row) => row.or([row('user_id', '=', userId), row('owner_id', '=', userId)]))
    .executeTakeFirst();
}

/** The account with the entries from before somebody else proved the address; undefined if there is none. */
export async function findFormer(
  db: Database,
  ownerId: string,
): Promise<StoredAccount | undefined> {
  const split = await findSplit(db, ownerId);
  return split?.ownerId === ownerId ? await findAccountOf(db, split.userId) : undefined;
}

export async function findDueSplits(db: Database, now: number): Promise<Split[]> {
  return await selectSplits(db).where('joins_at', '<=', now).orderBy('joins_at').execute();
}

/**
 * Keeps two accounts apart: the owner of the entries has said that the address is not theirs. Their old password and a
 * code for the address still join them, in case they did not recognize a new phone of their own.
 */
export async function keepApart(db: Database, userId: string, now: number): Promise<boolean> {
  return await db.transaction().execute(async (trx) => {
    const split = await findSplit(trx, userId);
    if (!split || !(await lockAccounts(trx, [split.userId, split.ownerId]))) return false;
    const { numUpdatedRows } = await trx
      .updateTable('address_splits')
      .set({ joins_at: NEVER })
      .where('user_id', '=', userId)
      .where('joins_at', '<', NEVER)
      .executeTakeFirstOrThrow();
    if (numUpdatedRows > 0n) await addActivity(trx, userId, now, 'accountsKeptApart');
    return numUpdatedRows > 0n;
  });
}

/**
 * Joins two accounts. The account with the entries goes on: with its helpers, links and history, and now with the
 * address, the password, the sessions and the sign-in methods of the other account. That one stays without any way in
 * until the jobs have added its entries.
 *
 * @param join.endings undefined if the owner of the entries has agreed: then the former sign-in methods, helpers and
 *   links stay, and the owner is asked which of them may. Otherwise they end, because somebody else may have made the
 *   account, and with them these accesses that the account gives or has
 * @param join.emailHash the hash of the address
 * @param join.notice the letter to the address
 * @param join.jobs the jobs that add the entries of the other account, and then delete it
 * @returns false if the accounts were joined already, or are kept apart
 */
export async function joinAccounts(
  db: Database,
  { userId, ownerId }: Pick<Split, 'userId' | 'ownerId'>,
  {
    endings,
    emailHash,
    notice,
    jobs,
  }: {
    readonly endings: readonly Ending[] | undefined;
    readonly emailHash: string;
    readonly notice: NewJob;
    readonly jobs: readonly NewJob[];
  },
  now: number,
): Promise<boolean> {
  return await db.transaction().execute(async (trx) => {
    await lockCodes(trx, emailHash);
    const sides = (endings ?? []).flatMap((each) => [each.userId, each.helperId]);
    await lockAccounts(trx, sides.length > 0 ? [userId, ownerId, ...sides] : [userId, ownerId]);
    const { numDeletedRows } = await trx
      .deleteFrom('address_splits')
      .where('user_id', '=', userId)
      .where('owner_id', '=', ownerId)
      .executeTakeFirstOrThrow();
    const [former, owner] = [await findAccountOf(trx, userId), await findAccountOf(trx, ownerId)];
    if (numDeletedRows === 0n || !former || !owner) return false;
    if (endings) {
      await endEveryWayIn(trx, userId, now);
      for (const ending of endings) await endLockedAccess(trx, ending, now);
      await endEveryAccessTo(trx, userId, now);
    } else {
      await askWhatStays(trx, userId, await findStays(trx, userId, now), now);
    }
    await trx
      .updateTable('accounts')
      .set({ email: placeholderFor(ownerId), password_hash: '' })
      .where('user_id', '=', ownerId)
      .execute();
    const passwordHash = owner.passwordHash || (endings ? '' : former.passwordHash);
    await trx
      .updateTable('accounts')
      .set({ email: owner.email, email_proven: 1, password_hash: passwordHash })
      .where('user_id', '=', userId)
      .execute();
    await moveAccess(trx, { from: ownerId, to: userId });
    for (const job of [notice, ...jobs]) await addJob(trx, job);
    await addActivity(trx, userId, now, 'accountsJoined');
    return true;
  });
}

/** Moves sessions with their phones for reminders, sign-in methods, helpers and invitations to another account. */
async function moveAccess(
  trx: Database,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<void> {
  // A known browser cannot move, because its hash contains the account.
  await forgetBrowsersOf(trx, from);
  await trx
    .updateTable('sessions')
    .set({ user_id: to, is_new_user: 0 })
    .where('user_id', '=', from)
    .execute();
  for (const table of ['push_devices', 'identities', 'invitations', 'consents'] as const) {
    await trx.updateTable(table).set({ user_id: to }).where('user_id', '=', from).execute();
  }
  await trx
    .updateTable('invitations')
    .set({ helper_id: to })
    .where('helper_id', '=', from)
    .where('user_id', '!=', to)
    .execute();
  const helpers = trx.selectFrom('caregivers').select('helper_id').where('user_id', '=', to);
  await trx
    .updateTable('caregivers')
    .set({ user_id: to })
    .where('user_id', '=', from)
    .where('helper_id', 'not in', helpers)
    .where('helper_id', '!=', to)
    .execute();
  const helped = trx.selectFrom('caregivers').select('user_id').where('helper_id', '=', to);
  await trx
    .updateTable('caregivers')
    .set({ helper_id: to })
    .where('helper_id', '=', from)
    .where('user_id', 'not in', helped)
    .where('user_id', '!=', to)
    .execute();
}
