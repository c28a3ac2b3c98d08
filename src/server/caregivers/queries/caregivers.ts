import { DAY_MS } from '../../../domain/zone.ts';
import {
  type Acceptance,
  findHelped,
  type HelpedRow,
  lockAccounts,
} from '../../identity/queries/access.ts';
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

/**
 * Stores an invitation and the job of its email, if it has one. The new invitation replaces an earlier one to the same
 * address.
 */
export async function addInvitation(
  db: Database,
  invitation: NewInvitation,
  letter: NewJob | undefined,
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
    if (letter) await addJob(trx, letter);
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

/** The invitations that nobody has accepted and that have not expired, the latest first. */
export async function findInvitations(db: Database, userId: string, now: number) {
  return await db
    .selectFrom('invitations')
    .selectAll()
    .where('user_id', '=', userId)
    .where('expires_at', '>', now)
    .where('helper_id', 'is', null)
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
 * Gives an account the access of an invitation, and deletes the invitation, which works only once.
 *
 * @param proves whether accepting the invitation proves that the helper owns the account's address
 */
export async function acceptInvitation(
  db: Database,
  invitation: Invitation,
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
  const { userId, invitationId } = invitation;
  return await db.transaction().execute(async (trx) => {
    if (!(await lockAccounts(trx, [userId, helperId]))) return 'invitationSpent';
    const spent = await trx
      .deleteFrom('invitations')
      .where('user_id', '=', userId)
      .where('invitation_id', '=', invitationId)
      .where('helper_id', 'is', null)
      .returning('created_at as invitedAt')
      .executeTakeFirst();
    if (!spent) return 'invitationSpent';
    const { invitedAt } = spent;
    const caregiverId = await letIn(trx, { ...invitation, helperId, invitedAt, letters, now });
    if (proves) {
      await trx
        .updateTable('accounts')
        .set({ email_proven: 1 })
        .where('user_id', '=', helperId)
        .execute();
    }
    await addActivity(trx, userId, now, 'caregiverStarted', '', caregiverId);
    const helped = (await findHelped(trx, helperId)).find((each) => each.userId === userId);
    return helped ?? 'invitationSpent';
  });
}

/**
 * Gives an account the access of an invitation. If the account already helps the person, its rights become those of the
 * invitation.
 */
async function letIn(
  trx: Database,
  {
    userId,
    invitationId,
    helperId,
    may,
    notes,
    invitedAt,
    letters,
    now,
  }: Pick<Invitation, 'userId' | 'invitationId' | 'may' | 'notes'> & {
    readonly helperId: string;
    readonly invitedAt: number;
    readonly letters: readonly NewJob[];
    readonly now: number;
  },
): Promise<string> {
  const { caregiverId } = await trx
    .insertInto('caregivers')
    .values({
      user_id: userId,
      caregiver_id: invitationId,
      helper_id: helperId,
      may,
      reads_notes: Number(notes),
      since: now,
      last_seen_at: null,
      invited_at: invitedAt,
    })
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'helper_id']).doUpdateSet((row) => ({
        may: row.ref('excluded.may'),
        reads_notes: row.ref('excluded.reads_notes'),
      })),
    )
    .returning('caregiver_id as caregiverId')
    .executeTakeFirstOrThrow();
  for (const letter of letters) await addJob(trx, letter);
  await addActivity(trx, helperId, now, 'helpStarted');
  return caregiverId;
}

/** How long an acceptance under another address waits for the person's yes (ms). */
const WAITING_MS = 30 * DAY_MS;

/**
 * Stores who has accepted an invitation under another address. The person must say yes first.
 *
 * @returns false if the invitation was used, or has ended
 */
export async function holdAcceptance(
  db: Database,
  { userId, invitationId }: Invitation,
  {
    helperId,
    letter,
    now,
  }: { readonly helperId: string; readonly letter: NewJob; readonly now: number },
): Promise<boolean> {
  return await db.transaction().execute(async (trx) => {
    if (!(await lockAccounts(trx, [userId, helperId]))) return false;
    const held = await trx
      .updateTable('invitations')
      .set({ helper_id: helperId, expires_at: now + WAITING_MS })
      .where('user_id', '=', userId)
      .where('invitation_id', '=', invitationId)
      .where('helper_id', 'is', null)
      .returning('invitation_id')
      .executeTakeFirst();
    if (!held) return false;
    await addJob(trx, letter);
    await addActivity(trx, userId, now, 'caregiverWaits');
    return true;
  });
}

/** Lets in who has accepted an invitation under another address. @returns false if the acceptance has ended */
export async function confirmAcceptance(
  db: Database,
  { caregiverId: invitationId, readsNotes: notes, ...accepted }: Acceptance,
  letters: readonly NewJob[],
  now: number,
): Promise<boolean> {
  const { userId, helperId } = accepted;
  return await db.transaction().execute(async (trx) => {
    if (!(await lockAccounts(trx, [userId, helperId]))) return false;
    const invitedAt = await takeAcceptance(trx, userId, invitationId);
    if (invitedAt === undefined) return false;
    const given = { ...accepted, invitationId, notes, invitedAt, letters, now };
    await addActivity(trx, userId, now, 'caregiverConfirmed', '', await letIn(trx, given));
    return true;
  });
}

/** Ends an acceptance under another address, and the invitation. @returns false if it had ended already */
export async function refuseAcceptance(
  db: Database,
  { userId, caregiverId }: Pick<Acceptance, 'userId' | 'caregiverId'>,
  now: number,
): Promise<boolean> {
  return await db.transaction().execute(async (trx) => {
    if (!(await lockAccount(trx, userId))) return false;
    if ((await takeAcceptance(trx, userId, caregiverId)) === undefined) return false;
    await addActivity(trx, userId, now, 'caregiverRefused');
    return true;
  });
}

/** Deletes an acceptance. @returns when the helper was invited; undefined if the acceptance has ended */
async function takeAcceptance(
  trx: Database,
  userId: string,
  invitationId: string,
): Promise<number | undefined> {
  const taken = await trx
    .deleteFrom('invitations')
    .where('user_id', '=', userId)
    .where('invitation_id', '=', invitationId)
    .where('helper_id', 'is not', null)
    .returning('created_at as invitedAt')
    .executeTakeFirst();
  return taken?.invitedAt;
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
