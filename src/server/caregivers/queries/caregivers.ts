import { randomUUID } from 'node:crypto';
import { findHelped, type HelpedRow, lockAccounts } from '../../identity/queries/access.ts';
import { addActivity } from '../../identity/queries/activity.ts';
import type { Invitation } from '../../identity/queries/invitations.ts';
import { lockAccount } from '../../identity/queries/locked-accounts.ts';
import type { Database } from '../../platform/db/database.ts';
import { addJob, type NewJob } from '../../platform/jobs/queries/jobs.ts';

/** The maximum number of caregivers and open invitations of a person. */
const MOST_CAREGIVERS = 20;

export interface NewInvitation extends Omit<Invitation, 'isByLetter'> {
  readonly linkHash: string;
  readonly letterHash: string;
  readonly createdAt: number;
}

/** Stores an invitation and the job of its email. The new invitation replaces an earlier one to the same address. */
export async function addInvitation(
  db: Database,
  invitation: NewInvitation,
  letter: NewJob,
): Promise<'added' | 'userNotFound' | 'tooManyCaregivers'> {
  const { userId, email, createdAt: now } = invitation;
  return await db.transaction().execute(async (trx) => {
    if (!(await lockAccount(trx, userId))) return 'userNotFound';
    const replaced = await trx
      .deleteFrom('invitations')
      .where('user_id', '=', userId)
      .where('email', '=', email)
      .returning('invitation_id as id')
      .execute();
    for (const { id } of replaced) await deleteLetter(trx, id);
    if ((await countOf(trx, userId, now)) >= MOST_CAREGIVERS) return 'tooManyCaregivers';
    await trx
      .insertInto('invitations')
      .values({
        user_id: userId,
        invitation_id: invitation.invitationId,
        link_hash: invitation.linkHash,
        letter_hash: invitation.letterHash,
        email,
        may: invitation.may,
        reads_notes: Number(invitation.notes),
        created_at: now,
        expires_at: invitation.expiresAt,
      })
      .execute();
    await addJob(trx, letter);
    await addActivity(trx, userId, now, 'caregiverInvited');
    return 'added';
  });
}

/** Deletes the job of an invitation's email. Does nothing if the email has been sent. */
async function deleteLetter(trx: Database, invitationId: string): Promise<void> {
  await trx.deleteFrom('jobs').where('id', '=', invitationId).execute();
}

/** The number of a person's caregivers and open invitations. */
async function countOf(trx: Database, userId: string, now: number): Promise<number> {
  const caregivers = await trx
    .selectFrom('caregivers')
    .select('caregiver_id')
    .where('user_id', '=', userId)
    .execute();
  const invitations = await trx
    .selectFrom('invitations')
    .select('invitation_id')
    .where('user_id', '=', userId)
    .where('expires_at', '>', now)
    .execute();
  return caregivers.length + invitations.length;
}

/** The invitations that have not expired, the latest first. */
export async function findInvitations(db: Database, userId: string, now: number) {
  return await db
    .selectFrom('invitations')
    .selectAll()
    .where('user_id', '=', userId)
    .where('expires_at', '>', now)
    .orderBy('created_at', 'desc')
    .orderBy('invitation_id')
    .execute();
}

/**
 * Deletes an invitation and the job of its email. Does nothing if the invitation does not exist, for example because it
 * was accepted.
 */
export async function deleteInvitation(
  db: Database,
  userId: string,
  invitationId: string,
  now: number,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    if (!(await lockAccount(trx, userId))) return;
    const deleted = await trx
      .deleteFrom('invitations')
      .where('user_id', '=', userId)
      .where('invitation_id', '=', invitationId)
      .returning('invitation_id')
      .executeTakeFirst();
    if (!deleted) return;
    await deleteLetter(trx, invitationId);
    await addActivity(trx, userId, now, 'invitationTakenBack');
  });
}

/**
 * Gives an account the access of an invitation, and deletes the invitation, which works only once. If the account
 * already helps the person, its rights become those of the invitation.
 *
 * @param proves whether accepting the invitation proves that the helper owns the account's address
 */
export async function acceptInvitation(
  db: Database,
  { userId, invitationId, may, notes }: Invitation,
  {
    helperId,
    proves,
    letters,
    now,
  }: {
    readonly helperId: string;
    readonly proves: boolean;
    readonly letters: readonly NewJob[];
    readonly now: number;
  },
): Promise<HelpedRow | 'invitationSpent'> {
  return await db.transaction().execute(async (trx) => {
    if (!(await lockAccounts(trx, [userId, helperId]))) return 'invitationSpent';
    const spent = await trx
      .deleteFrom('invitations')
      .where('user_id', '=', userId)
      .where('invitation_id', '=', invitationId)
      .returning('created_at as invitedAt')
      .executeTakeFirst();
    if (!spent) return 'invitationSpent';
    const { caregiverId } = await trx
      .insertInto('caregivers')
      .values({
        user_id: userId,
        caregiver_id: randomUUID(),
        helper_id: helperId,
        may,
        reads_notes: Number(notes),
        since: now,
        last_seen_at: null,
        invited_at: spent.invitedAt,
      })
      .onConflict((conflict) =>
        conflict.columns(['user_id', 'helper_id']).doUpdateSet((row) => ({
          may: row.ref('excluded.may'),
          reads_notes: row.ref('excluded.reads_notes'),
        })),
      )
      .returning('caregiver_id as caregiverId')
      .executeTakeFirstOrThrow();
    if (proves) {
      await trx
        .updateTable('accounts')
        .set({ email_proven: 1 })
        .where('user_id', '=', helperId)
        .execute();
    }
    for (const letter of letters) await addJob(trx, letter);
    await addActivity(trx, userId, now, 'caregiverStarted', '', caregiverId);
    await addActivity(trx, helperId, now, 'helpStarted');
    const helped = (await findHelped(trx, helperId)).find((each) => each.userId === userId);
    return helped ?? 'invitationSpent';
  });
}

/** Changes what a caregiver may do; false if the access has ended. */
export async function changeCaregiver(
  db: Database,
  userId: string,
  { caregiverId, may, notes }: { caregiverId: string; may: 'read' | 'log'; notes: boolean },
  now: number,
): Promise<boolean> {
  return await db.transaction().execute(async (trx) => {
    if (!(await lockAccount(trx, userId))) return false;
    const changed = await trx
      .updateTable('caregivers')
      .set({ may, reads_notes: Number(notes) })
      .where('user_id', '=', userId)
      .where('caregiver_id', '=', caregiverId)
      .returning('caregiver_id')
      .executeTakeFirst();
    if (changed) await addActivity(trx, userId, now, 'caregiverChanged');
    return changed !== undefined;
  });
}
