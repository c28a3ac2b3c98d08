import { randomUUID } from 'node:crypto';
import { nameOr } from '../identity/access.ts';
import { limitInvitations } from '../identity/attempts.ts';
import { secretsOf } from '../identity/invitation-secrets.ts';
import { requireProof } from '../identity/owner.ts';
import { fail } from '../platform/http/fail.ts';
import { route } from '../platform/http/route.ts';
import { findPerson } from '../profile/queries/profiles.ts';
import { addInvitation } from './queries/caregivers.ts';
import { INVITATION_MS, invitationUrl } from './serializer.ts';

export const inviteCaregiver = route('inviteCaregiver', async ({ context, input, session }) => {
  const { db, outbox, jobs, secrets, clock } = context;
  const { userId } = session;
  const { email, may, notes } = input;
  if (email === session.email) throw fail('ownAddress');
  requireProof(context, session);
  const person = await findPerson(db, userId);
  if (!person) throw fail('userNotFound');
  await limitInvitations(context, { from: session.email, to: email });
  const now = clock();
  const invitationId = randomUUID();
  const { link, letter: ofLetter, linkHash, letterHash } = secretsOf(secrets, invitationId);
  const from = { name: nameOr(session.email, person), email: session.email };
  const letter = outbox.enclose({
    to: email,
    letter: { kind: 'invitation', ...from, may, link: invitationUrl(context, ofLetter) },
    userId,
    usefulMs: INVITATION_MS,
  });
  const times = { createdAt: now, expiresAt: now + INVITATION_MS };
  const invitation = { userId, invitationId, email, may, notes, linkHash, letterHash, ...times };
  // The email's job has the same id as the invitation, so that `deleteInvitation` can delete the job.
  const outcome = await addInvitation(db, invitation, { ...letter, id: invitationId });
  if (outcome !== 'added') throw fail(outcome);
  jobs.wake('mail');
  return { invitationId, url: invitationUrl(context, link) };
});
