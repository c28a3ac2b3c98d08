import type { Database } from '../../platform/db/database.ts';
import { prepared } from '../../platform/db/prepared.ts';
import { addJob, type NewJob } from '../../platform/jobs/queries/jobs.ts';
import { addActivity } from './activity.ts';
import { lockAccount } from './locked-accounts.ts';

/** What a person allows a caregiver. */
export interface Grant {
  readonly caregiverId: string;
  readonly may: 'read' | 'log';
  readonly readsNotes: boolean;
  readonly lastSeenAt: number | null;
}

const selectGrant = prepared((db, { userId, helperId }: { userId: string; helperId: string }) =>
  db
    .selectFrom('caregivers')
    .select([
      'caregiver_id as caregiverId',
      'may',
      'reads_notes as readsNotes',
      'last_seen_at as lastSeenAt',
    ])
    .where('user_id', '=', userId)
    .where('helper_id', '=', helperId),
);

/** The grant of a person to another account. */
export async function findGrant(
  db: Database,
  userId: string,
  helperId: string,
): Promise<Grant | undefined> {
  const [row] = await selectGrant(db, { userId, helperId });
  return row && grantOf(row);
}

/**
 * A query of its own instead of a join with the grant: in a cluster, two people's rows may be stored on different
 * machines.
 */
const selectHelper = prepared((db, { userId }: { userId: string }) =>
  db
    .selectFrom('profiles')
    .select(['first_name as firstName', 'last_name as lastName'])
    .where('user_id', '=', userId),
);

/** The name of a caregiver; undefined without a profile. */
export async function findHelper(db: Database, userId: string) {
  const [row] = await selectHelper(db, { userId });
  return row;
}

export async function noteSeen(
  db: Database,
  userId: string,
  caregiverId: string,
  now: number,
): Promise<void> {
  await db
    .updateTable('caregivers')
    .set({ last_seen_at: now })
    .where('user_id', '=', userId)
    .where('caregiver_id', '=', caregiverId)
    .execute();
}

/** The account of a caregiver, and whether they may read notes. */
export async function findReader(
  db: Database,
  userId: string,
  caregiverId: string,
): Promise<{ readonly userId: string; readonly readsNotes: boolean } | undefined> {
  const row = await db
    .selectFrom('caregivers')
    .select(['helper_id as helperId', 'reads_notes as readsNotes'])
    .where('user_id', '=', userId)
    .where('caregiver_id', '=', caregiverId)
    .executeTakeFirst();
  return row && { userId: row.helperId, readsNotes: row.readsNotes === 1 };
}

/** A person who lets another account in. */
export interface HelpedRow extends Grant {
  readonly userId: string;
  readonly since: number;
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
}

const selectHelped = prepared((db, { helperId }: { helperId: string }) =>
  db
    .selectFrom('caregivers')
    .select([
      'user_id as userId',
      'caregiver_id as caregiverId',
      'may',
      'reads_notes as readsNotes',
      'last_seen_at as lastSeenAt',
      'since',
    ])
    .where('helper_id', '=', helperId)
    .orderBy('since')
    .orderBy('caregiver_id'),
);

/** The people who let an account in, the oldest grant first. */
export async function findHelped(db: Database, helperId: string): Promise<HelpedRow[]> {
  const rows = await selectHelped(db, { helperId });
  if (rows.length === 0) return [];
  const people = await findNames(
    db,
    rows.map(({ userId }) => userId),
  );
  return rows.flatMap((row) => {
    const person = people.get(row.userId);
    return person ? [{ ...grantOf(row), since: row.since, userId: row.userId, ...person }] : [];
  });
}

/** Names and addresses of accounts, by id. The name is '' without a profile. */
export async function findNames(db: Database, userIds: readonly string[]) {
  if (userIds.length === 0) return new Map<string, never>();
  const rows = await db
    .selectFrom('accounts')
    .leftJoin('profiles', 'profiles.user_id', 'accounts.user_id')
    .select([
      'accounts.user_id as userId',
      'accounts.email',
      'profiles.first_name as firstName',
      'profiles.last_name as lastName',
    ])
    .where('accounts.user_id', 'in', userIds)
    .execute();
  return new Map(
    rows.map(({ userId, email, firstName, lastName }) => [
      userId,
      { email, firstName: firstName ?? '', lastName: lastName ?? '' },
    ]),
  );
}

type GrantRow = Omit<Grant, 'may' | 'readsNotes'> & { may: string; readsNotes: number };

function grantOf({ caregiverId, may, readsNotes, lastSeenAt }: GrantRow): Grant {
  return {
    caregiverId,
    may: may === 'log' ? 'log' : 'read',
    readsNotes: readsNotes === 1,
    lastSeenAt,
  };
}

/**
 * Locks accounts until the transaction ends, always in the same order, to prevent deadlocks.
 *
 * @returns false if one of the accounts is gone
 */
export async function lockAccounts(trx: Database, userIds: readonly string[]): Promise<boolean> {
  let allExist = true;
  for (const userId of [...new Set(userIds)].sort()) {
    allExist = (await lockAccount(trx, userId)) && allExist;
  }
  return allExist;
}

/** The two sides of an access. */
export interface Sides {
  readonly userId: string;
  readonly helperId: string;
  readonly caregiverId: string;
}

/** All accesses that an account gives or has. */
export async function findSides(db: Database, userId: string): Promise<Sides[]> {
  return await db
    .selectFrom('caregivers')
    .select(['user_id as userId', 'helper_id as helperId', 'caregiver_id as caregiverId'])
    .where((row) => row.or([row('user_id', '=', userId), row('helper_id', '=', userId)]))
    .execute();
}

/** An access that is to end. */
export interface Ending extends Sides {
  /** The address of the caregiver; undefined if their account is gone. */
  readonly helperEmail: string | undefined;
  /** The letters to both sides. */
  readonly letters: readonly NewJob[];
}

/** Ends an access. @returns false if it had already ended */
export async function endAccess(db: Database, ending: Ending, now: number): Promise<boolean> {
  return await db.transaction().execute(async (trx) => {
    if (!(await lockAccounts(trx, [ending.userId, ending.helperId]))) return false;
    return await endLockedAccess(trx, ending, now);
  });
}

/**
 * Ends an access between two locked accounts, queues the letters, and records the activity of both sides. An open
 * invitation to the same address ends too, because accepting it would restore the access.
 *
 * @returns false if the access had already ended
 */
export async function endLockedAccess(
  trx: Database,
  { userId, helperId, caregiverId, helperEmail = '', letters }: Ending,
  now: number,
): Promise<boolean> {
  const ended = await trx
    .deleteFrom('caregivers')
    .where('user_id', '=', userId)
    .where('caregiver_id', '=', caregiverId)
    .returning('caregiver_id')
    .executeTakeFirst();
  if (!ended) return false;
  await deleteInvitations(trx, userId, { email: helperEmail });
  for (const letter of letters) await addJob(trx, letter);
  await addActivity(trx, userId, now, 'caregiverEnded');
  await addActivity(trx, helperId, now, 'helpEnded');
  return true;
}

/**
 * Deletes a person's open invitations, to all addresses or to one, with the letters that were not sent yet.
 *
 * @param only.since leaves those that were made before
 */
async function deleteInvitations(
  trx: Database,
  userId: string,
  { email, since = 0 }: { readonly email?: string; readonly since?: number },
) {
  const deleted = await trx
    .deleteFrom('invitations')
    .where('user_id', '=', userId)
    .where('created_at', '>=', since)
    .$if(email !== undefined, (query) => query.where('email', '=', email ?? ''))
    .returning('invitation_id as id')
    .execute();
  for (const { id } of deleted) await trx.deleteFrom('jobs').where('id', '=', id).execute();
  return deleted;
}

/**
 * Ends everything that lets other people see an account: caregivers, open invitations, links and health links.
 *
 * @param since leaves what was added before
 * @returns whether anything ended
 */
export async function endEveryAccessTo(
  trx: Database,
  userId: string,
  now: number,
  since = 0,
): Promise<boolean> {
  const caregivers = await trx
    .deleteFrom('caregivers')
    .where('user_id', '=', userId)
    .where('since', '>=', since)
    .returning('caregiver_id as id')
    .execute();
  const invitations = await deleteInvitations(trx, userId, { since });
  if (caregivers.length > 0) await addActivity(trx, userId, now, 'caregiverEnded');
  if (invitations.length > 0) await addActivity(trx, userId, now, 'invitationTakenBack');
  const made = { from: since, before: Number.MAX_SAFE_INTEGER };
  const hasEndedLinks = await endLinks(trx, userId, now, made);
  return hasEndedLinks || caregivers.length > 0 || invitations.length > 0;
}

/**
 * Ends links and health links of an account that were made in a period.
 *
 * @returns whether any ended
 */
export async function endLinks(
  trx: Database,
  userId: string,
  now: number,
  { from, before }: { readonly from: number; readonly before: number },
): Promise<boolean> {
  const shares = await trx
    .updateTable('shares')
    .set({ ended_at: now })
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .where('created_at', '>=', from)
    .where('created_at', '<', before)
    .returning('share_id as id')
    .execute();
  const healthLinks = await trx
    .updateTable('health_links')
    .set({ ended_at: now, file: '' })
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now)
    .where('created_at', '>=', from)
    .where('created_at', '<', before)
    .returning('health_link_id as id')
    .execute();
  if (shares.length > 0) await addActivity(trx, userId, now, 'shareEnded');
  if (healthLinks.length > 0) await addActivity(trx, userId, now, 'healthLinkEnded');
  return shares.length > 0 || healthLinks.length > 0;
}
