import { isoOf } from '../../domain/zone.ts';
import { nameOr } from '../identity/access.ts';
import { secretsOf } from '../identity/invitation-secrets.ts';
import { shownAddress } from '../identity/no-address.ts';
import { findCaregivers, findHelped } from '../identity/queries/access.ts';
import { route } from '../platform/http/route.ts';
import { helpedAnswer } from '../profile/serializer.ts';
import { findInvitations } from './queries/caregivers.ts';
import { invitationUrl } from './serializer.ts';

export const getCaregivers = route('getCaregivers', async ({ context, session }) => {
  const { db, secrets, clock } = context;
  const { userId } = session;
  const caregivers = await findCaregivers(db, userId);
  const invitations = await findInvitations(db, userId, clock());
  return {
    caregivers: caregivers.map(({ helper, ...row }) => ({
      caregiverId: row.caregiver_id,
      name: nameOr(helper.email, helper),
      email: shownAddress(helper.email),
      ...allowedOf(row),
      since: isoOf(row.since),
      lastSeenAt: row.last_seen_at === null ? null : isoOf(row.last_seen_at),
    })),
    invitations: invitations.map((row) => ({
      invitationId: row.invitation_id,
      email: row.email,
      ...allowedOf(row),
      url: invitationUrl(context, secretsOf(secrets, row.invitation_id).link),
      expiresAt: isoOf(row.expires_at),
    })),
    helps: (await findHelped(db, userId)).map(helpedAnswer),
  };
});

function allowedOf(row: { readonly may: string; readonly reads_notes: number }) {
  return {
    may: row.may === 'log' ? ('log' as const) : ('read' as const),
    notes: row.reads_notes === 1,
  };
}
