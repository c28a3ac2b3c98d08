import { randomUUID } from 'node:crypto';
import type { IdentityKind } from '../../../contract/ways-in.ts';
import { DAY_MS } from '../../../domain/zone.ts';
import type { Database } from '../../platform/db/database.ts';
import { addJob, type NewJob } from '../../platform/jobs/queries/jobs.ts';
import type { FirstProof } from '../../platform/mail/letters.ts';
import { placeholderFor } from '../no-address.ts';
import { addAccount, type StoredAccount } from './accounts.ts';
import { addActivity } from './activity.ts';
import { forgetBrowsersOf } from './browsers.ts';
import { endGrants } from './provider-tokens.ts';
import { deleteSessionsOf } from './sessions.ts';

/**
 * The first proof of an account's address (DECISIONS 44). Each function runs in the caller's transaction, which has
 * spent the proof.
 */

/** How long the owner of the entries has to say that the address is not theirs (ms). */
const JOINS_AFTER_MS = 7 * DAY_MS;

/** What somebody who has proven an address did with it. */
export interface ProvenAccount {
  /** The account that has the address now. */
  readonly userId: string;
  /** What was removed; undefined if nothing was. */
  readonly firstProof?: FirstProof;
}

/**
 * Whether the caller is signed in to an account, or was before in the same browser. Then a first proof of its address
 * removes nothing.
 */
export type Owns = (userId: string) => boolean;

/** Marks the address of an account as proven. Returns false if it was proven already, or is another one now. */
export async function markProven(
  trx: Database,
  { userId, email }: StoredAccount,
): Promise<boolean> {
  const proven = await trx
    .updateTable('accounts')
    .set({ email_proven: 1 })
    .where('user_id', '=', userId)
    .where('email', '=', email)
    .where('email_proven', '=', 0)
    .returning('user_id')
    .executeTakeFirst();
  return proven !== undefined;
}

/**
 * Gives the address of an account to the caller, who has proven it.
 *
 * The owner of the account keeps everything. Of anybody else, nobody knows whether the account is theirs: its owner may
 * have mistyped the address, or somebody may have made it with the address of another. So an account with anything in
 * it keeps all of it, without an address, and a new account gets the address; the two are joined later. An account with
 * nothing in it goes to the caller.
 *
 * @param options.passwordHash of a new account; '' for none
 * @param options.notice makes the letter to the owner, which is sent only if the proof removed a way to sign in
 * @returns undefined if the address was proven already, or the account has another one now
 */
export async function giveAddress(
  trx: Database,
  account: StoredAccount,
  {
    owns,
    passwordHash = '',
    notice,
  }: {
    readonly owns: Owns;
    readonly passwordHash?: string;
    readonly notice?: (proof: FirstProof) => NewJob;
  },
  now: number,
): Promise<ProvenAccount | undefined> {
  const { userId, email } = account;
  if (owns(userId)) return (await markProven(trx, account)) ? { userId } : undefined;
  if (!(await holdsAnything(trx, userId))) {
    const firstProof = await takeOver(trx, account, now);
    if (notice && firstProof && hasRemoved(firstProof)) await addJob(trx, notice(firstProof));
    return firstProof && { userId, firstProof };
  }
  // The UPDATE itself checks the address, because another window may have proven it or given it away since the row was
  // read.
  const freed = await trx
    .updateTable('accounts')
    .set({ email: placeholderFor(userId) })
    .where('user_id', '=', userId)
    .where('email', '=', email)
    .where('email_proven', '=', 0)
    .returning('user_id')
    .executeTakeFirst();
  if (!freed) return undefined;
  const ownerId = randomUUID();
  await addAccount(trx, { userId: ownerId, email, passwordHash, emailProven: true }, now);
  await trx
    .insertInto('address_splits')
    .values({
      ...{ user_id: userId, owner_id: ownerId, email },
      ...{ split_at: now, joins_at: now + JOINS_AFTER_MS },
    })
    .execute();
  await addActivity(trx, userId, now, 'addressGiven');
  return { userId: ownerId };
}

const ENTRIES = ['past_symptoms', 'entries', 'caregivers', 'invitations', 'links'] as const;

/** True if somebody has entered anything in an account, lets other people see it, or helps somebody. */
async function holdsAnything(trx: Database, userId: string): Promise<boolean> {
  const profile = await trx
    .selectFrom('profiles')
    .select(['first_name', 'last_name', 'birthday', 'biological_sex', 'last_form_number'])
    .where('user_id', '=', userId)
    .executeTakeFirst();
  if (!profile) return false;
  if (Object.values(profile).some(Boolean)) return true;
  const named = await trx
    .selectFrom('slots')
    .select('slot')
    .where('user_id', '=', userId)
    .where('name', '!=', '')
    .limit(1)
    .executeTakeFirst();
  if (named) return true;
  for (const table of ENTRIES) {
    const row = await trx
      .selectFrom(table)
      .select('user_id')
      .where('user_id', '=', userId)
      .limit(1)
      .executeTakeFirst();
    if (row) return true;
  }
  const helped = await trx
    .selectFrom('caregivers')
    .select('user_id')
    .where('helper_id', '=', userId)
    .limit(1)
    .executeTakeFirst();
  return helped !== undefined;
}

/**
 * Marks an account's address as proven. Someone else may have made the account with that address, to see what its owner
 * enters later (DECISIONS 9). The proof therefore removes every way in.
 *
 * @returns what was removed; undefined if the address was already proven
 */
async function takeOver(
  trx: Database,
  account: StoredAccount,
  now: number,
): Promise<FirstProof | undefined> {
  if (!(await markProven(trx, account))) return undefined;
  const { userId, passwordHash } = account;
  await trx
    .updateTable('accounts')
    .set({ password_hash: '' })
    .where('user_id', '=', userId)
    .execute();
  return { password: passwordHash !== '', providers: await endEveryWayIn(trx, userId, now) };
}

/**
 * Ends all sessions and known browsers of an account, its access to providers, and its reminders by ntfy, from which a
 * stranger would learn of doses that are not logged.
 *
 * @returns the kinds of identities that could sign in to it
 */
export async function endEveryWayIn(
  trx: Database,
  userId: string,
  now: number,
): Promise<IdentityKind[]> {
  await deleteSessionsOf(trx, userId);
  await forgetBrowsersOf(trx, userId);
  await endGrants(trx, userId, now);
  await trx
    .updateTable('reminders')
    .set({ ntfy: null, ntfy_failures: 0 })
    .where('user_id', '=', userId)
    .execute();
  const identities = await trx
    .deleteFrom('identities')
    .where('user_id', '=', userId)
    .returning('provider')
    .execute();
  return [...new Set(identities.map(({ provider }) => provider as IdentityKind))].sort();
}

/** True if the proof removed a way to sign in that somebody else may have set. */
export function hasRemoved({ password, providers }: FirstProof): boolean {
  return password || providers.length > 0;
}
