import type { Database } from '../../platform/db/database.ts';
import { deleteInParts } from '../../platform/db/delete-in-parts.ts';

/** An open invitation. */
export interface Invitation {
  readonly userId: string;
  readonly invitationId: string;
  /** The address that was invited. */
  readonly email: string;
  readonly may: 'read' | 'log';
  readonly notes: boolean;
  readonly expiresAt: number;
  /** Whether the given secret is the one in the invitation's email, which only the owner of the address can read. */
  readonly isByLetter: boolean;
}

/** Finds an invitation by the hash of one of its secrets, unless it was accepted or has expired. */
export async function findInvitation(
  db: Database,
  secretHash: string,
  now: number,
): Promise<Invitation | undefined> {
  const row = await db
    .selectFrom('invitations')
    .selectAll()
    .where((each) =>
      each.or([each('link_hash', '=', secretHash), each('letter_hash', '=', secretHash)]),
    )
    .where('expires_at', '>', now)
    .where('helper_id', 'is', null)
    .executeTakeFirst();
  return (
    row && {
      userId: row.user_id,
      invitationId: row.invitation_id,
      email: row.email,
      may: row.may === 'log' ? 'log' : 'read',
      notes: row.reads_notes === 1,
      expiresAt: row.expires_at,
      isByLetter: row.letter_hash === secretHash,
    }
  );
}

export async function deleteExpiredInvitations(db: Database, now: number): Promise<void> {
  const expired = db.selectFrom('invitations').select('link_hash').where('expires_at', '<=', now);
  await deleteInParts((limit) =>
    db
      .deleteFrom('invitations')
      .where('link_hash', 'in', expired.limit(limit))
      .executeTakeFirstOrThrow(),
  );
}
