import type { Database } from '../../platform/db/database.ts';
import { prepared } from '../../platform/db/prepared.ts';
import { addJob, type NewJob } from '../../platform/jobs/queries/jobs.ts';
import { SELF } from '../authors.ts';
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

/**
 * Stores the time of a caregiver's last call. The first call of a day is a row of the person's activity.
 *
 * @param dayStart when this day began for the person
 */
export async function noteSeen(
  db: Database,
  userId: string,
  caregiverId: string,
  { now, dayStart }: { readonly now: number; readonly dayStart: number },
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const seen = trx
      .updateTable('caregivers')
      .set({ last_seen_at: now })
      .where('user_id', '=', userId)
      .where('caregiver_id', '=', caregiverId);
    // The UPDATE itself checks the day, so that parallel calls add one row.
    const first = await seen
      .where((row) => row.or([row('last_seen_at', 'is', null), row('last_seen_at', '<', dayStart)]))
      .returning('caregiver_id')
      .executeTakeFirst();
    if (first) await addActivity(trx, userId, now, 'helperRead', '', caregiverId);
    else await seen.execute();
  });
}

/** The people who help a person. */
export async function findCaregivers(db: Database, userId: string) {
  const rows = await db
    .selectFrom('caregivers')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('since')
    .orderBy('caregiver_id')
    .execute();
  const names = await findNames(
    db,
    rows.map(({ helper_id }) => helper_id),
  );
  return rows.flatMap((row) => {
    const helper = names.get(row.helper_id);
    return helper ? [{ ...row, helper }] : [];
  });
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
    return person ? [{ ...grantOf(row), since: row.since, ...person }] : [];
  });
}

/** An invitation that an account accepted under another address. It waits for the person's yes. */
export interface Acceptance {
  readonly caregiverId: string;
  readonly userId: string;
  readonly helperId: string;
  /** The address that was invited. */
  readonly invited: string;
  readonly may: 'read' | 'log';
  readonly readsNotes: boolean;
}

const selectAcceptances = prepared((db, { userId, now }: { userId: string; now: number }) =>
  db
    .selectFrom('invitations')
    .select([
      'invitation_id as caregiverId',
      'user_id as userId',
      'helper_id as helperId',
      'email as invited',
      'may',
      'reads_notes as readsNotes',
    ])
    .where((row) => row.or([row('user_id', '=', userId), row('helper_id', '=', userId)]))
    .where('helper_id', 'is not', null)
    .where('expires_at', '>', now)
    .orderBy('created_at')
    .orderBy('invitation_id'),
);

/** The acceptances that wait for an account's yes, and those of the account that wait for others. */
export async function findAcceptances(
  db: Database,
  userId: string,
  now: number,
): Promise<Acceptance[]> {
  const rows = await selectAcceptances(db, { userId, now });
  return rows.flatMap(({ helperId, may, readsNotes, ...row }) =>
    helperId === null ? [] : [{ ...row, helperId, may: mayOf(may), readsNotes: readsNotes === 1 }],
  );
}

/** An account with its name and address. */
export interface Known {
  readonly userId: string;
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
}

/** Names and addresses of accounts, by id. The name is '' without a profile. */
export async function findNames(
  db: Database,
  userIds: readonly string[],
): Promise<Map<string, Known>> {
  if (userIds.length === 0) return new Map();
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
      { userId, email, firstName: firstName ?? '', lastName: lastName ?? '' },
    ]),
  );
}

type GrantRow = Omit<Grant, 'may' | 'readsNotes'> & { may: string; readsNotes: number };

function grantOf({ caregiverId, may, readsNotes, lastSeenAt }: GrantRow): Grant {
  return {
    caregiverId,
    may: mayOf(may),
    readsNotes: readsNotes === 1,
    lastSeenAt,
  };
}

function mayOf(may: string): 'read' | 'log' {
  return may === 'log' ? 'log' : 'read';
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
  /** The account of the side that ends it. */
  readonly enderId: string;
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
 * Ends an access between two locked accounts, queues the letters, and records the activity of both sides. Invitations
 * to the same address end too, and those that the caregiver has accepted, because they could restore the access.
 *
 * @returns false if the access had already ended
 */
export async function endLockedAccess(
  trx: Database,
  { userId, helperId, caregiverId, enderId, helperEmail = '', letters }: Ending,
  now: number,
): Promise<boolean> {
  const ended = await trx
    .deleteFrom('caregivers')
    .where('user_id', '=', userId)
    .where('caregiver_id', '=', caregiverId)
    .returning('caregiver_id')
    .executeTakeFirst();
  if (!ended) return false;
  await deleteInvitations(trx, userId, { of: { helperEmail, helperId } });
  for (const letter of letters) await addJob(trx, letter);
  const actor = enderId === helperId ? caregiverId : SELF.id;
  await addActivity(trx, userId, now, 'caregiverEnded', '', actor);
  await addActivity(trx, helperId, now, 'helpEnded');
  return true;
}

/**
 * Deletes a person's invitations, of everybody or of one caregiver, with the letters that were not sent yet.
 *
 * @param only.since leaves those that were made before
 */
async function deleteInvitations(
  trx: Database,
  userId: string,
  {
    of,
    since = 0,
  }: {
    readonly of?: { readonly helperEmail: string; readonly helperId: string };
    readonly since?: number;
  },
) {
  const deleted = await trx
    .deleteFrom('invitations')
    .where('user_id', '=', userId)
    .where('created_at', '>=', since)
    .$if(of !== undefined, (query) =>
      query.where((row) =>
        row.or([
          row('email', '=', of?.helperEmail ?? ''),
          row('helper_id', '=', of?.helperId ?? ''),
        ]),
      ),
    )
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
  const ended = await trx
    .updateTable('links')
    .set({ ended_at: now, file: '' })
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .where(({ or, eb }) => or([eb('kind', '=', 'share'), eb('expires_at', '>', now)]))
    .where('created_at', '>=', from)
    .where('created_at', '<', before)
    .returning('kind')
    .execute();
  const kinds = new Set(ended.map(({ kind }) => kind));
  if (kinds.has('share')) await addActivity(trx, userId, now, 'shareEnded');
  if (kinds.has('healthLink')) await addActivity(trx, userId, now, 'healthLinkEnded');
  return kinds.size > 0;
}
