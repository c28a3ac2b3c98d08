import { sql } from 'kysely';
import type { Database } from '../../platform/db/database.ts';
import { deleteInParts } from '../../platform/db/delete-in-parts.ts';
import { addJob, type NewJob } from '../../platform/jobs/queries/jobs.ts';
import { lockProfile } from '../../profile/queries/locked-profiles.ts';
import { type Ending, endLockedAccess, lockAccounts } from './access.ts';
import { addActivity } from './activity.ts';
import { deleteCodes, lockCodes } from './codes.ts';
import { endGrants } from './provider-tokens.ts';
import { deleteSessionsOf, lockSession } from './sessions.ts';

export interface Account {
  readonly userId: string;
  /** Trimmed and lower case. */
  readonly email: string;
  /** '' for an account without a password. */
  readonly passwordHash: string;
}

export interface StoredAccount extends Account {
  /** Whether the owner has proven that the address is theirs. */
  readonly emailProven: boolean;
  readonly createdAt: number;
}

/** Adds an account; false if the address already has one. */
export async function addAccount(
  db: Database,
  account: Account & { readonly emailProven?: boolean },
  now: number,
): Promise<boolean> {
  const added = await db
    .insertInto('accounts')
    .values({
      user_id: account.userId,
      email: account.email,
      password_hash: account.passwordHash,
      created_at: now,
      email_proven: account.emailProven ? 1 : 0,
    })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returning('user_id')
    .executeTakeFirst();
  return added !== undefined;
}

/** @param email trimmed and lower case */
export async function findAccount(db: Database, email: string): Promise<StoredAccount | undefined> {
  return await findBy(db, 'email', email);
}

export async function findAccountOf(
  db: Database,
  userId: string,
): Promise<StoredAccount | undefined> {
  return await findBy(db, 'user_id', userId);
}

async function findBy(db: Database, column: 'email' | 'user_id', value: string) {
  const row = await db
    .selectFrom('accounts')
    .select([
      'user_id as userId',
      'email',
      'password_hash as passwordHash',
      'email_proven as emailProven',
      'created_at as createdAt',
    ])
    .where(column, '=', value)
    .executeTakeFirst();
  return row && { ...row, emailProven: row.emailProven === 1 };
}

/** When the first account was created (ms); undefined without accounts. */
export async function findFirstAccountTime(db: Database): Promise<number | undefined> {
  const { first } = await db
    .selectFrom('accounts')
    .select(({ fn }) => fn.min('created_at').as('first'))
    .executeTakeFirstOrThrow();
  return first === null ? undefined : Number(first);
}

/** When an account was created (ms). */
export async function findCreationTime(db: Database, userId: string): Promise<number | undefined> {
  const row = await db
    .selectFrom('accounts')
    .select('created_at')
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row?.created_at;
}

/**
 * Sets the new password of a signed-in user and ends all their sessions.
 *
 * @param change.tokenHash the calling session; if it has ended in the meantime, for example by a reset or a
 *   sign-out everywhere, nothing changes
 */
export async function changePassword(
  db: Database,
  change: {
    readonly account: Account;
    readonly tokenHash: string;
    readonly passwordHash: string;
    readonly emailHash: string;
    readonly notice: NewJob;
  },
  now: number,
): Promise<'changed' | 'wrongPassword' | 'signedOut'> {
  const { account, tokenHash, passwordHash, emailHash, notice } = change;
  return await db.transaction().execute(async (trx) => {
    await lockCodes(trx, emailHash);
    if (!(await lockSession(trx, { userId: account.userId, tokenHash }))) return 'signedOut';
    const changed = await trx
      .updateTable('accounts')
      .set({ password_hash: passwordHash })
      .where('user_id', '=', account.userId)
      .where('password_hash', '=', account.passwordHash)
      .returning('user_id')
      .executeTakeFirst();
    if (!changed) return 'wrongPassword';
    await deleteSessionsOf(trx, account.userId);
    await deleteCodes(trx, emailHash);
    await addJob(trx, notice);
    await addActivity(trx, account.userId, now, 'passwordChanged');
    return 'changed';
  });
}

/**
 * Deletes an account and all its owner's rows, in the caller's transaction. Foreign keys cascade to most other tables.
 * Activity has no foreign key, and some rows have only a hash of the address or of a rate-limit key, so these are
 * deleted explicitly.
 *
 * @param rows.tokenHash the calling session, if there is one
 * @param rows.endings the accesses that the account gives or has
 * @returns false if the calling session has ended in the meantime; then nothing has changed
 */
export async function deleteAccount(
  trx: Database,
  {
    userId,
    tokenHash,
    endings,
    emailHash,
    attemptKeys,
  }: {
    readonly userId: string;
    readonly tokenHash: string | undefined;
    readonly endings: readonly Ending[];
    readonly emailHash: string;
    readonly attemptKeys: readonly string[];
  },
  now: number,
): Promise<boolean> {
  await lockCodes(trx, emailHash);
  const sides = endings.flatMap((each) => [each.userId, each.helperId]);
  await lockAccounts(trx, [userId, ...sides]);
  if (tokenHash !== undefined && !(await lockSession(trx, { userId, tokenHash }))) return false;
  // Lock the spreadsheet, then the profile, then the accesses, because the mirror locks the first two in that order and a
  // caregiver's save the last two: the same lock order prevents deadlocks.
  await endGrants(trx, userId, now);
  await lockProfile(trx, userId);
  for (const ending of endings) await endLockedAccess(trx, ending, now);
  await deleteCodes(trx, emailHash);
  // If the user had asked to change the address, an email to the new address may still be queued: delete it.
  const asked = trx.selectFrom('codes').select('challenge_hash').where('user_id', '=', userId);
  await trx.deleteFrom('jobs').where('id', 'in', asked).execute();
  await deleteEntries(trx, userId);
  await trx.deleteFrom('accounts').where('user_id', '=', userId).execute();
  // Delete the activity last, because ending the accesses and grants above has added activity.
  await trx.deleteFrom('activity').where('user_id', '=', userId).execute();
  await trx.deleteFrom('jobs').where('target_hash', '=', emailHash).execute();
  await trx.deleteFrom('attempts').where('limit_key', 'in', attemptKeys).execute();
  return true;
}

/** The tables of entries and former values, and their keys. */
const KEYS = {
  sheet_rows: ['user_id', 'kind', 'number'],
  entries: ['user_id', 'kind', 'entry_id'],
  former_entries: ['user_id', 'kind', 'entry_id', 'version'],
} as const;

/** Deletes entries and former values in batches, because PostgreSQL ends a statement that takes four seconds. */
async function deleteEntries(trx: Database, userId: string): Promise<void> {
  for (const table of Object.keys(KEYS) as (keyof typeof KEYS)[]) {
    const key = sql.join(KEYS[table].map((column) => sql.ref(column)));
    await deleteInParts((limit) => {
      const some = sql`select ${key} from ${sql.table(table)} where user_id = ${userId} limit ${limit}`;
      return trx
        .deleteFrom(table)
        .where(sql<boolean>`(${key}) in (${some})`)
        .executeTakeFirstOrThrow();
    });
  }
}
