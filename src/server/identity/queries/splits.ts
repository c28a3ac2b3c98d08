import type { Database } from '../../platform/db/database.ts';
import { addJob, type NewJob } from '../../platform/jobs/queries/jobs.ts';
import { placeholderFor } from '../no-address.ts';
import { endEveryAccessTo, lockAccounts } from './access.ts';
import { findAccountOf, type StoredAccount } from './accounts.ts';
import { addActivity } from './activity.ts';
import { forgetBrowsersOf } from './browsers.ts';
import { endEveryWayIn } from './first-proof.ts';

/** Two accounts that wait to be joined: one has the entries, the other the address (DECISIONS 44). */
export interface Split {
  /** The account with the entries from before the proof. */
  readonly userId: string;
  /** The account that has the address now. */
  readonly ownerId: string;
  readonly splitAt: number;
  readonly joinsAt: number;
}

function selectSplits(db: Database) {
  return db
    .selectFrom('address_splits')
    .select([
      'user_id as userId',
      'owner_id as ownerId',
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

/** Keeps two accounts apart for good: the owner of the entries has said that the address is not theirs. */
export async function keepApart(db: Database, userId: string, now: number): Promise<boolean> {
  return await db.transaction().execute(async (trx) => {
    const split = await findSplit(trx, userId);
    if (!split || !(await lockAccounts(trx, [split.userId, split.ownerId]))) return false;
    const { numDeletedRows } = await trx
      .deleteFrom('address_splits')
      .where('user_id', '=', userId)
      .executeTakeFirstOrThrow();
    if (numDeletedRows > 0n) await addActivity(trx, userId, now, 'accountsKeptApart');
    return numDeletedRows > 0n;
  });
}

/**
 * Joins two accounts. The account with the entries goes on: with its helpers, links and history, and now with the
 * address, the password, the sessions and the sign-in methods of the other account. That one stays without any way in
 * until the jobs have added its entries.
 *
 * @param join.keepsAccess whether the former sign-in methods, helpers and links stay. They do if the owner of the
 *   entries has agreed. Otherwise they end, because somebody else may have made the account
 * @param join.jobs the jobs that add the entries of the other account, and then delete it
 * @returns false if the accounts were joined already, or are kept apart
 */
export async function joinAccounts(
  db: Database,
  { userId, ownerId }: Pick<Split, 'userId' | 'ownerId'>,
  { keepsAccess, jobs }: { readonly keepsAccess: boolean; readonly jobs: readonly NewJob[] },
  now: number,
): Promise<boolean> {
  return await db.transaction().execute(async (trx) => {
    if (!(await lockAccounts(trx, [userId, ownerId]))) return false;
    const { numDeletedRows } = await trx
      .deleteFrom('address_splits')
      .where('user_id', '=', userId)
      .where('owner_id', '=', ownerId)
      .executeTakeFirstOrThrow();
    const [former, owner] = [await findAccountOf(trx, userId), await findAccountOf(trx, ownerId)];
    if (numDeletedRows === 0n || !former || !owner) return false;
    if (!keepsAccess) {
      await endEveryWayIn(trx, userId, now);
      await endEveryAccessTo(trx, userId, now);
    }
    await trx
      .updateTable('accounts')
      .set({ email: placeholderFor(ownerId), password_hash: '' })
      .where('user_id', '=', ownerId)
      .execute();
    const passwordHash = owner.passwordHash || (keepsAccess ? former.passwordHash : '');
    await trx
      .updateTable('accounts')
      .set({ email: owner.email, email_proven: 1, password_hash: passwordHash })
      .where('user_id', '=', userId)
      .execute();
    await moveAccess(trx, { from: ownerId, to: userId });
    for (const job of jobs) await addJob(trx, job);
    await addActivity(trx, userId, now, 'accountsJoined');
    return true;
  });
}

/** Moves sessions, sign-in methods, helpers and invitations to another account. */
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
  for (const table of ['identities', 'invitations', 'consents'] as const) {
    await trx.updateTable(table).set({ user_id: to }).where('user_id', '=', from).execute();
  }
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
